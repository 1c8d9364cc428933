// The learner's view: one turn as a wheel of six phases, both queues in its hub.

const SECTORS = [
  { lane: 1, queue: 0, name: 'timers', plain: 'setTimeout, setInterval' },
  { lane: 2, queue: 1, name: 'pending', plain: 'put off by the last turn' },
  { lane: 3, queue: -1, name: 'idle, prepare', plain: "the loop's own work" },
  { lane: 4, queue: 2, name: 'poll', plain: 'files, sockets, children' },
  { lane: 5, queue: 3, name: 'check', plain: 'setImmediate' },
  { lane: 6, queue: 4, name: 'closing', plain: "'close' events" },
];

const [OUTER, INNER] = [300, 172];

/** A point of the wheel; 0 is at the top, and it goes round by the clock. */
function onWheel(turn, radius) {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function sectorPath(from, to) {
  const gap = 0.006;
  const point = (turn, radius) => onWheel(turn, radius).map((number) => number.toFixed(1)).join(' ');
  return `M${point(from + gap, OUTER)} A${OUTER} ${OUTER} 0 0 1 ${point(to - gap, OUTER)} L${point(to - gap * 1.6, INNER)} A${INNER} ${INNER} 0 0 0 ${point(from + gap * 1.6, INNER)} Z`;
}

function label(x, y, text, attributes) {
  return svg('text', { x, y, 'text-anchor': 'middle', ...attributes }, text);
}

/** Dots for what waits in a queue: each one a callback, up to eight. */
function dots(x, y, count, colour) {
  const shown = Math.min(count, 8);
  const parts = [];
  for (let i = 0; i < shown; i++) parts.push(svg('circle', { cx: x + (i - (shown - 1) / 2) * 14, cy: y, r: 5, fill: colour }));
  if (count > shown) parts.push(label(x + shown * 7 + 16, y + 4, `+${formatCount(count - shown)}`, { class: 'small' }));
  return parts;
}

function sector(place, active) {
  const { lane, queue, name, plain } = SECTORS[place];
  const isActive = lane === active;
  const colour = `var(--lane-${lane})`;
  const [from, to] = [(place - 0.5) / 6, (place + 0.5) / 6];
  const [x, y] = onWheel(place / 6, (OUTER + INNER) / 2);
  const count = queue < 0 ? 0 : state.queues.at(queue, state.time, 1).count;
  return svg('g', { class: isActive ? 'sector active' : 'sector', style: `--colour: ${colour}` },
    svg('path', { d: sectorPath(from, to) }),
    label(x, y - 14, name, { class: 'phase' }),
    label(x, y + 5, plain, { class: 'small' }),
    queue >= 0 && count > 0 ? dots(x, y + 25, count, isActive ? 'var(--back)' : colour) : null);
}

/** One of the two queues in the hub. */
function hub(lane, queue, y, name, isActive) {
  const { count } = state.queues.at(queue, state.time, 1);
  return svg('g', { class: isActive ? 'hub active' : 'hub', style: `--colour: var(--lane-${lane})` },
    svg('rect', { x: -112, y: y - 42, width: 224, height: 84, rx: 14 }),
    label(0, y - 14, name, { class: 'phase' }),
    count > 0 ? dots(0, y + 16, count, isActive ? 'var(--back)' : `var(--lane-${lane})`) : label(0, y + 20, 'empty', { class: 'small' }));
}

/** An arrow outside of the wheel: where it turns. */
function direction() {
  const parts = [];
  for (let i = 0; i < 6; i++) {
    const turn = (i + 0.5) / 6;
    const [x, y] = onWheel(turn, OUTER + 14);
    parts.push(svg('path', { d: 'M-6 -7 L6 0 L-6 7', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(turn * 360).toFixed(1)})`, class: 'direction' }));
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
  const turn = run.turnAt(state.time);
  const needle = phase >= TIMERS && phase <= CLOSING ? (phase - 1) / 6 : -1;
  const picture = svg('svg', { viewBox: '-340 -350 680 700' },
    svg('circle', { r: OUTER + 14, class: 'rim' }),
    ...direction(),
    ...SECTORS.map((_, place) => sector(place, phase)),
    hub(TICKS, 5, -50, 'ticks', lane === TICKS),
    hub(MICROTASKS, 6, 50, 'microtasks', lane === MICROTASKS),
    needle < 0 ? null : svg('path', { d: 'M-13 -166 L0 -184 L13 -166 Z', transform: `rotate(${needle * 360})`, style: `fill: var(--lane-${phase})` }),
    label(0, -112, lane === SCRIPT ? 'the script runs' : turn >= 0 ? `turn ${formatCount(run.turn.number[turn])}` : 'between turns', { class: lane === SCRIPT ? 'turn script' : 'turn' }),
    label(0, 122, 'after every callback:', { class: 'small' }),
    label(0, 138, 'all ticks, then all microtasks', { class: 'small' }));
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
  const lane = run.span.lane[step];
  return [
    h('b', { style: `color: var(--lane-${lane})` }, sentence(step), '. '),
    spot >= 0 && h('code', null, run.lineText(spot)),
    place >= 0 && place !== spot && run.spot.line[place] !== run.spot.line[spot] ? ` It was asked for in line ${run.spot.line[place]}. ` : ' ',
    last > first ? `It printed ${plural(last - first, 'time')}. ` : '',
    asked.length > 0 ? `It asked for ${asked.join(', ')}.` : '',
  ].filter(Boolean);
}

function sentence(step) {
  const { run } = state;
  const lane = run.span.lane[step];
  const spot = run.spotOf(step);
  const at = spot >= 0 ? ` of line ${run.spot.line[spot]}` : '';
  if (lane === SCRIPT) return step === 0 ? 'The script runs from top to bottom' : 'The program is about to end';
  if (lane === TICKS) return `A tick${at} runs, before any microtask`;
  if (lane === MICROTASKS) return `A microtask${at} runs, as there are no ticks left`;
  const what = kindName(run.kind(step));
  return `${what[0].toUpperCase()}${what.slice(1)}${at}: called back in the ${LANES[lane].name} phase`;
}
