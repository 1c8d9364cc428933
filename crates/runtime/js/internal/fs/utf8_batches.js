// What a Utf8Stream has still to write, in batches of a size that one write takes.
'use strict';

const { Buffer } = require('buffer');

// How many units of a text fit into so many bytes. A character that was written in part counts as not written.
function unitsIn(text, bytes) {
  let units = 0;
  let used = 0;
  while (units < text.length) {
    const code = text.codePointAt(units);
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (used > bytes) break;
    units += code > 0xffff ? 2 : 1;
  }
  return units;
}

class TextBatch {
  constructor(text) {
    this.content = text;
    this.size = Buffer.byteLength(text);
  }

  add(text) {
    this.content += text;
    this.size += Buffer.byteLength(text);
  }

  // So many bytes have been written.
  skip(count) {
    this.content = count >= this.size ? '' : this.content.slice(unitsIn(this.content, count));
    this.size = Buffer.byteLength(this.content);
  }
}

class ByteBatch {
  #parts;

  constructor(bytes) {
    this.#parts = [bytes];
    this.size = bytes.length;
  }

  get content() {
    if (this.#parts.length !== 1) this.#parts = [Buffer.concat(this.#parts, this.size)];
    return this.#parts[0];
  }

  add(bytes) {
    this.#parts.push(bytes);
    this.size += bytes.length;
  }

  skip(count) {
    this.#parts = [this.content.subarray(count)];
    this.size = this.#parts[0].length;
  }
}

class Batches {
  #list = [];
  #Batch;
  #limit;

  constructor(isText, limit) {
    this.#Batch = isText ? TextBatch : ByteBatch;
    this.#limit = limit;
    // All bytes, those that are being written too.
    this.size = 0;
  }

  // A batch that is being written gets no more.
  add(data, isFirstBusy) {
    const last = this.#list.at(-1);
    const length = Buffer.byteLength(data);
    const isOpen = last !== undefined && !(isFirstBusy && this.#list.length === 1);
    if (isOpen && last.size + length <= this.#limit) last.add(data);
    else this.#list.push(new this.#Batch(data));
    this.size += length;
  }

  get first() {
    return this.#list[0];
  }

  // So many bytes of the first batch have been written.
  skip(count) {
    const { first } = this;
    const before = first.size;
    first.skip(count);
    this.size -= before - first.size;
    if (first.size === 0) this.#list.shift();
  }

  // The first batch for itself, while others are written.
  takeFirst() {
    const first = this.#list.shift();
    this.size -= first.size;
    return first;
  }

  putFirst(batch) {
    this.#list.unshift(batch);
    this.size += batch.size;
  }

  clear() {
    this.#list = [];
    this.size = 0;
  }
}

module.exports = { Batches };
