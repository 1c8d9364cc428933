// process.finalization: callbacks for objects at the end, and which of them are not called.
'use strict';

process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name, warning.message));

const attempt = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
attempt(() => process.finalization.register(1, () => {}));
attempt(() => process.finalization.register(undefined));
attempt(() => process.finalization.registerBeforeExit(null));
attempt(() => process.finalization.unregister(1));

const kept = [{ name: 'one' }, { name: 'two' }, { name: 'three' }, () => {}];
const tell = (object, event) => console.log(object.name ?? typeof object, event);
for (const object of kept) process.finalization.register(object, tell);
process.finalization.registerBeforeExit(kept[0], (object, event) => {
  tell(object, event);
  setTimeout(() => console.log('later'), 1);
});
process.finalization.registerBeforeExit(kept[1], tell);
process.finalization.unregister(kept[1]);
process.finalization.unregister(kept[1]);
process.finalization.unregister({});
process.on('beforeExit', () => console.log('beforeExit'));
process.on('exit', () => console.log('exit', kept.length));
console.log(process.listenerCount('exit'), process.listenerCount('beforeExit'));
