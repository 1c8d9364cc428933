// The queues at any moment. Each keeps its intervals by enter, and above them a tree of the latest leave, so that those
// that hold a moment are found without looking at the rest.

class QueueIndex {
  constructor(enters, leaves, places) {
    Object.assign(this, { enters, leaves, places });
    this.sorted = leaves.slice().sort();
    let size = 1;
    while (size < leaves.length) size *= 2;
    this.size = size;
    this.latest = new Float64Array(2 * size);
    this.latest.set(leaves, size);
    for (let i = size - 1; i > 0; i--) this.latest[i] = Math.max(this.latest[2 * i], this.latest[2 * i + 1]);
  }

  /** How many were in it. */
  count(time) {
    return above(this.enters, time) - above(this.sorted, time);
  }

  /** The first of them, as places in the list of waits. */
  list(time, limit) {
    const found = [];
    const come = above(this.enters, time);
    const look = (node, from, width) => {
      if (from >= come || this.latest[node] <= time || found.length >= limit) return;
      if (width === 1) {
        found.push(this.places[from]);
        return;
      }
      look(2 * node, from, width / 2);
      look(2 * node + 1, from + width / 2, width / 2);
    };
    if (this.enters.length > 0) look(1, 0, this.size);
    return found;
  }
}

/** Most that is looked at of a queue, and of timers, which come in in another order than they are due. */
const MOST = 500;
const MOST_TIMERS = 20_000;
const TIMERS_QUEUE = 0;

class Queues {
  constructor(run) {
    this.run = run;
    const { queue, enter, leave } = run.wait;
    const lists = QUEUES.map(() => []);
    for (let i = 0; i < queue.length; i++) lists[queue[i]].push(i);
    this.indexes = lists.map((list) => {
      return new QueueIndex(pick(enter, list), pick(leave, list), Int32Array.from(list));
    });
  }

  /** What a queue had at a moment: how many, and the first ones as places in the list of waits. */
  at(queue, time, limit = MOST) {
    const index = this.indexes[queue];
    const count = index.count(time);
    if (queue !== TIMERS_QUEUE) return { count, list: index.list(time, Math.min(limit, MOST)) };
    const due = new Map(index.list(time, MOST_TIMERS).map((place) => [place, this.due(place, time)]));
    const list = [...due.keys()].sort((a, b) => due.get(a) - due.get(b));
    return { count, list: list.slice(0, limit) };
  }

  /** When a timer runs; or would, had it not been cleared. One that is overdue was set anew, which is not recorded. */
  due(place, time) {
    const { wait, resource } = this.run;
    if (wait.span[place] >= 0) return wait.leave[place];
    const nanos = Math.max(0, resource.delay[wait.resource[place]] ?? 0) * 1e6;
    const due = wait.enter[place] + nanos;
    return due > time ? due : time + nanos;
  }
}
