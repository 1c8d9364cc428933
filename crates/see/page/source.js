// The source of the callback that is looked at, with its line marked.

/** Lines around the marked one that are shown of a long file. */
const AROUND = 400;

const WORDS = 'async await break case catch class const continue default delete do else export extends false finally for from function get if '
  + 'import in instanceof let new null of return set static super switch this throw true try typeof undefined var void while yield';

const TOKENS = new RegExp([
  String.raw`(?<comment>\/\/.*|\/\*.*?(?:\*\/|$))`,
  String.raw`(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|` + '`(?:[^`\\\\]|\\\\.)*`?)',
  String.raw`(?<word>\b(?:${WORDS.replaceAll(' ', '|')})\b)`,
  String.raw`(?<number>\b\d[\w.]*)`,
  String.raw`(?<call>\b[\w$]+(?=\())`,
].join('|'), 'g');

/** A line with its tokens in colours. Each line for itself: a text that goes on over lines is plain. */
function coloured(text) {
  const parts = [];
  let place = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > place) parts.push(text.slice(place, match.index));
    const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    parts.push(h(`span.${kind}`, null, match[0]));
    place = match.index + match[0].length;
  }
  parts.push(text.slice(place));
  return parts;
}

const shownSource = { file: -2, from: 0, to: 0, lines: new Map() };

/** How much time callbacks of each line took, by file: shown at the edge. */
const heat = { run: null, files: new Map() };

function heatOf(file) {
  const { run } = state;
  if (heat.run !== run) {
    heat.run = run;
    heat.files = new Map();
    for (let i = 0; i < run.steps; i++) {
      const spot = run.spotOf(i);
      if (spot < 0) continue;
      let lines = heat.files.get(run.spot.file[spot]);
      if (lines === undefined) heat.files.set(run.spot.file[spot], lines = new Map());
      const known = lines.get(run.spot.line[spot]) ?? { count: 0, time: 0 };
      known.count++;
      known.time += run.span.end[i] - run.span.begin[i];
      lines.set(run.spot.line[spot], known);
    }
  }
  return heat.files.get(file) ?? new Map();
}

function fillSource(file, middle) {
  const lines = state.run.sources.get(file);
  const body = document.querySelector('#source .body');
  const from = Math.max(0, middle - AROUND);
  const to = Math.min(lines.length, middle + AROUND);
  Object.assign(shownSource, { file, from, to, lines: new Map() });
  const times = heatOf(file);
  const most = Math.max(...[...times.values()].map(({ time }) => time), 1);
  const rows = [];
  for (let i = from; i < to; i++) {
    const taken = times.get(i + 1);
    const width = taken === undefined ? 0 : Math.max(2, Math.round((taken.time / most) * 26));
    const row = h('div.line', taken && {
      title: `${plural(taken.count, 'callback')}, ${formatDuration(taken.time)}. Click: the next one`,
      class: 'line runs', onclick: () => nextOfLine(file, i + 1),
    }, h('i', { style: `width:${width}px` }), h('b', null, String(i + 1)), h('code', null, coloured(lines[i])));
    shownSource.lines.set(i + 1, row);
    rows.push(row);
  }
  body.replaceChildren(...rows);
}

/** The next callback of a line after this one; round from the beginning. */
function nextOfLine(file, line) {
  const { run } = state;
  for (let i = 1; i <= run.steps; i++) {
    const step = (state.step + i) % run.steps;
    const spot = run.spotOf(step);
    if (spot >= 0 && run.spot.line[spot] === line && run.spot.file[spot] === file) return goTo(step);
  }
}

function drawSource() {
  const { run, step } = state;
  const name = byId('source-name');
  const resource = run.steps > 0 ? run.span.resource[step] : -1;
  const runs = resource >= 0 ? run.resource.runs[resource] : -1;
  const place = resource >= 0 ? run.resource.place[resource] : -1;
  const spot = runs >= 0 ? runs : place;
  for (const row of shownSource.lines.values()) row.classList.remove('now', 'asked');
  if (spot < 0) {
    const isScript = run.steps > 0 && run.span.lane[step] === SCRIPT;
    name.textContent = isScript ? 'the whole script runs' : 'no line is known of this callback: it is the runtime’s own';
    if (shownSource.file < 0 && run.sources.size > 0) fillSource(mainFile(), 0);
    return;
  }
  const [file, line] = [run.spot.file[spot], run.spot.line[spot]];
  const caller = run.texts[run.spot.function[spot]];
  name.textContent = `${run.spotName(spot)}${caller === '' || caller.includes('<anonymous>') ? '' : ` in ${caller}`}`;
  if (!run.sources.has(file)) return;
  if (file !== shownSource.file || line <= shownSource.from || line > shownSource.to) fillSource(file, line);
  mark(file, place, 'asked');
  const row = mark(file, spot, 'now');
  if (row) scrollTo(row);
}

/** The script itself: the file whose name the recording begins with. */
function mainFile() {
  const { run } = state;
  const program = (run.about.program ?? '').replace(/^\.\//, '');
  const files = [...run.sources.keys()];
  return files.find((file) => program !== '' && run.texts[file].endsWith(program)) ?? files[0];
}

function mark(file, spot, how) {
  if (spot < 0 || state.run.spot.file[spot] !== file) return undefined;
  const row = shownSource.lines.get(state.run.spot.line[spot]);
  row?.classList.add(how);
  return row;
}

function scrollTo(row) {
  const body = row.parentElement;
  const top = row.getBoundingClientRect().top - body.getBoundingClientRect().top + body.scrollTop;
  if (top < body.scrollTop + 30 || top > body.scrollTop + body.clientHeight - 60) body.scrollTop = top - body.clientHeight / 3;
}
