// The pointer on the timeline: wheel, drag, click, hover.

const tip = byId('tip');

/** The callback or job under a place on the canvas. */
function under(x, y) {
  const row = layout.find((other) => y >= other.y && y < other.y + other.height);
  if (row === undefined || row.plot || x < axis.left) return null;
  const list = row.thread === undefined ? [state.run.deeper[row.lane], state.run.rows[row.lane]] : [row.row];
  for (const intervals of list) {
    const place = nearest(intervals, x);
    if (place >= 0) return row.thread === undefined ? { step: intervals.spans[place] } : { job: intervals.spans[place] };
  }
  return null;
}

/** The interval at a place, or one that is a few pixels away. */
function nearest(row, x) {
  const time = axis.timeAt(x);
  const at = row.at(time);
  if (at >= 0) return at;
  const next = above(row.begins, time);
  const distances = [next - 1, next].filter((place) => place >= 0 && place < row.begins.length).map((place) => {
    const away = place < next ? x - axis.x(row.ends[place]) : axis.x(row.begins[place]) - x;
    return { place, away };
  });
  const best = distances.sort((a, b) => a.away - b.away)[0];
  return best !== undefined && best.away <= 4 ? best.place : -1;
}

/** A place on the overview, in units of the axis. */
const overviewUnit = (x) => ((x - axis.left) / axis.width) * axis.whole * 1.04 - axis.whole * 0.02;

function showTip(found, x, y) {
  if (found === null) {
    tip.hidden = true;
    return;
  }
  tip.replaceChildren(...(found.step === undefined ? jobTip(found.job) : stepTip(found.step)));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(x + 14, window.innerWidth - box.width - 8);
  const top = y + 18 + box.height > window.innerHeight ? y - box.height - 12 : y + 18;
  tip.style.transform = `translate(${Math.max(4, left)}px, ${top}px)`;
}

function stepTip(step) {
  const { run } = state;
  const spot = run.spotOf(step);
  const waited = run.waited(step);
  const children = run.caused.of(step).length;
  return [
    h('b', null, h('i.dot', { style: `background: var(--lane-${run.span.lane[step]})` }), describeKind(step)),
    spot >= 0 && h('code', null, `${run.spotName(spot)}  ${run.lineText(spot)}`.slice(0, 90)),
    h('span', null, `took ${formatDuration(run.span.end[step] - run.span.begin[step])}`,
      waited === undefined ? '' : `, asked for ${formatDuration(waited)} before`,
      children > 0 ? `, asked for ${formatCount(children)} more` : ''),
  ].filter(Boolean);
}

function jobTip(number) {
  const { job } = state.run;
  const [work, waiting] = [job.end[number] - job.begin[number], job.begin[number] - job.queued[number]].map(formatDuration);
  return [
    h('b', null, `job on thread ${job.thread[number]} of the pool`),
    h('code', null, jobText(number).join('  ').slice(0, 90)),
    h('span', null, `took ${work}, waited ${waiting} for a thread`),
  ];
}

function listenToPointer() {
  let drag = null;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const [x] = place(event);
    const lines = event.deltaMode === 1 ? 30 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) axis.pan((event.deltaX || event.deltaY) * lines);
    else axis.zoom(Math.exp(event.deltaY * lines * 0.0016), x);
  }, { passive: false });
  canvas.addEventListener('pointerdown', (event) => {
    const [x, y] = place(event);
    canvas.setPointerCapture(event.pointerId);
    drag = { x, start: x, y, isOverview: y < OVERVIEW, moved: false };
    if (drag.isOverview) centre(x);
  });
  canvas.addEventListener('pointermove', (event) => {
    const [x, y] = place(event);
    if (drag === null) {
      state.hover = under(x, y);
      canvas.style.cursor = state.hover === null ? 'default' : 'pointer';
      showTip(state.hover, event.clientX, event.clientY);
      return changed('hover');
    }
    if (drag.isOverview) return centre(x);
    if (Math.abs(x - drag.start) > 3) drag.moved = true;
    if (drag.moved) axis.pan(drag.x - x);
    drag.x = x;
  });
  canvas.addEventListener('pointerup', (event) => {
    const [x, y] = place(event);
    const wasClick = drag !== null && !drag.moved && !drag.isOverview;
    drag = null;
    if (wasClick) click(x, y);
  });
  canvas.addEventListener('pointerleave', () => {
    state.hover = null;
    tip.hidden = true;
    changed('hover');
  });
  canvas.addEventListener('dblclick', (event) => {
    const found = under(...place(event));
    if (found?.step !== undefined) zoomTo(found.step);
  });
  function centre(x) {
    const half = (axis.to - axis.from) / 2;
    const unit = overviewUnit(x);
    axis.show(unit - half, unit + half);
  }
}

function click(x, y) {
  const found = under(x, y);
  if (found?.step !== undefined) return goTo(found.step, { reveals: false });
  const span = found === null ? -1 : state.run.job.span[found.job];
  if (span >= 0) return goTo(span, { reveals: false });
  if (x >= axis.left) goToTime(axis.timeAt(x));
}

/** A callback in the middle, with some of what is around it. */
function zoomTo(step) {
  const { begin, end } = state.run.span;
  const length = Math.max(1000, end[step] - begin[step]);
  if (axis.mode === 'time') axis.showTimes(begin[step] - length * 2, begin[step] + length * 3);
  else axis.show(axis.unit(begin[step]) - 8, axis.unit(end[step]) + 8);
}

function zoomToTurn() {
  const { run } = state;
  const turn = Math.max(0, above(run.turn.begin, state.time) - 1);
  if (run.turns === 0) return;
  const [from, to] = [run.turn.begin[turn], run.turn.end[turn]].map((time) => axis.unit(time));
  const margin = (to - from) * 0.04;
  axis.show(from - margin, to + margin);
}
