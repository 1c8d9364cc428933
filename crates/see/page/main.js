// Puts it together.

function setRun(data) {
  const run = new Run(data);
  const { time } = state;
  state.run = run;
  state.queues = new Queues(run);
  state.found = foundBy(searched());
  peaks = null;
  shownSource.file = -2;
  isOverviewOld = true;
  axis.prepare(run);
  state.time = Math.min(time, run.end);
  state.step = Math.max(0, run.stepAt(state.time));
  const name = (run.about.program ?? '').split('/').pop();
  if (name !== '' && name.length < 60) {
    byId('program').textContent = name;
    if (document.body.dataset.live) document.title = `${name} · rondo see`;
  }
  drawFacts();
  changed('run', 'size', 'moment');
}

function drawFacts() {
  const { run } = state;
  const parts = [formatDuration(run.end), plural(run.turns, 'turn'), plural(run.steps, 'callback'), plural(run.events, 'event')];
  const end = h(run.code === 0 || isLive() ? 'span' : 'span.error', null, endOfRun(run));
  byId('facts').replaceChildren(...parts.map((part) => h('span', null, part)), end);
}

const isLive = () => document.body.dataset.live === 'runs';

function endOfRun(run) {
  if (run.code !== null) return `exit code ${run.code}`;
  if (isLive()) return 'still running';
  return document.body.dataset.live === 'lost' ? 'rondo see has ended: nothing new comes' : 'killed, or cut off';
}

function drawWhere() {
  const { run, step, time } = state;
  if (run.steps === 0) return byId('where').replaceChildren('nothing ran');
  const isNow = isRunning();
  byId('where').replaceChildren(
    h('b', { style: `color: var(--lane-${run.span.lane[step]})` }, isNow ? describeKind(step) : 'after it'),
    h('span', null, `callback ${formatCount(step + 1)} of ${formatCount(run.steps)}`),
    h('span', null, run.turnName(time)),
    h('span', null, `at ${formatClock(time, 1e3)}`));
  byId('axis').textContent = `axis: ${axis.mode}`;
  byId('only').setAttribute('aria-pressed', String(state.skips));
}

function drawLogo() {
  byId('logo').replaceChildren(...[1, 2, 3, 4, 5, 6].map((lane) => {
    const [x1, y1] = onWheel((lane - 1.4) / 6, 13);
    const [x2, y2] = onWheel((lane - 0.6) / 6, 13);
    return svg('path', { d: `M${16 + x1} ${16 + y1} A13 13 0 0 1 ${16 + x2} ${16 + y2}`, style: `stroke: var(--lane-${lane})` });
  }), ...[[13, TICKS], [20, MICROTASKS]].map(([y, lane]) => svg('circle', { cx: 16, cy: y, r: 2.6, style: `fill: var(--lane-${lane})` })));
}

function draw(what) {
  if (state.run === null) return;
  if (what.has('theme') || what.has('run')) readTheme();
  if (what.has('theme') || what.has('size') || what.has('run')) {
    arrange();
    isOverviewOld = true;
  }
  drawTimeline();
  if (what.has('moment') || what.has('run')) {
    drawWhere();
    drawSource();
    drawQueues();
    drawConsole();
  }
  if (what.has('window')) drawWhere();
  if (['moment', 'run', 'found', 'tab'].some((name) => what.has(name))) drawSide();
  drawWheel();
}

function say(text) {
  byId('where').replaceChildren(h('b.error', null, text));
}

/** Up to so many callbacks the axis is that of order at first. */
const FEW = 150;

async function start() {
  const element = byId('run');
  drawLogo();
  fillHelp();
  setView(location.hash === '#wheel' ? 'wheel' : 'timeline');
  onChange(draw);
  listenToKeys();
  listenToPointer();
  new ResizeObserver(() => changed('size')).observe(byId('stage'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => changed('theme'));
  const begin = (data) => {
    setRun(data);
    // Few callbacks: their order says more than the time, most of which the loop slept.
    if (state.run.steps <= FEW) axis.toggle();
    axis.showScript();
    goTo(0, { reveals: false });
  };
  if (element.hasAttribute('data-live')) {
    await follow((data) => (state.run === null ? begin(data) : takeNew(data)));
  } else {
    begin(readRun(await inflate(fromBase64(element.textContent))));
    element.remove();
  }
}

// For whoever drives the page: tests, and people in the browser's console.
window.see = {
  state, axis, goTo, goToTime, find, ACTIONS, QUEUES, LANES,
  /** Draws at once: to measure it */
  draw: () => draw(new Set(['moment', 'window'])),
  /** The middle of a lane on the canvas */
  rowOf(lane) {
    const row = layout.find((other) => other.lane === lane);
    return row.y + row.height / 2;
  },
  ready: start(),
};
window.see.ready.catch((error) => say(`The page cannot be shown: ${error.message}`));
