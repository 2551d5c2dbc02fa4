// Browsers give a page from a disk neither modules nor other files: there one script has all of them.

const script = document.createElement("script");
const onDisk = location.protocol === "file:";
if (!onDisk) script.type = "module";
script.src = onDisk ? "from-a-disk.js" : "main.js";
document.head.append(script);
