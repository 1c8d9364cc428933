// Names in stacks: methods of a prototype, and the code of a module.
'use strict';

function Job() {}
Job.prototype.run = function () {
  return new Error('here').stack;
};

const frames = new Job().run().split('\n').slice(1, 3);
for (const frame of frames) console.log(frame.replace(/\(.*\/(.*:\d+):\d+\)/, '($1)'));
