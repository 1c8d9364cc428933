// A module that is not there: its name, who asked for it, the code.
function load() {
  require('./not-there.js');
}
load();
