// Below a stack are the async functions that wait for what runs.
'use strict';

async function inner() {
  await null;
  throw new Error('late');
}

async function middle() {
  await inner();
}

const outer = async () => {
  await middle();
};

async function returned() {
  return inner();
}

function frames(error) {
  return error.stack.split('\n').slice(1).map((line) => line.trim().replace(/\(?\/.*\/(.*):\d+\)?$/, '$1'));
}

async function main() {
  await outer().catch((error) => console.log(frames(error)));
  await returned().catch((error) => console.log(frames(error)));
  try {
    await Promise.resolve().then(() => { throw new TypeError('in then'); });
  } catch (error) {
    console.log(frames(error));
  }
  const holder = {};
  async function captures() {
    await null;
    Error.captureStackTrace(holder, captures);
  }
  await captures();
  console.log(frames(holder));
  Error.stackTraceLimit = 2;
  await outer().catch((error) => console.log(frames(error)));
}

main();
