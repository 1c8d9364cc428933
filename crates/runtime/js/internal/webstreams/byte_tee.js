// ReadableStream.tee() of a byte stream. Whichever branch wants bytes has them read, into its reader's own
// buffer if it has one; the other branch gets a copy.
'use strict';

const { ERRORED, ReadableCore, ReaderCore } = require('internal/webstreams/readable_core');
const { ByteSource } = require('internal/webstreams/byte_source');
const { SharedCancel } = require('internal/webstreams/tee');
const { queueMicrotask } = require('internal/webstreams/outcome');

class Branch {
  constructor(tee, index) {
    this.tee = tee;
    this.index = index;
    this.pulls = true;
    this.cancelled = false;
    // More was wanted while a read was under way.
    this.again = false;
    this.core = new ReadableCore();
    this.source = new ByteSource(this.core, this, 0, undefined);
    this.source.start(undefined);
  }

  pull() {
    this.tee.pull(this);
  }

  cancel(reason) {
    this.cancelled = true;
    return this.tee.cancelling.cancel(this.index, reason);
  }

  close() {
    if (!this.cancelled && this.source.isOpen) this.source.close();
  }

  enqueue(chunk) {
    if (!this.cancelled && this.source.isOpen) this.source.enqueue(chunk);
  }

  // A read that waits for bytes learns that there are none.
  endWaiting() {
    if (!this.cancelled && this.source.fills.length > 0) this.source.respond(0);
  }
}

class ByteTee {
  constructor(stream) {
    this.stream = stream;
    this.reader = null;
    this.cancelling = new SharedCancel(stream);
    this.isReading = false;
    this.branches = [new Branch(this, 0), new Branch(this, 1)];
    this.useReader(false);
  }

  // A reader of the kind that the next read needs.
  useReader(isByob) {
    const { reader, stream } = this;
    if (reader !== null) {
      if (reader.isByob === isByob) return;
      reader.observer = null;
      reader.release();
    }
    this.reader = new ReaderCore(stream, isByob);
    this.reader.observer = this;
  }

  pull(branch) {
    if (this.isReading) {
      branch.again = true;
      return;
    }
    this.isReading = true;
    const view = branch.source.offeredView();
    this.useReader(view !== undefined);
    if (view === undefined) this.reader.read(new PlainTaker(this));
    else this.reader.readInto(view, 1, new IntoTaker(this, branch, this.branches[1 - branch.index]));
  }

  beginDelivery() {
    this.branches[0].again = false;
    this.branches[1].again = false;
  }

  endDelivery() {
    this.isReading = false;
    const [first, second] = this.branches;
    if (first.again) this.pull(first);
    else if (second.again) this.pull(second);
  }

  // A copy of the bytes; undefined if there is no memory for it: then all is over.
  copyOf(chunk) {
    try {
      return new Uint8Array(chunk.buffer.slice(chunk.byteOffset, chunk.byteOffset + chunk.byteLength));
    } catch (error) {
      this.failBranches(error);
      this.cancelling.deferred.resolve(this.stream.cancel(error));
      return undefined;
    }
  }

  settle() {
    if (this.cancelling.count < 2) this.cancelling.settle();
  }

  failBranches(error) {
    this.branches[0].source.fail(error);
    this.branches[1].source.fail(error);
  }

  sourceClosed() {}

  sourceFailed(error) {
    queueMicrotask(() => {
      this.failBranches(error);
      this.settle();
    });
  }
}

// Takes a chunk for both branches.
class PlainTaker {
  constructor(tee) {
    this.tee = tee;
  }

  chunk(chunk) {
    queueMicrotask(() => this.deliver(chunk));
  }

  deliver(chunk) {
    const { tee } = this;
    const [first, second] = tee.branches;
    tee.beginDelivery();
    let other = chunk;
    if (!first.cancelled && !second.cancelled) {
      other = tee.copyOf(chunk);
      if (other === undefined) return;
    }
    first.enqueue(chunk);
    second.enqueue(other);
    tee.endDelivery();
  }

  end() {
    const { tee } = this;
    const [first, second] = tee.branches;
    tee.isReading = false;
    first.close();
    second.close();
    first.endWaiting();
    second.endWaiting();
    tee.settle();
  }

  fail() {
    this.tee.isReading = false;
  }
}

// Takes bytes that were read into the buffer of a reader of `branch`.
class IntoTaker {
  constructor(tee, branch, other) {
    this.tee = tee;
    this.branch = branch;
    this.other = other;
  }

  chunk(view) {
    queueMicrotask(() => this.deliver(view));
  }

  deliver(view) {
    const { tee, branch, other } = this;
    tee.beginDelivery();
    let copy;
    if (!other.cancelled) {
      copy = tee.copyOf(view);
      if (copy === undefined) return;
    }
    if (!branch.cancelled) branch.source.respondWithNewView(view);
    if (copy !== undefined) other.enqueue(copy);
    tee.endDelivery();
  }

  end(view) {
    const { tee, branch, other } = this;
    tee.isReading = false;
    branch.close();
    other.close();
    if (view !== undefined) {
      if (!branch.cancelled) branch.source.respondWithNewView(view);
      other.endWaiting();
    }
    tee.settle();
  }

  fail() {
    this.tee.isReading = false;
  }
}

function teeBytes(stream) {
  const tee = new ByteTee(stream);
  if (stream.state === ERRORED) tee.sourceFailed(stream.error);
  return [tee.branches[0].core, tee.branches[1].core];
}

module.exports = { teeBytes };
