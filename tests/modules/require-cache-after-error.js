// A module that throws while loading is not kept: the next require runs it again.
for (let i = 0; i < 2; i++) {
  try {
    require('./fixtures/throws.js');
  } catch (error) {
    console.log('caught', error.message);
  }
}
console.log(require.resolve('./fixtures/throws.js') in require.cache);
