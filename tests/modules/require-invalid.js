// require of what is no name.
for (const value of [undefined, null, 1, {}, '']) {
  try {
    require(value);
  } catch (error) {
    console.log(error.name, error.code);
  }
}
