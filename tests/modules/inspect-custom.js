// util.inspect.custom and toStringTag.
const { inspect } = require('util');
class Money {
  constructor(amount) {
    this.amount = amount;
  }

  [inspect.custom](depth, options, given) {
    return `Money<${this.amount}> ${depth} ${typeof options.stylize} ${given === inspect}`;
  }
}
console.log(inspect(new Money(5)), inspect({ price: new Money(6) }));
console.log(inspect({ [inspect.custom]: () => ({ instead: true }) }));
console.log(inspect({ [Symbol.toStringTag]: 'Tagged' }), inspect(new (class A { get [Symbol.toStringTag]() { return 'B'; } })()));
