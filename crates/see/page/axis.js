// What the timeline's width stands for: time, or order. A window onto it is kept, and moved.

/** Every callback is as wide as any other; what is between takes a part of that. */
const GAP = 0.25;

const axis = {
  mode: 'time',
  /** The window, in units of the axis */
  from: 0,
  to: 1,
  /** Where it is on the canvas, in pixels */
  left: 0,
  width: 1,

  /** Where the callbacks begin and end: times, and the places of these on an axis of order. */
  prepare(run) {
    const outer = [];
    for (let i = 0; i < run.steps; i++) if (run.span.depth[i] === 0) outer.push(i);
    this.times = new Float64Array(2 * outer.length + 2);
    this.places = new Float64Array(2 * outer.length + 2);
    outer.forEach((span, i) => {
      this.times[2 * i + 1] = Math.max(run.span.begin[span], this.times[2 * i]);
      this.times[2 * i + 2] = Math.max(run.span.end[span], this.times[2 * i + 1]);
      this.places[2 * i + 1] = i * (1 + GAP) + GAP;
      this.places[2 * i + 2] = (i + 1) * (1 + GAP);
    });
    const last = this.times.length - 1;
    this.times[last] = Math.max(run.end, this.times[last - 1]);
    this.places[last] = this.places[last - 1] + GAP;
    this.run = run;
  },

  get whole() {
    return this.mode === 'time' ? this.run.end : this.places[this.places.length - 1];
  },

  /** The place of a time, in units of the axis. */
  unit(time) {
    return this.mode === 'time' ? time : this.between(this.times, this.places, time);
  },

  time(unit) {
    return this.mode === 'time' ? unit : this.between(this.places, this.times, unit);
  },

  between(froms, tos, value) {
    const next = Math.min(froms.length - 1, Math.max(1, above(froms, value)));
    const [from, to] = [froms[next - 1], froms[next]];
    const part = to > from ? (value - from) / (to - from) : 0;
    return tos[next - 1] + Math.max(0, Math.min(1, part)) * (tos[next] - tos[next - 1]);
  },

  x(time) {
    return this.left + ((this.unit(time) - this.from) / (this.to - this.from)) * this.width;
  },

  timeAt(x) {
    return this.time(this.from + ((x - this.left) / this.width) * (this.to - this.from));
  },

  /** Shows this part: no less than half a microsecond, no more than all and a bit. */
  show(from, to) {
    const least = this.mode === 'time' ? 500 : 2;
    const most = this.whole * 1.04;
    const size = Math.max(least, Math.min(most, to - from));
    const middle = (from + to) / 2;
    const margin = this.whole * 0.02;
    from = Math.min(Math.max(middle - size / 2, -margin), this.whole + margin - size);
    if (size >= most) from = -margin;
    this.from = from;
    this.to = from + size;
    changed('window');
  },

  showTimes(from, to) {
    this.show(this.unit(from), this.unit(to));
  },

  showAll() {
    this.show(-Infinity, Infinity);
  },

  /** All but the start of the runtime, before the script did anything. */
  showScript() {
    if (this.mode === 'time') {
      const first = this.run.firstEvent();
      const margin = (this.run.end - first) * 0.02;
      this.show(first - margin, this.run.end + margin);
    } else {
      this.showAll();
    }
  },

  /** Makes the window larger or smaller around a place on the canvas. */
  zoom(factor, x = this.left + this.width / 2) {
    const part = (x - this.left) / this.width;
    const size = this.to - this.from;
    const fixed = this.from + part * size;
    const least = this.mode === 'time' ? 500 : 2;
    const wanted = Math.max(least, Math.min(this.whole * 1.04, size * factor));
    this.show(fixed - part * wanted, fixed + (1 - part) * wanted);
  },

  pan(pixels) {
    const by = (pixels / this.width) * (this.to - this.from);
    this.show(this.from + by, this.to + by);
  },

  /** Moves the window so that these times are in it. */
  reveal(begin, end) {
    const [from, to] = [this.unit(begin), this.unit(end)];
    const size = this.to - this.from;
    if (to - from > size * 0.9) {
      const middle = (from + to) / 2;
      this.show(middle - (to - from), middle + (to - from));
    } else if (from < this.from + size * 0.02 || to > this.to - size * 0.02) {
      // Ahead there is more room than behind.
      const place = from < this.from ? 0.65 : 0.35;
      this.show(from - size * place, from + size * (1 - place));
    }
  },

  /** The other kind of axis, with the same callbacks in the window. */
  toggle() {
    const [begin, end] = [this.time(this.from), this.time(this.to)];
    const isAll = this.to - this.from >= this.whole;
    this.mode = this.mode === 'time' ? 'order' : 'time';
    if (isAll) this.showAll();
    else this.showTimes(begin, end);
  },
};
