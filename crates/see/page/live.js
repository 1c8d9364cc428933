// While the program runs: the data comes again whenever there is more of it.

/** Asks until the program has ended. Whoever looks at the last callback goes along. */
async function follow(take) {
  let have = 0;
  for (let isOver = false; !isOver;) {
    const answer = await fetch(`/run?have=${have}`);
    if (!answer.ok) break;
    const data = readRun(await inflate(await answer.arrayBuffer()));
    isOver = answer.headers.get('x-state') === 'over';
    document.body.dataset.live = isOver ? 'over' : 'runs';
    have = Number(answer.headers.get('x-size'));
    const start = performance.now();
    take(data);
    // A long recording takes a while to take in: most of the time is left for looking at it.
    await new Promise((done) => setTimeout(done, isOver ? 0 : 100 + 4 * (performance.now() - start)));
  }
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
