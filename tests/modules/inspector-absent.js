// Tools load `inspector` to ask whether somebody debugs the program.
const inspector = require('inspector');
console.log(Object.keys(inspector), inspector.url(), inspector.close());
const session = new inspector.Session();
console.log(session instanceof require('events'), session.disconnect());
for (const act of [() => session.post('Runtime.enable'), () => session.post(5), () => inspector.waitForDebugger()]) {
  try {
    act();
  } catch (error) {
    console.log(error.code, error.message);
  }
}
const promises = require('node:inspector/promises');
console.log(Object.keys(promises).length, promises.Session !== inspector.Session);
new promises.Session().post('x').catch((error) => console.log(error.code));
import('inspector').then((namespace) => console.log(typeof namespace.Session, namespace.default === inspector));
