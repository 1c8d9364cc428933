// The queues as they were, and what was printed until then.

/** Entries of a queue that are shown. */
const SHOWN = 12;

/** One that waits: a chip with its line. */
function chip(wait, isNew) {
  const { run } = state;
  const kind = kindName(run.texts[run.wait.kind[wait]]);
  const spot = run.spotOfResource(run.wait.resource[wait]);
  const span = run.wait.span[wait];
  const since = state.time - run.wait.enter[wait];
  const until = formatDuration(run.wait.leave[wait] - state.time);
  const isLast = run.wait.leave[wait] > run.end;
  const fate = span >= 0 ? `runs in ${until}` : isLast ? 'waits until the end' : `dropped in ${until}`;
  const text = run.lineText(spot);
  const delay = run.delayOf(run.wait.resource[wait]);
  return h(isNew ? 'button.chip.new' : 'button.chip', {
    title: `${kind}${delay && ` of ${delay}`}, for ${formatDuration(since)} in the queue; ${fate}`,
    onclick: () => { if (span >= 0) goTo(span); },
    disabled: span < 0,
  }, h('b', null, spot >= 0 ? String(run.spot.line[spot]) : '·'), h('span', null, text === '' ? kind : text),
  delay && h('em', null, delay));
}

const isNewWait = (wait) => isRunning() && state.run.wait.enter[wait] >= state.run.span.begin[state.step];

function drawQueues() {
  const rows = QUEUES.map((queue, number) => {
    const { count, list } = state.queues.at(number, state.time, SHOWN);
    return h(count === 0 ? 'div.queue.empty' : 'div.queue', { style: `--colour: var(--lane-${queue.lane})`, title: queue.about },
      h('h3', null, queue.name, h('span', null, count === 0 ? 'empty' : formatCount(count))),
      h('div.chips', null, list.map((wait) => chip(wait, isNewWait(wait))),
        count > list.length && h('span.more', null, `and ${formatCount(count - list.length)} more`)));
  });
  document.querySelector('#queues .body').replaceChildren(...rows);
}

/** Pieces of output that are shown at most. */
const MOST_OUTPUT = 400;

/** Text without what tells a terminal to change colours, but for bold. */
function plainText(text) {
  const parts = text.split(/\x1b\[([\d;]*)m/);
  const nodes = [];
  let isBold = false;
  parts.forEach((part, i) => {
    if (i % 2 === 1) isBold = part === '1' || (isBold && !['22', '0', ''].includes(part));
    else if (part !== '') nodes.push(isBold ? h('b', null, part) : part.replace(/\x1b\[[\d;?]*[A-Za-z]/g, ''));
  });
  return nodes;
}

function drawConsole() {
  const { run, step, time } = state;
  const [, count] = run.outputsBetween(-1, time);
  const begin = run.steps > 0 && isRunning() ? run.span.begin[step] : Infinity;
  const body = document.querySelector('#console .body');
  const pieces = [];
  const first = Math.max(0, count - MOST_OUTPUT);
  if (first > 0) pieces.push(h('div.more', null, `${formatCount(first)} before`));
  for (let i = first; i < count; i++) {
    const isNew = run.output.time[i] >= begin;
    const classes = ['span', run.output.to[i] === 2 && 'error', isNew && 'new'].filter(Boolean).join('.');
    const moment = run.output.time[i];
    pieces.push(h(classes, { title: `at ${formatDuration(moment)}`, onclick: () => goTo(run.stepAt(moment)) }, plainText(run.outputText(i))));
  }
  body.replaceChildren(...pieces);
  body.scrollTop = body.scrollHeight;
  const all = run.output.time.length;
  byId('console-note').textContent = all === 0 ? 'nothing was printed' : `${formatCount(count)} of ${plural(all, 'write')}`;
}
