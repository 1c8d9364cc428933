// What exitCode accepts: integers, numbers as strings, undefined and null; the rest is refused.
for (const value of [5, '6', undefined, null, 1.5, 'x', {}, true, NaN]) {
  try {
    process.exitCode = value;
    console.log(value, '->', process.exitCode);
  } catch (error) {
    console.log(value, error.code);
  }
}
process.exitCode = undefined;
