// The tabs beside the panes: this callback, the slowest, choices, what a search found, about.

let tab = 'Callback';
const cache = { run: null };

function cached(name, make) {
  if (cache.run !== state.run) {
    for (const key of Object.keys(cache)) delete cache[key];
    cache.run = state.run;
  }
  return cache[name] ??= make();
}

/** The callbacks that took longest, and the lines that took most. */
function slowest() {
  const { span } = state.run;
  const order = Array.from({ length: state.run.steps }, (_, i) => i);
  const length = (i) => span.end[i] - span.begin[i];
  // Few are wanted of many: sort only those that are long.
  const lengths = Float64Array.from(order, length).sort();
  const least = lengths[Math.max(0, lengths.length - 60)];
  return order.filter((i) => length(i) >= least).sort((a, b) => length(b) - length(a)).slice(0, 60);
}

function busiestLines() {
  const { run } = state;
  const lines = new Map();
  for (let i = 0; i < run.steps; i++) {
    const spot = run.spotOf(i);
    if (spot < 0) continue;
    const known = lines.get(spot) ?? { count: 0, time: 0, first: i };
    known.count++;
    known.time += run.span.end[i] - run.span.begin[i];
    lines.set(spot, known);
  }
  return [...lines.values()].sort((a, b) => b.time - a.time).slice(0, 12);
}

function slowestView() {
  const { run } = state;
  return [
    h('h4', null, 'The slowest callbacks'),
    ...cached('slowest', slowest).map((step) => stepLink(step, formatDuration(run.span.end[step] - run.span.begin[step]))),
    h('h4', null, 'The lines that took most'),
    ...cached('lines', busiestLines).map(({ count, time, first }) => stepLink(first, `${formatDuration(time)} in ${formatCount(count)}`)),
  ];
}

function choicesView() {
  const { choice, texts } = state.run;
  const count = choice.time.length;
  if (count === 0) return [h('p.note', null, 'No order was left open in this run, or nobody asked: runs with --seed or --choices have them.')];
  const rows = [];
  for (let i = 0; i < Math.min(count, 300); i++) {
    const name = texts[choice.point[i]];
    const [about, answers] = CHOICES[name] ?? [name, []];
    const answer = answers[choice.chosen[i]] ?? `${choice.chosen[i] + 1} of ${choice.of[i]}`;
    const classes = choice.chosen[i] === 0 ? 'button.step.choice' : 'button.step.choice.other';
    rows.push(h(classes, { onclick: () => goToTime(choice.time[i]) },
      h('b', null, answer), h('em', null, `${name}:${choice.nth[i]}`), h('code', null, about)));
  }
  const unusual = choice.chosen.filter((chosen) => chosen !== 0).length;
  return [h('h4', null, `${plural(count, 'order')} left open, ${formatCount(unusual)} taken otherwise than usual`), ...rows,
    count > 300 && h('p.note', null, `and ${formatCount(count - 300)} more`)].filter(Boolean);
}

/** Callbacks that have a text in their kind, function, place or line. What they have in common is looked at once. */
function search(query) {
  const { run } = state;
  const wanted = query.toLowerCase();
  const known = new Map();
  const found = [];
  for (let i = 0; i < run.steps; i++) {
    const spot = run.spotOf(i);
    const resource = run.span.resource[i];
    const place = resource >= 0 ? run.resource.place[resource] : -1;
    const key = `${run.span.kind[i]} ${spot} ${place}`;
    let fits = known.get(key);
    if (fits === undefined) {
      const spots = [spot, place].filter((other) => other >= 0);
      const words = [run.kind(i), kindName(run.kind(i)), LANES[run.span.lane[i]].name,
        ...spots.flatMap((other) => [run.spotName(other), run.lineText(other), run.texts[run.spot.function[other]]])];
      known.set(key, fits = words.some((word) => word.toLowerCase().includes(wanted)));
    }
    if (fits) found.push(i);
  }
  return found;
}

/** Callbacks that printed a text. */
function searchOutput(query) {
  const { run } = state;
  const wanted = query.toLowerCase();
  const found = [];
  for (let i = 0; i < run.output.time.length && found.length < 1000; i++) {
    if (run.outputText(i).toLowerCase().includes(wanted)) found.push(Math.max(0, run.stepAt(run.output.time[i])));
  }
  return found;
}

function find(query) {
  state.found = foundBy(query);
  if (query !== '') tab = 'Found';
  changed('found');
}

function foundBy(query) {
  return query === '' ? null : Int32Array.from(new Set([...search(query), ...searchOutput(query)])).sort();
}

/** Goes to the next callback that was found, or the one before. */
function goToFound(direction) {
  const { found, step } = state;
  if (found === null || found.length === 0) return;
  const place = direction > 0 ? above(found, step) : notBelow(found, step) - 1;
  goTo(found[(place + found.length) % found.length]);
}

function foundView() {
  const { found, run, step } = state;
  if (found === null) return [h('p.note', null, 'Type into the search field (/): a line, a function, a kind, a file, or what was printed.')];
  const first = Math.max(0, Math.min(found.length - 100, notBelow(found, step) - 20));
  return [h('h4', null, `${plural(found.length, 'callback')} found. Enter: the next one`),
    ...[...found.subarray(first, first + 100)].map((place) => stepLink(place, formatClock(run.span.begin[place], 1e4)))];
}

function percentile(sorted, part) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** A lane's part of the time, as a bar. */
function share(name, lane, count, time, part) {
  return count > 0 && h('div.share', { style: `--colour: var(--lane-${lane}); --part: ${100 * part}%` },
    h('b', null, name), h('span', null, plural(count, 'callback')), h('em', null, formatDuration(time)));
}

function aboutView() {
  const { run } = state;
  const held = cached('held', () => run.held.slice().sort());
  const timeIn = LANES.map((_, lane) => run.rows[lane].sums.at(-1));
  const all = timeIn.reduce((a, b) => a + b, 0) || 1;
  const [half, nearly] = [0.5, 0.99].map((part) => formatDuration(percentile(held, part)));
  const started = Number(run.about.started);
  // How it was recorded says nothing of the program.
  const options = (run.about.options ?? '').split('\n').filter((option) => !option.startsWith('--record')).join(' ');
  return [
    h('h4', null, 'Where the time of callbacks went'),
    ...LANES.map((lane, i) => share(lane.name, i, run.rows[i].begins.length, timeIn[i], timeIn[i] / all)).filter(Boolean),
    h('h4', null, 'The loop'),
    h('dl', null, ...[
      fact('busy', `${(100 * utilization(0, run.end)).toFixed(1)} % of ${formatDuration(run.end)}`),
      fact('held', `a turn: ${half} or less half of the time, ${nearly} in 99 of 100, ${formatDuration(held.at(-1) ?? 0)} at most`),
      fact('pool', run.job.thread.length === 0 ? 'not used' : `${plural(run.job.thread.length, 'job')} on ${plural(run.threads.length, 'thread')}`),
    ].flat()),
    h('h4', null, 'The recording'),
    h('dl', null, ...[
      fact('program', run.about.program ?? ''),
      run.about.arguments && fact('arguments', run.about.arguments.replaceAll('\n', ' ')),
      options !== '' && fact('options', options),
      fact('in', run.about.cwd ?? ''),
      Number.isFinite(started) && fact('at', new Date(started).toISOString().replace('T', ' ').slice(0, 19), ' UTC'),
      fact('events', formatCount(run.events)),
      fact('ended', run.code === null ? 'the recording does not have the end' : `with exit code ${run.code}`),
    ].filter(Boolean).flat()),
  ];
}

const TABS = { Callback: detailView, Slowest: slowestView, Choices: choicesView, Found: foundView, About: aboutView };

function drawSide() {
  const bar = document.querySelector('#side .tabs');
  bar.replaceChildren(...Object.keys(TABS).map((name) => h('button', {
    role: 'tab', 'aria-selected': String(name === tab), onclick: () => { tab = name; changed('tab'); },
  }, name)));
  const body = document.querySelector('#side .body');
  body.replaceChildren(...TABS[tab]());
}
