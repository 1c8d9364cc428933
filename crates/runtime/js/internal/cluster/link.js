// What the two sides of a cluster say to each other, over the channel between the processes. A message may be
// answered: the answer names it by its number.
'use strict';

const kCommand = 'NODE_CLUSTER';

class Link {
  // `take(message, handle)` gets all that is no answer.
  constructor(target, take) {
    this.target = target;
    this.take = take;
    this.last = -1;
    // Who waits for an answer, by the number of the message.
    this.waiting = new Map();
    target.on('internalMessage', (message, handle) => this.receive(message, handle));
  }

  // False if the channel is gone. `onAnswer(message, handle)` is called if it is answered.
  tell(message, handle, onAnswer) {
    const { target } = this;
    if (!target.connected) return false;
    this.last++;
    if (onAnswer !== undefined) this.waiting.set(this.last, onAnswer);
    return target.send({ cmd: kCommand, ...message, seq: this.last }, handle);
  }

  answer(message, reply, handle) {
    return this.tell({ ...reply, ack: message.seq }, handle);
  }

  receive(message, handle) {
    if (message.cmd !== kCommand) return;
    const onAnswer = this.waiting.get(message.ack);
    if (onAnswer === undefined) {
      this.take(message, handle);
    } else {
      this.waiting.delete(message.ack);
      onAnswer(message, handle);
    }
  }
}

module.exports = { Link };
