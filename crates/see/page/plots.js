// Two plots under the lanes: how busy the loop is, and how long it is held.

/** The share of the time between two moments in which the loop did not sleep. */
function utilization(from, to) {
  return to > from ? 1 - state.run.sleeps.between(from, to) / (to - from) : 0;
}

/** For each stretch of the plot: how long the loop was held at most. Blocks of turns are summed up beforehand. */
class Peaks {
  constructor(values) {
    this.levels = [values];
    while (this.levels.at(-1).length > 1) {
      const below = this.levels.at(-1);
      const level = new Float64Array(Math.ceil(below.length / 2));
      for (let i = 0; i < below.length; i++) level[i >> 1] = Math.max(level[i >> 1], below[i]);
      this.levels.push(level);
    }
  }

  /** The greatest of the values from one place up to another. */
  most(from, to) {
    let most = 0;
    for (let level = 0; from < to; level++, from >>= 1, to >>= 1) {
      if (from & 1) most = Math.max(most, this.levels[level][from++]);
      if (to & 1) most = Math.max(most, this.levels[level][--to]);
    }
    return most;
  }
}

let peaks = null;

/** How long the loop was held in the turns that were under way between two moments. */
function heldBetween(from, to) {
  const { turn } = state.run;
  const first = Math.max(0, above(turn.begin, from) - 1);
  const last = above(turn.begin, to);
  if (first >= last || turn.end[first] < from && last - first === 1) return 0;
  return peaks.most(turn.end[first] < from ? first + 1 : first, last);
}

function drawPlots() {
  peaks ??= new Peaks(state.run.held);
  for (const row of layout) {
    if (row.plot === 'use') drawUse(row);
    else if (row.plot === 'held') drawHeld(row);
  }
}

function area(row, valueAt, colour) {
  const [top, height] = [row.y + 6, row.height - 8];
  g.beginPath();
  g.moveTo(axis.left, top + height);
  let before = axis.timeAt(axis.left);
  let x = axis.left;
  for (; x <= right(); x++) {
    const next = axis.timeAt(x + 1);
    const value = before < 0 || before >= state.run.end ? 0 : valueAt(Math.max(0, before), Math.min(state.run.end, next));
    g.lineTo(x, top + height * (1 - value));
    g.lineTo(x + 1, top + height * (1 - value));
    before = next;
  }
  g.lineTo(x, top + height);
  g.fillStyle = colour;
  g.globalAlpha = 0.35;
  g.fill();
  g.globalAlpha = 1;
}

function note(row, text) {
  g.font = TEXT;
  g.textAlign = 'right';
  g.textBaseline = 'top';
  const width = g.measureText(text).width + 8;
  g.fillStyle = ink.back;
  g.globalAlpha = 0.75;
  g.fillRect(right() - width, row.y + 7, width, 15);
  g.globalAlpha = 1;
  g.fillStyle = ink.soft;
  g.fillText(text, right() - 4, row.y + 9);
}

function drawUse(row) {
  area(row, utilization, ink.lanes[CHECK]);
  const [from, to] = [Math.max(0, axis.timeAt(axis.left)), Math.min(state.run.end, axis.timeAt(right()))];
  note(row, `${(100 * utilization(from, to)).toFixed(1)} % busy here`);
}

function drawHeld(row) {
  const most = heldBetween(axis.timeAt(axis.left), axis.timeAt(right()));
  if (most > 0) area(row, (from, to) => (utilization(from, to) > 0 ? heldBetween(from, to) / most : 0), ink.lanes[TIMERS]);
  note(row, most > 0 ? `held for ${formatDuration(most)} at most` : 'no turn here');
}
