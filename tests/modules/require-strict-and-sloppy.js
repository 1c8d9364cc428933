// Each file decides by itself whether it is strict.
console.log(require('./fixtures/strict.js'), require('./fixtures/sloppy.js'));
