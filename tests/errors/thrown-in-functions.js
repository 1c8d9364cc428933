// The stack names the functions.
function inner() {
  throw new RangeError('too far');
}

function outer() {
  inner();
}

outer();
