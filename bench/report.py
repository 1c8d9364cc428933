"""Results as a table, as JSON, and between the markers of the README."""

import json

BEGIN = "<!-- bench:begin -->"
END = "<!-- bench:end -->"


def number(value):
    """Three significant digits, and no more precision than a clock deserves."""
    if value is None:
        return "–"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(results):
    """Markdown: the best figure of each runtime, then how many times a peer's figure rondo's is."""
    names = list(results["runtimes"])
    peers = [name for name in names if name != "rondo"] if "rondo" in names else []
    heads = [f"{name} {results['runtimes'][name]}" for name in names]
    ratios = [f"rondo ÷ {peer}" for peer in peers]
    lines = ["| lower is better | " + " | ".join(heads + ratios) + " |"]
    lines.append("| --- |" + " ---: |" * (len(heads) + len(ratios)))
    for case in results["cases"]:
        best = case["best"]
        known = [value for value in best.values() if value is not None]
        cells = []
        for name in names:
            text = number(best.get(name))
            winner = known and best.get(name) == min(known)
            cells.append(f"**{text}**" if winner else text)
        cells += [ratio(best.get("rondo"), best.get(peer)) for peer in peers]
        lines.append(f"| {case['title']}, {case['unit']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def ratio(own, other):
    return f"{own / other:.2f}" if own and other else "–"


def markdown(results):
    rounds = results["rounds"]
    times = f"{rounds} rounds" if rounds > 1 else "1 round"
    return f"{table(results)}\nBest of {times}, {results['date']}, on {results['machine']}.\n"


def write(results, folder, name, chart):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(results, indent=2) + "\n")
    (folder / f"{name}.md").write_text(markdown(results))
    (folder / f"{name}.svg").write_text(chart)


def into_readme(results, readme):
    """Puts the table between the two markers of the README."""
    text = readme.read_text()
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise SystemExit(f"bench: {readme.name} has no {BEGIN} and {END}")
    readme.write_text(f"{before}{BEGIN}\n{markdown(results)}{END}{after}")
