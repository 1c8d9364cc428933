// The timeline: a canvas with a row for each phase, both queues and each thread of the pool.

const GUTTER = 116;
const OVERVIEW = 34;
const RULER = 36;
const PLOT = 36;
const TEXT = '11px ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace';
const LABEL = '12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif';

const canvas = byId('timeline');
const g = canvas.getContext('2d');
/** Colours of the theme, read once. */
let ink = {};
/** Rows on the canvas: what, y, height. */
let layout = [];
const size = { width: 0, height: 0 };

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  ink = {
    text: read('--text'), soft: read('--soft'), faint: read('--faint'), line: read('--line'),
    back: read('--back'), raised: read('--raised'), accent: read('--accent'), lanes: LANES.map((_, i) => read(`--lane-${i}`)),
  };
  ink.sleep = hatch(ink.lanes[POLL]);
}

/** Diagonal lines: the loop sleeps. */
function hatch(colour) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const pen = tile.getContext('2d');
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.35;
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return g.createPattern(tile, 'repeat');
}

/** Gives each row its place. Lanes in which nothing ran are low. */
function arrange() {
  const { run } = state;
  const box = canvas.parentElement.getBoundingClientRect();
  size.width = Math.max(320, box.width);
  const threads = run.threads.slice(0, 16);
  const isUsed = (lane) => run.rows[lane].begins.length > 0 || run.phaseRows[lane].begins.length > 0;
  const deep = (lane) => run.deeper[lane].begins.length > 0;
  const slim = threads.length > 3 ? 14 : 18;
  const fixed = OVERVIEW + RULER + 2 * PLOT + threads.length * slim + 14;
  const used = LANES.filter((_, lane) => isUsed(lane)).length;
  const spare = box.height - fixed - (LANES.length - used) * 15;
  const high = Math.max(19, Math.min(40, Math.floor(spare / Math.max(1, used))));
  layout = [];
  let y = OVERVIEW + RULER;
  const add = (row) => {
    layout.push({ ...row, y });
    y += row.height;
  };
  LANES.forEach((lane, number) => {
    add({ lane: number, name: lane.name, height: isUsed(number) ? high : 15, isUsed: isUsed(number), isDeep: deep(number) });
    if (number === CLOSING) y += 6;
  });
  y += 8;
  for (const { thread, row } of threads) {
    add({ thread, row, name: thread === 0 ? 'pool (loop)' : `pool ${thread}`, height: slim, isUsed: true });
  }
  add({ plot: 'use', name: 'utilization', height: PLOT, isUsed: true });
  add({ plot: 'held', name: 'loop delay', height: PLOT, isUsed: true });
  size.height = Math.max(Math.floor(box.height), y + 4);
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  canvas.style.height = `${size.height}px`;
  axis.left = GUTTER;
  axis.width = size.width - GUTTER - 10;
}

const right = () => axis.left + axis.width;

/** Draws intervals. Those that are narrower than a pixel are summed up, pixel by pixel, so it takes as long for a million. */
function drawRow(row, y, height, draw) {
  const { begins, ends } = row;
  const [first, last] = [axis.left, right()];
  let place = Math.max(0, above(begins, axis.timeAt(first)) - 1);
  while (place < begins.length) {
    const from = axis.x(begins[place]);
    if (from > last) break;
    const to = axis.x(ends[place]);
    if (to - from >= 1.5) {
      if (to > first) draw.block(Math.max(from, first - 2), Math.min(to, last + 2), y, height, place);
      place++;
      continue;
    }
    const pixel = Math.max(first, Math.floor(from));
    const until = axis.timeAt(pixel + 1);
    let next = Math.max(place + 1, notBelow(begins, until, place + 1));
    // The last that begins in this pixel may go on beyond it: then it is a block.
    if (next - 1 > place && axis.x(ends[next - 1]) - axis.x(begins[next - 1]) >= 1.5) next--;
    if (from >= first - 1) {
      const since = axis.timeAt(pixel);
      const part = axis.mode === 'time' ? (row.sums[next] - row.sums[place]) / Math.max(1, until - since) : 1;
      draw.pixel(pixel, y, height, Math.min(1, part));
    }
    place = next;
  }
}

/** Callbacks: solid blocks with a text where there is room. */
function callbackPen(colour, textOf, isPale = () => false) {
  return {
    block(from, to, y, height, place) {
      const width = Math.max(1, to - from - (to - from > 4 ? 1 : 0));
      g.fillStyle = colour;
      g.globalAlpha = isPale(place) ? 0.4 : 0.92;
      if (width > 6) {
        g.beginPath();
        g.roundRect(from, y, width, height, 3);
        g.fill();
      } else {
        g.fillRect(from, y, width, height);
      }
      g.globalAlpha = 1;
      if (width > 20 && height > 11) writeBlock(textOf(place), Math.max(from, axis.left), y + height / 2 + 0.5, from + width, ink.back);
    },
    pixel(x, y, height, part) {
      g.fillStyle = colour;
      g.globalAlpha = 0.5 + 0.5 * part;
      g.fillRect(x, y, 1, height);
      g.globalAlpha = 1;
    },
  };
}

/** Phases: a band behind the callbacks. */
function bandPen(colour, alpha) {
  return {
    block(from, to, y, height) {
      g.fillStyle = colour;
      g.globalAlpha = alpha;
      g.fillRect(from, y, Math.max(1, to - from), height);
      g.globalAlpha = 1;
    },
    pixel(x, y, height, part) {
      g.fillStyle = colour;
      g.globalAlpha = alpha * (0.4 + 0.6 * part);
      g.fillRect(x, y, 1, height);
      g.globalAlpha = 1;
    },
  };
}

const sleepPen = {
  block(from, to, y, height) {
    g.fillStyle = ink.sleep;
    g.fillRect(from, y, to - from, height);
    if (to - from > 60) writeIn('sleeps', from + 6, y + height / 2 + 0.5, to - from - 10, ink.lanes[POLL]);
  },
  pixel() {},
};

/** In a narrow block only the number of the line stands, in its middle. */
function writeBlock([line, text], from, y, to, colour) {
  const width = to - from;
  if (width > 90 || line === '') return writeIn(`${line}  ${text}`.trim(), from + 5, y, width - 8, colour);
  if (width < line.length * 6.7 + 4) return;
  g.font = TEXT;
  g.fillStyle = colour;
  g.textBaseline = 'middle';
  g.textAlign = 'center';
  g.fillText(line, from + width / 2, y);
}

function writeIn(text, x, y, width, colour) {
  g.font = TEXT;
  const room = Math.floor(width / 6.7);
  if (room < 3) return;
  g.fillStyle = colour;
  g.textBaseline = 'middle';
  g.textAlign = 'left';
  g.fillText(text.length > room ? `${text.slice(0, room - 1)}…` : text, x, y);
}

function drawGutter() {
  g.fillStyle = ink.back;
  g.fillRect(0, 0, GUTTER, size.height);
  g.textBaseline = 'middle';
  for (const row of layout) {
    const middle = row.y + row.height / 2;
    g.font = row.isUsed ? LABEL : '10px system-ui, sans-serif';
    g.fillStyle = row.isUsed ? ink.text : ink.faint;
    g.textAlign = 'left';
    g.fillText(row.name, 24, middle);
    if (row.lane !== undefined) {
      g.fillStyle = ink.lanes[row.lane];
      g.globalAlpha = row.isUsed ? 1 : 0.4;
      g.beginPath();
      g.arc(13, middle, row.isUsed ? 4.5 : 3, 0, 7);
      g.fill();
      g.globalAlpha = 1;
    }
  }
}

function drawLanes() {
  const { run } = state;
  for (const row of layout) {
    if (row.plot) continue;
    g.fillStyle = ink.line;
    g.fillRect(axis.left, row.y + row.height - 1, axis.width, 1);
    if (row.thread !== undefined) {
      const pen = callbackPen(ink.soft, (place) => jobText(row.row.spans[place]));
      drawRow(row.row, row.y + 3, row.height - 6, pen);
      continue;
    }
    if (!row.isUsed) continue;
    const colour = ink.lanes[row.lane];
    drawRow(run.phaseRows[row.lane], row.y, row.height - 1, bandPen(colour, 0.13));
    if (row.lane === POLL) drawRow(run.sleeps, row.y + 1, row.height - 3, sleepPen);
    const inner = row.isDeep ? Math.round((row.height - 8) * 0.6) : row.height - 8;
    const penOf = ({ spans }) => callbackPen(colour, (place) => blockText(spans[place]), (place) => run.isOfScript[spans[place]] === 0);
    drawRow(run.rows[row.lane], row.y + 3, inner, penOf(run.rows[row.lane]));
    if (row.isDeep) drawRow(run.deeper[row.lane], row.y + 4 + inner, row.height - 9 - inner, penOf(run.deeper[row.lane]));
  }
}

/** What stands in the block of a callback: the number of its line, and the line. */
function blockText(step) {
  const { run } = state;
  const spot = run.spotOf(step);
  return spot >= 0 ? [String(run.spot.line[spot]), run.lineText(spot) || run.fileName(spot)] : ['', kindName(run.kind(step))];
}

function jobText(job) {
  const span = state.run.job.span[job];
  return span >= 0 ? blockText(span) : ['', 'job'];
}

/** All of it in small, with the window marked; drawn anew only when it would differ. */
const overview = document.createElement('canvas');
let isOverviewOld = true;

function drawOverview() {
  const ratio = window.devicePixelRatio || 1;
  if (isOverviewOld) {
    isOverviewOld = false;
    paintOverview(ratio);
  }
  g.drawImage(overview, 0, 0, overview.width / ratio, overview.height / ratio);
  const whole = axis.whole * 1.04;
  const x = (unit) => axis.left + ((unit + axis.whole * 0.02) / whole) * axis.width;
  const [from, to] = [x(axis.from), x(axis.to)];
  g.fillStyle = ink.back;
  g.globalAlpha = 0.6;
  g.fillRect(axis.left, 2, Math.max(0, from - axis.left), OVERVIEW - 4);
  g.fillRect(to, 2, Math.max(0, right() - to), OVERVIEW - 4);
  g.globalAlpha = 1;
  g.strokeStyle = ink.accent;
  g.lineWidth = 1.5;
  g.strokeRect(Math.min(from, right() - 3), 2, Math.max(3, to - from), OVERVIEW - 4);
  g.fillStyle = ink.accent;
  g.fillRect(x(axis.unit(state.time)) - 0.75, 2, 1.5, OVERVIEW - 4);
}

function paintOverview(ratio) {
  overview.width = Math.round(size.width * ratio);
  overview.height = Math.round(OVERVIEW * ratio);
  const { from, to } = axis;
  const pen = overview.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = ink.raised;
  pen.fillRect(axis.left, 2, axis.width, OVERVIEW - 4);
  [axis.from, axis.to] = [-axis.whole * 0.02, axis.whole * 1.02];
  LANES.forEach((_, lane) => {
    pen.fillStyle = ink.lanes[lane];
    const y = 4 + lane * 2.9;
    drawRow(state.run.rows[lane], y, 2.6, {
      block: (begin, end) => pen.fillRect(begin, y, Math.max(1, end - begin), 2.6),
      pixel(x, _, height, part) {
        pen.globalAlpha = 0.6 + 0.4 * part;
        pen.fillRect(x, y, 1, 2.6);
        pen.globalAlpha = 1;
      },
    });
  });
  [axis.from, axis.to] = [from, to];
}

/** Steps of 1, 2 and 5, or minutes and hours, so that marks are no nearer than so many pixels. */
function niceStep(least, isTime) {
  if (isTime && least > 3e10) {
    const steps = [6e10, 12e10, 3e11, 6e11, 18e11, 36e11, 72e11, 216e11, 432e11, 864e11];
    return steps.find((step) => step >= least) ?? 864e11;
  }
  const base = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * base).find((step) => step >= least);
}

function drawRuler() {
  const { run } = state;
  const isTime = axis.mode === 'time';
  const top = OVERVIEW;
  // Turns: alternating bands with their numbers.
  const row = { begins: run.turn.begin, ends: run.turn.end, sums: run.turn.end };
  drawRow(row, top + 2, 13, {
    block(from, to, y, height, place) {
      g.fillStyle = ink.soft;
      g.globalAlpha = place % 2 === 0 ? 0.2 : 0.1;
      g.fillRect(from, y, to - from, height);
      g.globalAlpha = 1;
      if (to - from > 22) {
        const text = to - from > 64 ? `turn ${run.turn.number[place]}` : String(run.turn.number[place]);
        writeIn(text, from + 4, y + height / 2 + 0.5, to - from, ink.soft);
      }
    },
    pixel(x, y, height) {
      g.fillStyle = ink.soft;
      g.globalAlpha = 0.12;
      g.fillRect(x, y, 1, height);
      g.globalAlpha = 1;
    },
  });
  const unit = (axis.to - axis.from) / axis.width;
  const step = isTime ? niceStep(unit * 90, true) : Math.max(1, niceStep(unit * 70, false));
  g.font = TEXT;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  const whole = isTime ? axis.whole : run.steps;
  const [start, stop] = [axis.from, axis.to].map((unit) => (isTime ? unit : unit / (1 + GAP) + 1));
  for (let value = Math.max(0, Math.ceil(start / step) * step); value <= Math.min(stop, whole); value += step) {
    const place = isTime ? value : (value - 1) * (1 + GAP) + GAP;
    if (!isTime && value === 0) continue;
    const x = axis.left + ((place - axis.from) / (axis.to - axis.from)) * axis.width;
    g.fillStyle = ink.line;
    g.fillRect(x, top + 17, 1, size.height - top - 17);
    g.fillStyle = ink.soft;
    g.fillText(isTime ? formatClock(value, Math.min(step, axis.whole)) : `#${formatCount(value)}`, x + 4, top + 26);
  }
}

function drawTimeline() {
  if (state.view !== 'timeline' || state.run === null) return;
  const ratio = window.devicePixelRatio || 1;
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, size.width, size.height);
  g.save();
  g.beginPath();
  g.rect(axis.left - 1, 0, axis.width + 6, size.height);
  g.clip();
  drawRuler();
  drawLanes();
  drawPlots();
  drawOverlay();
  drawOverview();
  g.restore();
  drawGutter();
}
