"""The living figures of docs/timing-wheels.md in real browsers, beside what their queues have counted.

    article_check.py FOLDER --pictures PICTURES [NAME ...]

takes the pictures of the figures of FOLDER, or of those named, for pages without scripts. The checks are part of
site_check.py, which has them with inputs drawn anew in each run; ARTICLE_SEED repeats a run.
"""

import json
import math
import os
import random
import secrets
import sys
from pathlib import Path

import check
from playwright.sync_api import sync_playwright

ARTICLE = "docs/timing-wheels.html"
PICTURES = Path(__file__).parents[2] / "docs/figures/living"
# The width of the window in which the pictures are taken.
WIDTH = 640
# More ticks than that are not waited for.
MOST_TICKS = 25
SLIDERS = "input[type=range]"
# Those that have gone fade out.
TIMERS = ".timer:not(.gone)"


def opened(page, root):
    """Opens the article; its figures are alive."""
    page.goto(root.replace("#", ARTICLE))
    page.locator("figure.living").first.wait_for()
    assert page.locator("span.living").count() == 0, "a picture has not become a figure"


def of(page, figure, what):
    """What the queue of a figure says: its own code."""
    return page.evaluate(f"living.figures.get({json.dumps(figure)}).{what}")


def at(page, figure):
    return page.locator(f"#figure-{figure}")


def press(page, figure, does, times=1):
    button = at(page, figure).locator(f"[data-does={does}]")
    for _ in range(times):
        button.press("Enter")


def moved(page, figure, setting, value):
    """Moves a slider as a hand does: to any value, at once."""
    slider = at(page, figure).locator(f"[data-setting={setting}]")
    slider.evaluate(
        "(it, value) => { it.value = value; it.dispatchEvent(new Event('input', { bubbles: true })); }", str(value)
    )


def drawn(page, figure, setting, numbers):
    """Moves a slider to a value that nobody has chosen; returns it."""
    slider = at(page, figure).locator(f"[data-setting={setting}]")
    value = numbers.randint(int(slider.get_attribute("min")), int(slider.get_attribute("max")))
    moved(page, figure, setting, value)
    return value


def shown(page, figure, count):
    return float(at(page, figure).locator(f"[data-count={count}]").text_content())


def is_shown(page, figure, count, wanted, most=0.0):
    """Curves are drawn a moment after their settings have changed."""

    def wrong():
        found = shown(page, figure, count)
        return abs(found - wanted) > most and f"{figure}: {count} is {found}, not {wanted}"

    check.becomes(page, wrong)


def shows_what_its_queue_says(page, figure, names):
    """Every number of the figure, and every timer."""
    counts = of(page, figure, "queue.counts()")
    assert of(page, figure, "queue.sound()"), figure
    is_shown(page, figure, "now", counts["now"])
    is_shown(page, figure, "outstanding", counts["outstanding"])
    if "searched" in names:
        is_shown(page, figure, "searched", counts["searched"])
    if "sum" in names:
        works = of(page, figure, "spec.works ?? 'examined'")
        is_shown(page, figure, "sum", counts[works])
    ticks = {str(int(it["name"])): it["due"] - counts["now"] for it in of(page, figure, "queue.places()")}
    labels = "(all) => Object.fromEntries(all.map((it) => [it.dataset.name, it.getAttribute('aria-label')]))"
    timers = at(page, figure).locator(TIMERS).evaluate_all(labels)
    assert timers.keys() == ticks.keys(), figure
    for name, label in timers.items():
        assert f"due in {ticks[name]} tick" in label, f"{figure}: {label}, not {ticks[name]}"


def every_figure_shows_what_its_queue_says(page, numbers):
    """Any settings, any ticks."""
    figures = page.evaluate("[...living.figures].filter(([, it]) => it.queue).map(([name]) => name)")
    assert len(figures) > 12, figures
    for figure in figures:
        place = at(page, figure)
        for it in place.locator(SLIDERS).all():
            drawn(page, figure, it.get_attribute("data-setting"), numbers)
        for it in place.locator("select").all():
            values = it.locator("option").evaluate_all("(all) => all.map((it) => it.value)")
            it.select_option(numbers.choice(values))
        names = place.locator("[data-count]").evaluate_all("(all) => all.map((it) => it.dataset.count)")
        shows_what_its_queue_says(page, figure, names)
        for _ in range(2):
            if place.locator("[data-does=start]").count():
                press(page, figure, "start")
            press(page, figure, "tick", numbers.randint(1, 3))
            shows_what_its_queue_says(page, figure, names)


def counts_are_those_of_the_paper(page, numbers):
    """Beside what can be said of any input without a queue."""
    n = drawn(page, "list", "n", numbers)
    press(page, "list", "again")
    ticks = shown(page, "list", "now")
    is_shown(page, "list", "sum", n * ticks)
    press(page, "list", "tick", 3)
    is_shown(page, "list", "last", n)
    is_shown(page, "list", "sum", n * (ticks + 3))

    # One timer on a hashed wheel: looked at in each lap.
    slots = drawn(page, "lap", "M", numbers)
    interval = numbers.randint(1, MOST_TICKS)
    press(page, "lap", "again")
    at(page, "lap").locator(TIMERS).press("Enter")
    is_shown(page, "lap", "outstanding", 0)
    moved(page, "lap", "interval", interval)
    press(page, "lap", "start")
    label = at(page, "lap").locator(TIMERS).get_attribute("aria-label")
    laps = math.ceil(interval / slots)
    assert laps == 1 or f"{laps - 1} lap" in label, label
    press(page, "lap", "tick", interval - 1)
    is_shown(page, "lap", "outstanding", 1)
    press(page, "lap", "tick")
    is_shown(page, "lap", "outstanding", 0)
    is_shown(page, "lap", "sum", laps)
    assert f"Tick {interval}: " in at(page, "lap").locator(".said").text_content()

    # A basic wheel looks at none, and refuses what is longer than a turn.
    slots = drawn(page, "wheel", "M", numbers)
    moved(page, "wheel", "interval", slots)
    press(page, "wheel", "start")
    assert "started" in at(page, "wheel").locator(".said").text_content()
    press(page, "wheel", "tick", 5)
    is_shown(page, "wheel", "sum", 0)
    if slots < 64:
        moved(page, "wheel", "interval", slots + 1)
        press(page, "wheel", "start")
        assert f"longest interval is {slots} ticks" in at(page, "wheel").locator(".said").text_content()

    # The cost of a tick of Scheme 1, by a queue of the curve's own.
    at(page, "list-cost").scroll_into_view_if_needed()
    n = drawn(page, "list-cost", "n", numbers)
    is_shown(page, "list-cost", "curve-0", n)


def example_of_the_paper_goes_from_wheel_to_wheel(page):
    """Hours, minutes, seconds: section VI.B."""
    said = at(page, "clock").locator(".said")
    press(page, "clock", "again")
    press(page, "clock", "hour")
    assert said.text_content() == "11:00:00: nothing is due, 1 timer migrated.", said.text_content()
    press(page, "clock", "minute", 14)
    assert said.text_content() == "11:14:00: nothing is due.", said.text_content()
    press(page, "clock", "minute")
    assert said.text_content() == "11:15:00: nothing is due, 1 timer migrated.", said.text_content()
    press(page, "clock", "tick", 15)
    assert said.text_content() == "11:15:15: A expired.", said.text_content()
    is_shown(page, "clock", "sum", 2)


def curves_are_what_queues_count(page, numbers):
    """The numbers of a curve are what a queue with those settings has counted."""
    for figure, scheme, what in (
        ("ordered-cost", {"scheme": "front"}, "start"),
        ("tree-cost", {"scheme": "unbalanced"}, "start"),
        ("scheme6-cost", {"scheme": "hashed"}, "tick"),
    ):
        at(page, figure).scroll_into_view_if_needed()
        for it in at(page, figure).locator(SLIDERS).all():
            drawn(page, figure, it.get_attribute("data-setting"), numbers)
        settings = of(page, figure, "settings")
        load = {"T": 1000, **settings}
        made = {**scheme, "slots": settings.get("M", 0)}
        counted = page.evaluate(f"living.measure({json.dumps(made)}, {json.dumps(load)})")
        is_shown(page, figure, "curve-0", counted[what], most=0.0051)


def figures_are_used_by_key(page):
    """Tab to a figure's first timer, arrows to another, Enter stops it; sliders and choices by arrows."""
    figure = at(page, "ordered-start")
    press(page, "ordered-start", "again")
    # From the last control before it, Tab leads to the timers, and on to the buttons.
    at(page, "ordered").locator("select").focus()
    page.keyboard.press("Tab")
    label = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(label).startswith("Timer A, due in 8 ticks"), page.evaluate(label)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(label).startswith("Timer B, due in 14 ticks"), page.evaluate(label)
    page.keyboard.press("Enter")
    assert "B stopped" in figure.locator(".said").text_content()
    is_shown(page, "ordered-start", "outstanding", 6)
    assert page.evaluate("document.activeElement.classList.contains('timer')")
    for does in ("start", "tick", "run", "again"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.does") == does
    page.keyboard.press("Tab")
    before = figure.locator("output").text_content()
    page.keyboard.press("ArrowRight")
    assert int(figure.locator("output").text_content()) == int(before) + 1
    # Time goes on by itself, until it is stopped.
    run = figure.locator("[data-does=run]")
    run.press("Enter")
    assert run.text_content() == "Pause"
    figure.locator("[data-count=now]", has_text="2").wait_for()
    run.press("Enter")
    assert run.text_content() == "Run"


def figures_fit(page):
    for width in (320, 390, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        check.is_as_wide_as_the_window(page, width, ARTICLE)
        wide = page.evaluate(
            "[...document.querySelectorAll('figure.living svg')]"
            ".filter((it) => it.clientWidth > it.closest('figure').clientWidth).length"
        )
        assert wide == 0, f"{wide} drawings are wider than their figures at {width}"
    page.set_viewport_size({"width": 1280, "height": 900})


def article_lives(browser, root):
    """All of it, with inputs that are drawn."""
    seed = int(os.environ.get("ARTICLE_SEED") or secrets.randbelow(1 << 32))
    print(f"ARTICLE_SEED={seed}", flush=True)
    numbers = random.Random(seed)
    context = check.plain_context(browser, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    wrong = []
    page.on("console", lambda it: it.type == "error" and wrong.append(it.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda it: it.url.startswith(root.split("#")[0]) or wrong.append(it.url))
    opened(page, root)
    figures_are_used_by_key(page)
    every_figure_shows_what_its_queue_says(page, numbers)
    counts_are_those_of_the_paper(page, numbers)
    example_of_the_paper_goes_from_wheel_to_wheel(page)
    curves_are_what_queues_count(page, numbers)
    figures_fit(page)
    assert not wrong, wrong
    context.close()


def article_is_read_without_figures(browser, root):
    """Without scripts there are pictures with words; in print there are no buttons; motion is off where it is asked."""
    context = check.plain_context(browser, java_script_enabled=False)
    page = context.new_page()
    page.goto(root.replace("#", ARTICLE))
    pictures = page.locator("span.living img")
    assert pictures.count() == len(list(PICTURES.glob("*.svg"))), pictures.count()
    for picture in pictures.all():
        assert picture.is_visible() and len(picture.get_attribute("alt")) > 20
    context.close()
    context = check.plain_context(browser, reduced_motion="reduce")
    page = context.new_page()
    opened(page, root)
    timer = page.locator("figure.living .timer").first
    assert timer.evaluate("(it) => getComputedStyle(it).transitionDuration") == "0s"
    page.emulate_media(media="print")
    assert page.locator("#figure-lap svg").is_visible()
    assert not page.locator("#figure-lap button").first.is_visible()
    context.close()


def pictures_of(browser, root):
    """What each figure looks like where it begins, as a picture."""
    context = check.plain_context(
        browser, viewport={"width": WIDTH, "height": 900}, color_scheme="light", reduced_motion="reduce"
    )
    page = context.new_page()
    opened(page, root)
    check.laid_out(page)
    found = page.evaluate("Object.fromEntries([...living.figures].map(([name, it]) => [name, it.picture()]))")
    context.close()
    return found


def pictures_are_those_of_the_figures(browser, root):
    for name, text in pictures_of(browser, root).items():
        file = PICTURES / f"{name}.svg"
        assert file.read_text() == text, f"{file} is not what the figure shows: make article-pictures"


def main():
    folder, flag, pictures, *names = sys.argv[1:]
    assert flag == "--pictures", flag
    with sync_playwright() as playwright:
        browser = check.chromium_of(playwright)
        if not browser:
            return check.missing_browser("Chromium", "CHROMIUM", "chromium")
        for name, text in pictures_of(browser, f"file://{Path(folder).resolve()}/#").items():
            if not names or name in names:
                (Path(pictures) / f"{name}.svg").write_text(text)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
