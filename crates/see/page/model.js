// What the data says, with the indexes that make looking things up quick.

/** Rows of a list by a key in 0..count: `of(key)` gives the places in the list. */
class Grouped {
  constructor(keys, count) {
    this.offsets = new Int32Array(count + 1);
    for (const key of keys) if (key >= 0) this.offsets[key + 1]++;
    for (let i = 0; i < count; i++) this.offsets[i + 1] += this.offsets[i];
    const next = this.offsets.slice(0, count);
    this.places = new Int32Array(this.offsets[count]);
    for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) this.places[next[keys[i]]++] = i;
  }

  of(key) {
    return key < 0 ? this.places.subarray(0, 0) : this.places.subarray(this.offsets[key], this.offsets[key + 1]);
  }
}

/** Intervals that do not overlap, by begin: what one row of the timeline shows. */
class Row {
  constructor(begins, ends, spans) {
    this.begins = begins;
    this.ends = ends;
    this.spans = spans;
    // How much time those before took, so that any stretch is summed up at once.
    this.sums = new Float64Array(begins.length + 1);
    for (let i = 0; i < begins.length; i++) this.sums[i + 1] = this.sums[i] + (ends[i] - begins[i]);
  }

  /** Time taken between two moments. */
  between(from, to) {
    return this.until(to) - this.until(from);
  }

  until(time) {
    const begun = above(this.begins, time);
    if (begun === 0) return 0;
    return this.sums[begun] - Math.max(0, this.ends[begun - 1] - time);
  }

  /** The place of the interval at a moment, or -1. */
  at(time) {
    const place = above(this.begins, time) - 1;
    return place >= 0 && this.ends[place] >= time ? place : -1;
  }
}

/** None is 0 in the data, and -1 here. */
function minus1(numbers) {
  for (let i = 0; i < numbers.length; i++) numbers[i]--;
}

function sum(begins, lengths) {
  const ends = new Float64Array(begins.length);
  for (let i = 0; i < ends.length; i++) ends[i] = begins[i] + lengths[i];
  return ends;
}

/** The numbers at some places of a column. */
function pick(numbers, places) {
  const picked = new Float64Array(places.length);
  for (let i = 0; i < picked.length; i++) picked[i] = numbers[places[i]];
  return picked;
}

/** The row of those intervals of a table that are at some places. */
const rowOf = (table, places) => new Row(pick(table.begin, places), pick(table.end, places), Int32Array.from(places));

class Run {
  constructor(data) {
    const { columns } = data;
    Object.assign(this, { about: data.about, texts: data.texts, events: data.events, end: Math.max(1, data.end), code: data.code });
    const part = (name) => {
      const found = {};
      for (const [key, value] of Object.entries(columns)) {
        if (key.startsWith(`${name}.`)) found[key.slice(name.length + 1)] = value;
      }
      if (found.begin && found.length) found.end = sum(found.begin, found.length);
      return found;
    };
    for (const name of ['turn', 'phase', 'sleep', 'span', 'resource', 'wait', 'job', 'output', 'choice', 'jump', 'spot', 'source']) {
      this[name] = part(name);
    }
    for (const [list, key] of [[this.span, 'resource'], [this.resource, 'maker'],
      [this.resource, 'place'], [this.resource, 'runs'], [this.resource, 'delay'], [this.wait, 'resource'], [this.wait, 'span'], [this.job, 'span']]) {
      minus1(list[key]);
    }
    this.steps = this.span.begin.length;
    this.restore();
    this.turns = this.turn.begin.length;
    this.readSources();
    this.makeRows();
    this.makeLinks();
    this.findOwn();
  }

  /** Some columns are written as what differs from others. */
  restore() {
    const { span, resource, wait } = this;
    for (let i = 0; i < this.steps; i++) {
      const made = span.resource[i];
      span.cause[i] += made >= 0 ? resource.maker[made] : -1;
      if (made >= 0) span.asked[i] += resource.made[made];
    }
    for (let i = 0; i < wait.queue.length; i++) {
      if (wait.resource[i] >= 0) wait.enter[i] += resource.made[wait.resource[i]];
      if (wait.span[i] >= 0) wait.leave[i] += span.begin[wait.span[i]];
    }
  }

  readSources() {
    this.sources = new Map();
    let place = 0;
    this.source.file.forEach((file, i) => {
      const bytes = this.source.bytes.subarray(place, place += this.source.size[i]);
      this.sources.set(file, new TextDecoder().decode(bytes).split('\n'));
    });
    this.outputPlaces = new Float64Array(this.output.size.length + 1);
    this.output.size.forEach((size, i) => { this.outputPlaces[i + 1] = this.outputPlaces[i] + size; });
  }

  makeRows() {
    const { lane, depth } = this.span;
    const lists = LANES.map(() => []);
    const deeper = LANES.map(() => []);
    for (let i = 0; i < this.steps; i++) {
      if (depth[i] === 0) lists[lane[i]].push(i);
      else deeper[lane[i]].push(i);
    }
    this.rows = lists.map((list) => rowOf(this.span, list));
    this.deeper = deeper.map((list) => rowOf(this.span, list));
    const phases = LANES.map(() => []);
    this.phase.which.forEach((which, i) => phases[LANE_OF_PHASE[which]].push(i));
    this.phaseRows = phases.map((list) => rowOf(this.phase, list));
    this.sleeps = new Row(this.sleep.begin, this.sleep.end, null);
    const threads = [...new Set(this.job.thread)].sort((a, b) => a - b);
    this.threads = threads.map((thread) => {
      const jobs = [];
      this.job.thread.forEach((other, i) => { if (other === thread) jobs.push(i); });
      jobs.sort((a, b) => this.job.begin[a] - this.job.begin[b]);
      return { thread, row: rowOf(this.job, jobs) };
    });
    // How long the loop was held in each turn: what came meanwhile had to wait so long at most.
    this.held = this.turn.begin.map((from, i) => this.turn.end[i] - from - this.sleeps.between(from, this.turn.end[i]));
  }

  makeLinks() {
    this.caused = new Grouped(this.span.cause, this.steps);
    this.madeIn = new Grouped(this.resource.maker, this.steps);
    this.spansOf = new Grouped(this.span.resource, this.resource.id.length);
    this.jobOf = new Map();
    this.job.span.forEach((span, i) => { if (span >= 0) this.jobOf.set(span, i); });
  }

  /** When the script first did something that was recorded. */
  firstEvent() {
    const firsts = [this.resource.made[0], this.output.time[0], this.phase.begin[0], this.span.begin[1]];
    return Math.min(this.end, ...firsts.filter((time) => time > 0));
  }

  /** Which callbacks are the script's. Those of the runtime's own have no place in a source, or no function that is in one. */
  findOwn() {
    const { lane, kind, resource } = this.span;
    const tellsFunction = this.texts.map((text) => ['TickObject', 'Timeout', 'Immediate'].includes(text));
    this.isOfScript = new Uint8Array(this.steps);
    for (let i = 0; i < this.steps; i++) {
      const isKnown = tellsFunction[kind[i]] ? this.resource.runs[resource[i]] >= 0 : this.spotOf(i) >= 0;
      this.isOfScript[i] = isKnown || lane[i] === SCRIPT || lane[i] === CLOSING ? 1 : 0;
    }
  }

  /** The callback that runs at a moment, or the last one before it. */
  stepAt(time) {
    return above(this.span.begin, time) - 1;
  }

  /** The number of the turn in the list, or -1. */
  turnAt(time) {
    const place = above(this.turn.begin, time) - 1;
    return place >= 0 && this.turn.end[place] >= time ? place : -1;
  }

  /** Which turn a moment is in, in words. */
  turnName(time) {
    const turn = this.turnAt(time);
    if (turn >= 0) return `turn ${formatCount(this.turn.number[turn])}`;
    const next = above(this.turn.begin, time);
    return next < this.turns ? `before turn ${formatCount(this.turn.number[next])}` : 'after the last turn';
  }

  phaseAt(time) {
    const place = above(this.phase.begin, time) - 1;
    return place >= 0 && this.phase.end[place] >= time ? LANE_OF_PHASE[this.phase.which[place]] : -1;
  }

  kind(step) {
    return this.texts[this.span.kind[step]];
  }

  /** Where a callback's function is, or else where it was asked for: a number of a spot, or -1. */
  spotOf(step) {
    return this.spotOfResource(this.span.resource[step]);
  }

  /** The same of a resource; there may be none. */
  spotOfResource(resource) {
    if (resource < 0) return -1;
    const { runs, place } = this.resource;
    return runs[resource] >= 0 ? runs[resource] : place[resource];
  }

  /** How long a timer is set for; nothing for what is none. */
  delayOf(resource) {
    const delay = resource < 0 ? -1 : this.resource.delay[resource];
    return delay < 0 ? '' : `${formatCount(delay)} ms`;
  }

  fileName(spot) {
    return this.texts[this.spot.file[spot]].replace(/^file:\/\//, '').split('/').pop();
  }

  /** `app.js:12` */
  spotName(spot) {
    return spot < 0 ? '' : `${this.fileName(spot)}:${this.spot.line[spot]}`;
  }

  /** The text of a spot's line. */
  lineText(spot) {
    if (spot < 0) return '';
    return this.sources.get(this.spot.file[spot])?.[this.spot.line[spot] - 1]?.trim() ?? '';
  }

  /** How long a callback was in its queue; none if that is not known. */
  waited(step) {
    const asked = this.span.asked[step];
    return asked > 0 ? this.span.begin[step] - asked : undefined;
  }

  /** What was printed from one moment up to another, as pieces. */
  outputsBetween(from, to) {
    return [above(this.output.time, from), above(this.output.time, to)];
  }

  outputText(place) {
    return new TextDecoder().decode(this.output.bytes.subarray(this.outputPlaces[place], this.outputPlaces[place + 1]));
  }
}
