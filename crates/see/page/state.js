// What the page shows now. Whoever draws listens; drawing happens once a frame.

const state = {
  run: null,
  queues: null,
  /** The moment that is shown */
  time: 0,
  /** The callback that runs then, or the last before it */
  step: 0,
  /** What the pointer is on: { step } or { job } */
  hover: null,
  view: 'timeline',
  playing: false,
  /** Callbacks of the runtime's own are stepped over */
  skips: true,
  /** Places of steps that a search has found, sorted */
  found: null,
};

const listeners = [];
const onChange = (listener) => listeners.push(listener);
const dirty = new Set();

/** Says that something has changed: 'moment', 'window', 'hover', 'theme', 'size', 'run', 'found'. */
function changed(...what) {
  if (dirty.size === 0) requestAnimationFrame(tellAll);
  for (const name of what) dirty.add(name);
}

function tellAll() {
  const names = new Set(dirty);
  dirty.clear();
  for (const listener of listeners) listener(names);
}

/** Goes to a callback: the moment is its end, when all it did is done. */
function goTo(step, { reveals = true } = {}) {
  const { run } = state;
  if (run.steps === 0) return;
  state.step = Math.max(0, Math.min(run.steps - 1, step));
  state.time = momentOf(state.step);
  if (reveals) axis.reveal(run.span.begin[state.step], run.span.end[state.step]);
  changed('moment');
}

/** Goes to the next callback, or the one before. */
function goBy(direction) {
  const { run } = state;
  let step = state.step + direction;
  while (state.skips && step > 0 && step < run.steps - 1 && !run.isOfScript[step]) step += direction;
  goTo(step);
}

/** A callback with others in it is looked at before the first of these begins. */
function momentOf(step) {
  const { begin, end } = state.run.span;
  const next = step + 1 < state.run.steps ? begin[step + 1] : Infinity;
  return next < end[step] ? Math.max(begin[step], next - 1) : end[step];
}

function goToTime(time) {
  const { run } = state;
  state.time = Math.max(0, Math.min(run.end, time));
  state.step = Math.max(0, run.stepAt(state.time));
  changed('moment');
}

/** Goes to the first callback of the next turn, or of one before. */
function goByTurn(direction) {
  const { run } = state;
  const turn = above(run.turn.begin, run.span.begin[state.step]) - 1;
  if (direction > 0) return goTo(turn + 1 < run.turns ? notBelow(run.span.begin, run.turn.begin[turn + 1]) : run.steps - 1);
  const first = turn >= 0 ? notBelow(run.span.begin, run.turn.begin[turn]) : 0;
  if (first < state.step) return goTo(first);
  goTo(turn > 0 ? notBelow(run.span.begin, run.turn.begin[turn - 1]) : 0);
}

const isRunning = () => {
  const { run, step, time } = state;
  return run.steps > 0 && run.span.begin[step] <= time && time <= run.span.end[step];
};
