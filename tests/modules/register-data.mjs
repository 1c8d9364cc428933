// module.register(): hooks get a clone of their data, and ports that do not keep the program going.
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
try { register('./fixtures/hooks_with_data.mjs', import.meta.url, { data: { f() {} } }); } catch (e) { console.log(e.name, e.message, e.code); }
const { port1, port2 } = new MessageChannel();
try { register('./fixtures/hooks_with_data.mjs', import.meta.url, { data: { port: port2 } }); } catch (e) { console.log(e.name, e.message, e.code); }
try { register('./fixtures/hooks_with_data.mjs', import.meta.url, { data: 1, transferList: 5 }); } catch (e) { console.log(e.name, e.message, e.code); }
const data = { n: 1, port: port2 }; data.same = data;
register('./fixtures/hooks_with_data.mjs', import.meta.url, { data, transferList: [port2] });
try { port2.postMessage(1); console.log('posted'); } catch (e) { console.log(e.message); }
const { default: d } = await import('virtual:what').catch((e) => ({ default: e.message }));
console.log(d);
