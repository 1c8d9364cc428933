const sinon = require('sinon');
const target = {
  add: (a, b) => a + b,
  get x() {
    return 1;
  },
  async later() {},
};
const spy = sinon.spy(target, 'add');
target.add(1, 2);
target.add('x', 'y');
console.log(spy.callCount, spy.calledWith(1, 2), spy.returnValues, spy.firstCall.args, String(spy.lastCall));
spy.restore();
const stub = sinon.stub(target, 'later');
stub.onFirstCall().resolves(7).onSecondCall().rejects(new Error('no'));
(async () => {
  console.log(await target.later(), await target.later().catch((e) => e.message));
  const clock = sinon.useFakeTimers({ now: 1000 });
  const seen = [];
  setTimeout(() => seen.push('a', Date.now()), 500);
  setInterval(() => seen.push('i'), 200);
  setImmediate(() => seen.push('imm'));
  process.nextTick(() => seen.push('tick'));
  clock.tick(450);
  console.log(seen, new Date().toISOString());
  await clock.tickAsync(100);
  console.log(seen);
  clock.restore();
  const mock = sinon.mock(target);
  mock.expects('add').once().withArgs(1).returns(9);
  console.log(target.add(1));
  mock.verify();
  try {
    sinon.assert.calledOnce(sinon.fake());
  } catch (error) {
    console.log(error.name, error.message);
  }
  console.log(sinon.match({ a: sinon.match.number }).test({ a: 1 }));
  sinon.restore();
})();
