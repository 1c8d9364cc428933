// While the program runs: the data comes again whenever there is more of it.

/** As long as this is there, the server (`live.rs`) knows that the page is open and wants more. */
const staying = new AbortController();

/** Asks until the program has ended, or there is nobody to ask. Whoever looks at the last callback goes along. */
async function follow(take) {
  let have = 0;
  fetch('/stay', { signal: staying.signal }).catch(() => {});
  for (let isOver = false; !isOver;) {
    const more = await ask(have);
    if (more === null) return lose();
    isOver = more.isOver;
    have = more.size;
    document.body.dataset.live = isOver ? 'over' : 'runs';
    const start = performance.now();
    take(more.data);
    // A long recording takes a while to take in: most of the time is left for looking at it.
    const pause = Math.min(5000, 100 + 4 * (performance.now() - start));
    if (!isOver) await new Promise((done) => setTimeout(done, pause));
  }
  staying.abort();
}

/** What there is now; null if `rondo see` does not answer any more. */
async function ask(have) {
  try {
    const answer = await fetch(`/run?have=${have}`);
    if (!answer.ok) return null;
    const data = readRun(await inflate(await answer.arrayBuffer()));
    return { data, size: Number(answer.headers.get('x-size')), isOver: answer.headers.get('x-state') === 'over' };
  } catch {
    return null;
  }
}

/** What came so far can be looked at as before. */
function lose() {
  document.body.dataset.live = 'lost';
  if (state.run === null) say('rondo see has ended');
  else drawFacts();
}

/** Takes data that came later: the same moment stays, unless it was the last. */
function takeNew(data) {
  const before = state.run;
  const wasLast = before === null || state.step >= before.steps - 1;
  const wasAll = before === null || axis.to - axis.from >= axis.whole;
  const { from, to } = axis;
  setRun(data);
  if (before === null) return;
  if (wasAll) axis.showAll();
  else axis.show(from, to);
  if (wasLast) goTo(state.run.steps - 1);
}
