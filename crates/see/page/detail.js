// What there is to know of the callback that is looked at.

/** What kind of callback it is, in words. */
function describeKind(step) {
  const { run } = state;
  const kind = kindName(run.kind(step));
  const lane = run.span.lane[step];
  if (lane === SCRIPT && run.span.resource[step] < 0) return run.kind(step);
  if (lane === TICKS) return 'tick';
  if (lane === MICROTASKS) return run.kind(step) === 'PROMISE' ? 'microtask: a promise' : 'microtask';
  return `${kind}, in ${LANES[lane].name}`;
}

/** One line that says where a step is. */
function describeStep(step) {
  const { run } = state;
  const spot = run.spotOf(step);
  return `${describeKind(step)}${spot >= 0 ? `, ${run.spotName(spot)}` : ''}`;
}

/** A link to another callback. */
function stepLink(step, more) {
  const { run } = state;
  const spot = run.spotOf(step);
  return h('button.step', { onclick: () => goTo(step), title: `callback ${formatCount(step + 1)}` },
    h('i.dot', { style: `background: var(--lane-${run.span.lane[step]})` }),
    h('b', null, spot >= 0 ? run.spotName(spot) : kindName(run.kind(step))),
    h('code', null, run.lineText(spot)),
    more && h('em', null, more));
}

function spotLine(spot) {
  const { run } = state;
  return h('span', null, h('b', null, run.spotName(spot)), ' ', h('code', null, run.lineText(spot)));
}

function fact(name, ...values) {
  return [h('dt', null, name), h('dd', null, ...values)];
}

function factsOf(step) {
  const { run } = state;
  const { span, resource } = run;
  const made = span.resource[step];
  const waited = run.waited(step);
  const facts = [];
  const [runs, place] = made >= 0 ? [resource.runs[made], resource.place[made]] : [-1, -1];
  if (runs >= 0) facts.push(fact('runs', spotLine(runs)));
  // Mostly a function stands where it is handed over: once is enough then.
  if (place >= 0 && run.spotName(place) !== run.spotName(runs)) facts.push(fact('asked for', spotLine(place)));
  facts.push(fact('began', span.begin[step] === 0 ? 'with the start of the program' : formatClock(span.begin[step], 1e3)));
  facts.push(fact('took', formatDuration(span.end[step] - span.begin[step])));
  const delay = run.delayOf(made);
  if (delay) facts.push(fact('set for', delay));
  if (waited !== undefined) facts.push(fact('after', formatDuration(waited), ' since it was asked for'));
  if (span.bytes[step] >= 0) facts.push(fact('with', formatBytes(span.bytes[step])));
  if (span.error[step] !== 0) facts.push(fact('error', h('b.error', null, String(Math.abs(span.error[step])))));
  if (run.isOfScript[step] === 0) facts.push(fact('of', 'the runtime itself'));
  if (made >= 0) facts.push(fact('is', `${run.kind(step)}, async id ${formatCount(resource.id[made])}`));
  const job = run.jobOf.get(step);
  if (job !== undefined) {
    const { thread, queued, begin, end } = run.job;
    const [work, waiting] = [end[job] - begin[job], begin[job] - queued[job]].map(formatDuration);
    facts.push(fact('pool', `thread ${thread[job]}, ${work} of work after ${waiting} in the pool's queue`));
  }
  return facts;
}

/** What a callback asked for that never ran. */
function neverRan(step) {
  const { run } = state;
  const list = [];
  for (const resource of run.madeIn.of(step)) {
    if (list.length >= 20) break;
    if (run.spansOf.of(resource).length === 0 && run.texts[run.resource.kind[resource]] !== 'PROMISE') list.push(resource);
  }
  return list;
}

function detailView() {
  const { run, step } = state;
  if (run.steps === 0) return [h('p', null, 'Nothing ran in this recording.')];
  const lane = run.span.lane[step];
  const children = run.caused.of(step);
  const never = neverRan(step);
  const cause = run.span.cause[step];
  return [
    h('h3.title', { style: `--colour: var(--lane-${lane})` }, describeKind(step)),
    h('dl', null, ...factsOf(step).flat()),
    h('h4', null, 'Asked for by'),
    cause >= 0 ? stepLink(cause) : h('p.note', null, lane === SCRIPT ? 'the program itself' : 'the loop, or what is not in the recording'),
    h('h4', null, children.length === 0 ? 'It asked for nothing that ran' : `It asked for ${formatCount(children.length)}`),
    ...[...children.subarray(0, 40)].map((child) => stepLink(child, `${formatDuration(run.span.begin[child] - run.span.asked[child])} later`)),
    children.length > 40 && h('p.note', null, `and ${formatCount(children.length - 40)} more`),
    never.length > 0 && h('h4', null, 'Asked for, and never ran'),
    ...never.map((resource) => h('p.note', null, kindName(run.texts[run.resource.kind[resource]]), ' ', spotOrNothing(run.resource.place[resource]))),
  ].filter(Boolean);
}

const spotOrNothing = (spot) => (spot >= 0 ? spotLine(spot) : '');
