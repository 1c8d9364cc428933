import { expect, assert, should, use } from 'chai';
should();
const fails = (body) => {
  try {
    body();
    console.log('passed');
  } catch (error) {
    console.log(error.name, error.message, error.showDiff);
  }
};
fails(() => expect({ a: 1, b: [1, 2] }).to.deep.equal({ a: 1, b: [1, 3] }));
fails(() => expect([1, 2, 3]).to.include(2).and.have.lengthOf(4));
fails(() =>
  expect(() => {
    throw new TypeError('bad thing');
  }).to.throw(TypeError, /good/),
);
fails(() => (5).should.be.within(1, 4));
fails(() => assert.isOk(0, 'not ok'));
fails(() => expect({ x: { y: 1 } }).to.have.nested.property('x.y', 1));
fails(() => expect(new Map([[1, 2]])).to.have.all.keys(1, 3));
fails(() => expect('x').to.be.a('number'));
fails(() => assert.closeTo(1, 2, 0.5));
fails(() => expect(null).to.not.be.null);
use((chai, utils) =>
  utils.addProperty(chai.Assertion.prototype, 'even', function () {
    this.assert(this._obj % 2 === 0, 'expected #{this} to be even');
  }),
);
fails(() => expect(3).to.be.even);
