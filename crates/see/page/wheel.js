// The learner's view: one turn as a wheel of six phases, both queues in its hub.

const SECTORS = [
  { lane: 1, queue: 0, name: 'timers', plain: 'setTimeout, setInterval' },
  { lane: 2, queue: 1, name: 'pending', plain: 'put off by the last turn' },
  { lane: 3, queue: -1, name: 'idle, prepare', plain: "the loop's own work" },
  { lane: 4, queue: 2, name: 'poll', plain: 'files, sockets, children' },
  { lane: 5, queue: 3, name: 'check', plain: 'setImmediate' },
  { lane: 6, queue: 4, name: 'closing', plain: "'close' events" },
];

const [OUTER, INNER] = [312, 160];

/** A point of the wheel; 0 is at the top, and it goes round by the clock. */
function onWheel(turn, radius) {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function sectorPath(from, to) {
  const gap = 0.006;
  const point = (turn, radius) => onWheel(turn, radius).map((number) => number.toFixed(1)).join(' ');
  const outer = `M${point(from + gap, OUTER)} A${OUTER} ${OUTER} 0 0 1 ${point(to - gap, OUTER)}`;
  return `${outer} L${point(to - gap * 1.6, INNER)} A${INNER} ${INNER} 0 0 0 ${point(from + gap * 1.6, INNER)} Z`;
}

function label(x, y, text, attributes) {
  return svg('text', { x, y, 'text-anchor': 'middle', ...attributes }, text);
}

/** Pills for what waits in a queue, each with the number of its line. */
function pills(x, y, queue, most, isActive) {
  const { run } = state;
  const { count, list } = state.queues.at(queue, state.time, most);
  const lines = list.map((wait) => {
    const spot = run.spotOfResource(run.wait.resource[wait]);
    return { text: spot >= 0 ? String(run.spot.line[spot]) : '·', isNew: isNewWait(wait) };
  });
  if (count > list.length) lines.push({ text: `+${formatCount(count - list.length)}`, isMore: true });
  const widths = lines.map(({ text }) => Math.max(22, text.length * 9 + 10));
  let left = x - (widths.reduce((a, b) => a + b, 0) + 4 * (lines.length - 1)) / 2;
  return lines.map(({ text, isNew, isMore }, i) => {
    const width = widths[i];
    const middle = left + width / 2;
    left += width + 4;
    const classes = ['pill', isNew && 'new', isMore && 'more', isActive && 'inverse'].filter(Boolean).join(' ');
    return svg('g', { class: classes }, svg('rect', { x: middle - width / 2, y: y - 11, width, height: 22, rx: 11 }), label(middle, y + 5, text));
  });
}

function sector(place, active) {
  const { lane, queue, name, plain } = SECTORS[place];
  const isActive = lane === active;
  const colour = `var(--lane-${lane})`;
  const [from, to] = [(place - 0.5) / 6, (place + 0.5) / 6];
  const [x, y] = onWheel(place / 6, (OUTER + INNER) / 2);
  return svg('g', { class: isActive ? 'sector active' : 'sector', style: `--colour: ${colour}` },
    svg('path', { d: sectorPath(from, to) }),
    label(x, y - 18, name, { class: name.length > 10 ? 'phase long' : 'phase' }),
    label(x, y + 2, plain, { class: 'small' }),
    ...(queue >= 0 ? pills(x, y + 25, queue, 3, isActive) : []));
}

/** One of the two queues in the hub. */
function hub(lane, queue, y, name, isActive) {
  const { count } = state.queues.at(queue, state.time, 1);
  return svg('g', { class: isActive ? 'hub active' : 'hub', style: `--colour: var(--lane-${lane})` },
    svg('rect', { x: -100, y: y - 42, width: 200, height: 84, rx: 14 }),
    label(0, y - 14, name, { class: 'phase' }),
    ...(count > 0 ? pills(0, y + 15, queue, 5, isActive) : [label(0, y + 20, 'empty', { class: 'small' })]));
}

/** An arrow outside of the wheel: where it turns. */
function direction() {
  const parts = [];
  for (let i = 0; i < 6; i++) {
    const turn = (i + 0.5) / 6;
    const [x, y] = onWheel(turn, OUTER + 14);
    const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(turn * 360).toFixed(1)})`;
    parts.push(svg('path', { d: 'M-6 -7 L6 0 L-6 7', transform, class: 'direction' }));
  }
  return parts;
}

/** The phase that the loop is in at this moment; -1 outside of turns. */
function activePhase() {
  const { run, step, time } = state;
  const lane = run.steps > 0 && isRunning() ? run.span.lane[step] : -1;
  if (lane >= TIMERS && lane <= CLOSING) return lane;
  return run.phaseAt(time);
}

function drawWheel() {
  if (state.view !== 'wheel') return;
  const { run, step } = state;
  const lane = run.steps > 0 && isRunning() ? run.span.lane[step] : -1;
  const phase = activePhase();
  const needle = phase >= TIMERS && phase <= CLOSING ? (phase - 1) / 6 : -1;
  const picture = svg('svg', { viewBox: '-340 -350 680 700' },
    svg('circle', { r: OUTER + 14, class: 'rim' }),
    ...direction(),
    ...SECTORS.map((_, place) => sector(place, phase)),
    hub(TICKS, 5, -50, 'ticks', lane === TICKS),
    hub(MICROTASKS, 6, 50, 'microtasks', lane === MICROTASKS),
    needle < 0 ? null : svg('path', { d: 'M-13 -138 L0 -154 L13 -138 Z', transform: `rotate(${needle * 360})`, style: `fill: var(--lane-${phase})` }),
    label(0, -108, lane === SCRIPT ? 'the script runs' : run.turnName(state.time), { class: lane === SCRIPT ? 'turn script' : 'turn' }),
    label(0, 114, 'after every callback,', { class: 'small' }),
    label(0, 131, 'ticks first', { class: 'small' }));
  byId('wheel').replaceChildren(picture);
  byId('story').replaceChildren(...story());
}

/** The step in a sentence or two. */
function story() {
  const { run, step } = state;
  if (run.steps === 0) return ['Nothing ran.'];
  const spot = run.spotOf(step);
  const resource = run.span.resource[step];
  const place = resource >= 0 ? run.resource.place[resource] : -1;
  const [first, last] = run.outputsBetween(run.span.begin[step] - 1, state.time);
  const counts = new Map();
  for (const child of run.madeIn.of(step)) {
    const kind = run.texts[run.resource.kind[child]];
    if (kind === 'PROMISE') continue;
    counts.set(kindName(kind), (counts.get(kindName(kind)) ?? 0) + 1);
  }
  const asked = [...counts].map(([kind, count]) => plural(count, kind));
  const printed = last > first ? run.outputText(first).replace(/\x1b\[[\d;]*m/g, '').trim().split('\n')[0].trim() : '';
  return [
    h('b', { style: `color: var(--lane-${run.span.lane[step]})` }, sentence(step), '. '),
    spot >= 0 && h('code', null, run.lineText(spot)),
    place >= 0 && spot >= 0 && run.spot.line[place] !== run.spot.line[spot] ? ` It was asked for in line ${run.spot.line[place]}. ` : ' ',
    printed !== '' ? `It prints “${printed.length > 60 ? `${printed.slice(0, 59)}…` : printed}”. ` : '',
    asked.length > 0 ? `It asks for ${asked.join(', ')}.` : '',
  ].filter(Boolean);
}

/** What happens in a step, by its lane. */
const SENTENCES = {
  1: (what) => `The ${what} is due`,
  2: (what) => `The ${what} was put off, and comes now`,
  4: (what) => `There is news for the ${what}`,
  5: (what) => `The ${what} runs in check, right after poll`,
  6: () => 'What was closed is gone: the closing phase says so',
  7: (what) => `The ${what} runs before any microtask`,
  8: (what) => `The ${what} runs, as no ticks are left`,
};

function sentence(step) {
  const { run } = state;
  const lane = run.span.lane[step];
  const spot = run.spotOf(step);
  if (lane === SCRIPT) return step === 0 ? 'The script runs from top to bottom' : 'The program is about to end';
  const what = `${kindName(run.kind(step))}${spot >= 0 ? ` of line ${run.spot.line[spot]}` : ''}`;
  return (SENTENCES[lane] ?? ((name) => `The ${name} calls back`))(what);
}
