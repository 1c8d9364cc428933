"""The results as a picture: a bar for each runtime in each case, node's bar being the measure.

Drawn in colours that can be read on a light page and on a dark one; the background is left open.
"""

from html import escape

from report import number

WIDTH = 760
LEFT = 70
NODE_LENGTH = 230
LONGEST = 560
BAR = 12
ROW = 17
CASE_HEAD = 26
CASE_GAP = 12
TOP = 44
TEXT = "#7d8590"
COLOURS = {"rondo": "#e8590c", "node": "#4f9d5d", "deno": "#7b87c6", "bun": "#b98a4e"}


def draw(results):
    names = list(results["runtimes"])
    parts = []
    y = TOP
    for case in results["cases"]:
        parts.append(text(0, y + 12, f"{case['title']}", size=13, weight="600"))
        y += CASE_HEAD
        scale = length_of_one(case["best"])
        for name in names:
            parts.append(bar(y, name, case["best"].get(name), scale, case["unit"]))
            y += ROW
        y += CASE_GAP
    heading = "Bars are scaled to node's: shorter is better. Dots: too long to draw."
    parts.insert(0, text(0, 18, heading, size=12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
        f'font-family="system-ui, sans-serif" role="img" aria-label="Benchmark results">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def length_of_one(best):
    """Pixels for one unit of this case: node's bar has the same length in every case."""
    known = [value for value in best.values() if value]
    measure = best.get("node") or (max(known) if known else 1)
    return NODE_LENGTH / measure


def bar(y, name, value, scale, unit):
    label = text(LEFT - 8, y + 10, name, size=12, anchor="end")
    if value is None:
        return label + text(LEFT, y + 10, "did not run", size=12)
    length = max(2, value * scale)
    colour = COLOURS.get(name, TEXT)
    shown = min(length, LONGEST)
    shape = f'<rect x="{LEFT}" y="{y}" width="{shown:.1f}" height="{BAR}" rx="2" fill="{colour}"/>'
    if length > LONGEST:
        shape += open_end(LEFT + LONGEST, y, colour)
        shown += 22
    return label + shape + text(LEFT + shown + 6, y + 10, f"{number(value)} {unit}", size=12)


def open_end(x, y, colour):
    """Three dots after a bar that would leave the picture."""
    centre = y + BAR / 2
    return "".join(
        f'<circle cx="{x + 6 + step * 6}" cy="{centre}" r="2" fill="{colour}"/>' for step in range(3)
    )


def text(x, y, content, size, weight="400", anchor="start"):
    return (
        f'<text x="{x:.0f}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{TEXT}">{escape(content)}</text>'
    )
