"""The folder of `make site` in real browsers: from a server, and from the disk.

    site_check.py FOLDER [BROWSER ...]

BROWSER is chromium or firefox, both unless said: the system's, or those that the variables CHROMIUM and FIREFOX name.
Exit status: 0 when all is as it should be, 1 when something is not, 2 when a browser is missing.
"""

import contextlib
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import article_check
import check
from check import CAPTURES, frame, page_at
from playwright.sync_api import sync_playwright

# A press of a key, a scene and a file are enough where only the way to the page differs.
ON_DISK = "full-fifo"
AXE = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map((it) =>
  `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""


class Files(SimpleHTTPRequestHandler):
    """Any web server: what is in a folder, in silence."""

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """Serves the folder; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/#"
    server.shutdown()


def scene(name):
    return json.loads((check.SCENES / f"{name}.json").read_text())


def site_takes_captures(page):
    """A file that is none, a file, and the one of the site."""
    replay = page.get_by_role("button", name="Replay the capture")
    page.get_by_label("or a file").set_input_files(CAPTURES / "README.md")
    page.locator("#problem", has_text="README.md: is not a capture").wait_for()
    assert replay.is_disabled()
    page.get_by_label("or a file").set_input_files(CAPTURES / "web-lossy.pcap")
    page.wait_for_function("window.carillon.frame.capture > 100")
    timers = frame(page, "capture")
    page.evaluate("carillon.send('configure', { config: {} })")
    page.locator("#captures").select_option("web-lossy.pcap.gz")
    page.wait_for_function("([timers]) => window.carillon.frame.capture === timers", arg=[timers])
    page.wait_for_function("[...document.querySelectorAll('#replay:enabled')].length === 1")
    check.replay_says_how_long_it_takes(page)


def site_works(browser, address):
    """The laboratory without a server of its own."""
    with page_at(browser, address) as page:
        page.wait_for_function("window.carillon.frame.counters.expired > 3")
        assert "reference model" in page.locator("#about").text_content()
        page.locator("#goes-on").uncheck()
        names = page.evaluate("[...document.querySelectorAll('[data-scene]')].map((it) => it.dataset.scene)")
        assert sorted(names) == sorted(path.stem for path in check.SCENES.glob("*.json"))
        for name in names:
            check.scene_shows_what_it_says(page, scene(name), None)
            print(f"scene {name}: as it says", flush=True)
    with page_at(browser, address) as page:
        page.evaluate("carillon.send('configure', { config: { model: 'full10x2' } }), carillon.send('pause')")
        page.wait_for_function("!window.carillon.frame.running && window.carillon.frame.fifo.depth === 2")
        check.page_works_by_hand(page, waves=False)
        check.slots_are_taken_by_hand(page)
        check.clock_runs_until(page)
        check.past_is_seen_on_a_diagram(page)
        check.sessions_and_scenes_are_shared(page)
        check.timer_chip_is_drawn(page)
        site_takes_captures(page)
    check.page_fits(browser, address)
    check.action_and_effect_are_on_one_screen(browser, address)
    check.scenes_are_steered(browser, address)
    check.words_explain_themselves(browser, address)
    check.lectures_take_one_screen(browser, address)
    check.questions_are_asked_once(browser, address)
    check.timers_are_followed(browser, address)
    print("by hand, by key, at any width, with captures: works", flush=True)
    site_runs(browser, address)


def works_from_the_disk(browser, folder):
    """The same files without a server: a scene, a slot, a capture as a file, and a link to a step."""
    address = f"file://{(folder / 'lab/index.html').resolve()}#"
    with page_at(browser, address) as page:
        page.wait_for_function("window.carillon.frame.counters.expired > 3")
        page.locator("#goes-on").uncheck()
        check.scene_shows_what_it_says(page, scene(ON_DISK), None)
        check.slots_are_taken_by_hand(page)
        page.get_by_label("or a file").set_input_files(CAPTURES / "web-lossy.pcap")
        page.wait_for_function("window.carillon.frame.capture > 100")
    with page_at(browser, address.replace("#", "?scene=laps&step=3#")) as page:
        page.wait_for_function("window.carillon.frame.scene?.step >= 3")
        assert "scene=" not in page.url
    print("the laboratory from the disk: works", flush=True)


def steps_play_within_pages(page, root):
    """A picture of a scene's step is played in its place, by key, and a link in the text leads to the laboratory."""
    page.goto(root.replace("#", "docs/guide.html"))
    page.locator("a.alive").first.press("Enter")
    inside = page.frame_locator("iframe.alive")
    inside.locator("#scene-place", has_text="2 of 5").wait_for()
    inside.locator("#scene-checks li", has_text="late events: 1").wait_for()
    assert inside.locator("#registers").is_hidden() and inside.locator("header").is_hidden()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        check.is_as_wide_as_the_window(page, width, "an embedded scene")
    page.goto(root.replace("#", "docs/paper.html"))
    page.get_by_role("link", name="a full FIFO").click()
    page.wait_for_url("**/lab/index.html*")
    page.locator("#scene-place", has_text="2 of 5").wait_for()


def whole_words_come_first(page):
    """Of short words those that stand alone, or begin one; in a README and in the measured pages too."""
    for word, pattern in (("arm", r"\barm\b"), ("MIT", r"\bMIT\b"), ("lut", r"\bLUT")):
        page.locator("#search").fill(word)
        page.locator("#found li a").first.wait_for()
        for found in page.locator("#found li").all()[:5]:
            read = f"{found.locator('a').text_content()} {found.locator('p').text_content()}"
            assert re.search(pattern, read, re.IGNORECASE), f"{word}: {read}"
    for word, place in (
        ("LUT4 median seeds", "docs/measured/area.html"),
        ("dozen allocator bound", "queues/README.html"),
    ):
        page.locator("#search").fill(word)
        page.locator(f"#found a[href*='{place}']").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("#search").fill("")
    # A heading has its address, and a telephone folds the list of documents.
    heading = page.locator("h2[id] a.anchor").first
    assert heading.get_attribute("href") == f"#{heading.locator('..').get_attribute('id')}"
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#book > ul").is_hidden()
    page.locator("#fold").check()
    assert page.locator("#book > ul").is_visible()
    page.set_viewport_size(size)


def first_page_lives(page):
    """Its wheel runs: a tick more, and fewer timers where one asks for fewer."""
    wheel = page.locator("figure.living")
    wheel.locator("[data-does=tick]").wait_for()
    now = int(wheel.locator("[data-count=now]").text_content())
    wheel.locator("[data-does=tick]").click()
    wheel.locator("[data-count=now]", has_text=str(now + 1)).wait_for()
    for word in ("LUT4 the counter chip on an iCE40", "TimerWheel::new", "No timer is early", "Apache 2.0"):
        assert word in page.locator("main").text_content(), word


def cards_lead_to_pages(page):
    """What the first page leads to is written for people, not a list of files; its code has colours."""
    assert page.locator(".first pre .keyword").count() > 1
    links = page.locator("header nav a, .cards a")
    for target in {link.evaluate("(it) => it.href.split('#')[0]") for link in links.all()}:
        if target.endswith(".html") and "/lab/" not in target:
            other = page.context.new_page()
            other.goto(target)
            assert other.locator("main p").count() > 0, f"{target} is a list"
            other.close()


def code_is_highlighted(page, root):
    """Comments, strings, numbers and keywords of the guide's C, in colours of their own."""
    page.goto(root.replace("#", "docs/guide.html"))
    look = "(it) => getComputedStyle(it).color"
    plain = page.locator("pre code").first.evaluate(look)
    colours = set()
    for name in ("comment", "string", "number", "keyword"):
        part = page.locator(f"pre .{name}").first
        colours.add(part.evaluate(look))
    assert len(colours) == 4 and plain not in colours, colours


def pages_are_read(browser, root):
    """The first page, a document and the search, at any width, with the pages' own policy."""
    context = check.plain_context(browser, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong = []
    page.on("console", lambda it: it.type == "error" and wrong.append(it.text))
    page.on("request", lambda it: it.url.startswith((root.split("#")[0], "blob:")) or wrong.append(it.url))
    page.goto(root.replace("#", "index.html"))
    for word in ("Timing wheels", "Laboratory", "Documents", "API", "Registers", "Verilog"):
        assert page.get_by_role("navigation").get_by_role("link", name=word).count() == 1, word
    first_page_lives(page)
    cards_lead_to_pages(page)
    page.locator("h1").click()
    page.keyboard.press("/")
    page.keyboard.type("cursor full fifo")
    page.locator("#found li a").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/docs/*.html#*")
    whole_words_come_first(page)
    page.get_by_role("link", name="The laboratory", exact=True).click()
    page.wait_for_url("**/docs/lab.html")
    steps_play_within_pages(page, root)
    code_is_highlighted(page, root)
    assert not wrong, wrong
    documents = ("docs/boards.html", "docs/decide.html", "docs/course.html", "docs/paper.html", "docs/registers.html")
    for name in ("index.html", "README.html", *documents, "hdl/verilog/index.html"):
        page.goto(root.replace("#", name))
        for width in (320, 390, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            check.is_as_wide_as_the_window(page, width, name)
    assert not wrong, wrong
    context.close()


def nothing_is_found_by_axe(browser, address, root):
    """axe-core, on the laboratory in a scene and without, on the first page and on a document, in light and dark."""
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text()
    found = []
    for dark in (False, True):
        look = "dark" if dark else "light"
        with page_at(browser, address, dark=dark) as page:
            page.evaluate(axe)
            found += [f"laboratory, {look}: {it}" for it in page.evaluate(AXE)]
            page.locator("#until-form [name=kind]").select_option("access")
            page.locator("#diagram summary").click()
            page.evaluate("carillon.send('scene', { name: 'chips', pace: 1000, goes_on: false })")
            page.wait_for_function("window.carillon.frame.scene?.over && carillon.frame.diagram")
            found += [f"scene, {look}: {it}" for it in page.evaluate(AXE)]
        context = check.context_of(browser, dark=dark)
        page = context.new_page()
        documents = (
            "docs/lab.html",
            "docs/guide.html",
            "docs/paper.html",
            "docs/registers.html",
            article_check.ARTICLE,
        )
        names = ("index.html", "README.html", *documents, "api/index.html")
        for name in names:
            page.goto(root.replace("#", name))
            if name == article_check.ARTICLE:
                page.locator("figure.living").first.wait_for()
            page.evaluate(axe)
            found += [f"{name}, {look}: {it}" for it in page.evaluate(AXE)]
        context.close()
    assert not found, "\n".join(found)
    print("axe-core finds nothing, in light and dark", flush=True)


def site_runs(browser, address):
    """Clocks a second, flat out."""
    with page_at(browser, address) as page:
        page.evaluate("carillon.send('speed', { clocks: 0 })")
        measured = "[performance.now(), carillon.frame.clock]"
        before = page.evaluate(measured)
        time.sleep(3)
        took, clocks = (end - begin for begin, end in zip(before, page.evaluate(measured), strict=True))
        print(f"the model runs {clocks / took / 1000:.2f} million clocks a second")


def firefox_of(playwright):
    """Starts Firefox, to be steered by WebDriver BiDi, in light colours; `None` if there is none."""
    path = os.environ.get("FIREFOX") or shutil.which("firefox-esr")
    preferences = {"layout.css.prefers-color-scheme.content-override": 1}
    return path and playwright.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=preferences, timeout=check.PATIENCE * 1000
    )


@contextlib.contextmanager
def that_may_be_evaluated(folder):
    """A copy of the laboratory whose policy lets the tests wait for conditions, as `bypass_csp` does in Chromium."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder / "lab", Path(copy) / "lab")
        page = Path(copy) / "lab/index.html"
        text = page.read_text()
        assert text.count("'wasm-unsafe-eval'") == 1
        page.write_text(text.replace("'wasm-unsafe-eval'", "'unsafe-eval' 'wasm-unsafe-eval'"))
        yield Path(copy)


def main():
    folder, browsers = Path(sys.argv[1]), sys.argv[2:] or ["chromium", "firefox"]
    begun = time.monotonic()
    starts = {
        "chromium": (check.chromium_of, ("Chromium", "CHROMIUM", "chromium")),
        "firefox": (firefox_of, ("Firefox", "FIREFOX", "firefox-esr")),
    }
    with (
        sync_playwright() as playwright,
        served(folder) as root,
        that_may_be_evaluated(folder) as copy,
        served(copy) as copied,
    ):
        disk = f"file://{folder.resolve()}/#"
        for name in browsers:
            start, missing = starts[name]
            browser = start(playwright)
            if not browser:
                return check.missing_browser(*missing)
            print(f"{name} {browser.version}:", flush=True)
            # The folder itself is read by each browser; Firefox waits in the copy.
            is_chromium = name == "chromium"
            address = (root if is_chromium else copied).replace("#", "lab/index.html#")
            site_works(browser, address)
            works_from_the_disk(browser, folder if is_chromium else copy)
            for place in (root, disk):
                pages_are_read(browser, place)
                article_check.article_lives(browser, place)
            print("documents, search and the article's figures, from a server and from the disk: work", flush=True)
            if is_chromium:
                article_check.article_is_read_without_figures(browser, disk)
                article_check.pictures_are_those_of_the_figures(browser, disk)
                check.page_keeps_its_policy(browser, address)
                check.page_keeps_its_policy(browser, disk.replace("#", "lab/index.html#"))
                check.page_follows_light_and_dark(browser, address)
                check.page_can_be_told_apart(browser, address)
                nothing_is_found_by_axe(browser, address, root)
            browser.close()
    print(f"{time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
