// What lies over the lanes: the moment, the callback that is looked at, arrows to what asked for it and what it asked for.

/** Arrows of one callback at most. */
const MOST_ARROWS = 60;

/** Where a callback is drawn: its box, within what can be seen. */
function boxOf(step) {
  const { run } = state;
  const row = layout.find((other) => other.lane === run.span.lane[step]);
  const from = axis.x(run.span.begin[step]);
  const to = Math.max(from + 1.5, axis.x(run.span.end[step]));
  return { from, to, top: row.y + 3, height: row.height - 8, middle: row.y + row.height / 2 };
}

function outline(step, colour, width) {
  const box = boxOf(step);
  if (box.to < axis.left || box.from > right()) return;
  const from = Math.max(box.from, axis.left - 4);
  const to = Math.min(box.to, right() + 4);
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.roundRect(from - 1.5, box.top - 1.5, to - from + 2, box.height + 3, 4);
  g.stroke();
}

/** A curve from a moment in one callback to the beginning of another. */
function arrow(fromStep, asked, toStep, colour, alpha) {
  const from = boxOf(fromStep);
  const to = boxOf(toStep);
  const startX = Math.max(from.from, Math.min(from.to, axis.x(asked)));
  const endX = to.from;
  if (Math.max(startX, endX) < axis.left - 2 || Math.min(startX, endX) > right() + 2) return;
  const isSame = Math.abs(from.middle - to.middle) < 2;
  const startY = isSame ? from.top : from.middle + (to.middle > from.middle ? from.height / 2 : -from.height / 2);
  const endY = isSame ? to.top : to.middle + (to.middle > from.middle ? -to.height / 2 : to.height / 2) * 0.6;
  const bend = Math.min(120, Math.max(14, Math.abs(endX - startX) * 0.4));
  g.globalAlpha = alpha;
  g.strokeStyle = colour;
  g.lineWidth = 1.6;
  g.beginPath();
  g.moveTo(startX, startY);
  if (isSame) {
    const lift = Math.min(22, 8 + Math.abs(endX - startX) * 0.1);
    g.bezierCurveTo(startX, startY - lift, endX - 8, endY - lift, endX, endY);
  } else {
    g.bezierCurveTo(startX, startY + (endY - startY) * 0.5, endX - bend, endY, endX - 1, endY);
  }
  g.stroke();
  g.fillStyle = colour;
  g.beginPath();
  if (isSame) {
    g.moveTo(endX, endY);
    g.lineTo(endX - 6, endY - 5);
    g.lineTo(endX + 1, endY - 7);
  } else {
    g.moveTo(endX, endY);
    g.lineTo(endX - 7, endY - 3.5);
    g.lineTo(endX - 7, endY + 3.5);
  }
  g.fill();
  g.globalAlpha = 1;
}

/** Arrows to a callback and from it. */
function arrowsOf(step, alpha) {
  const { run } = state;
  const cause = run.span.cause[step];
  if (cause >= 0) arrow(cause, run.span.asked[step], step, ink.accent, alpha);
  const children = run.caused.of(step);
  for (let i = 0; i < Math.min(children.length, MOST_ARROWS); i++) {
    const child = children[i];
    arrow(step, run.span.asked[child], child, ink.lanes[run.span.lane[child]], alpha * 0.85);
  }
}

/** Where the pool did the work of a callback. */
function drawJob(step) {
  const job = state.run.jobOf.get(step);
  if (job === undefined) return;
  const row = layout.find((other) => other.thread === state.run.job.thread[job]);
  if (row === undefined) return;
  const [begin, end] = [axis.x(state.run.job.begin[job]), axis.x(state.run.job.end[job])];
  const box = boxOf(step);
  g.strokeStyle = ink.soft;
  g.lineWidth = 1.4;
  g.setLineDash([4, 3]);
  g.beginPath();
  g.moveTo(Math.max(begin + 1, end), row.y + 3);
  g.lineTo(box.from, box.top + box.height);
  g.stroke();
  g.setLineDash([]);
}

/** Orders that were open, and jumps of virtual time: marks under the ruler. */
function drawMarks() {
  const { choice, jump } = state.run;
  const y = OVERVIEW + RULER - 4;
  for (const [times, colourOf] of [[choice.time, (i) => (choice.chosen[i] === 0 ? ink.faint : ink.accent)], [jump.time, () => ink.lanes[TIMERS]]]) {
    let last = -9;
    for (let i = notBelow(times, axis.timeAt(axis.left)); i < times.length; i++) {
      const x = axis.x(times[i]);
      if (x > right()) break;
      if (x < last + 2) {
        // No more than a mark every other pixel: the next one is looked for there.
        i = Math.max(i, notBelow(times, axis.timeAt(last + 2), i) - 1);
        continue;
      }
      last = x;
      g.fillStyle = colourOf(i);
      g.beginPath();
      g.moveTo(x - 3.5, y);
      g.lineTo(x, y - 3.5);
      g.lineTo(x + 3.5, y);
      g.lineTo(x, y + 3.5);
      g.fill();
    }
  }
}

function drawFound() {
  const { found, run } = state;
  if (found === null) return;
  const y = OVERVIEW + RULER - 5;
  g.fillStyle = ink.accent;
  let last = -1;
  for (const step of found) {
    const x = Math.round(axis.x(run.span.begin[step]));
    if (x === last || x < axis.left || x > right()) continue;
    last = x;
    g.fillRect(x, y, 2, 5);
  }
}

function drawMoment() {
  const x = axis.x(state.time);
  if (x < axis.left - 1 || x > right() + 1) return;
  g.fillStyle = ink.accent;
  g.fillRect(Math.round(x) - 0.5, OVERVIEW + 2, 1, size.height - OVERVIEW - 4);
  g.beginPath();
  g.moveTo(x - 5, OVERVIEW);
  g.lineTo(x + 5, OVERVIEW);
  g.lineTo(x, OVERVIEW + 7);
  g.fill();
}

function drawOverlay() {
  const { run, hover } = state;
  drawMarks();
  drawFound();
  if (run.steps === 0) return;
  if (hover?.step !== undefined && hover.step !== state.step) {
    outline(hover.step, ink.text, 1);
    arrowsOf(hover.step, 0.45);
  }
  drawMoment();
  arrowsOf(state.step, 0.95);
  drawJob(state.step);
  outline(state.step, ink.accent, 2);
}
