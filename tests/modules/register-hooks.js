// module.registerHooks(): what hooks see and change, for require() and import; what they must not do.
'use strict';

const { registerHooks } = require('module');

const short = (url) => url?.replace(/^.*\//, '');

async function main() {
  const log = registerHooks({
    resolve(specifier, context, next) {
      const result = next(specifier, context);
      console.log('resolve', specifier, short(context.parentURL), context.conditions.join(), short(result.url), result.format);
      return result;
    },
    load(url, context, next) {
      const result = next(url, context);
      console.log('load', short(url), context.format, result.format, result.source === null ? null : typeof result.source);
      return result;
    },
  });
  console.log(Object.keys(log), Object.getOwnPropertyNames(Object.getPrototypeOf(log)));
  require('./fixtures/counter.js');
  await import('./fixtures/hooks/data.mjs');
  require('node:path');
  log.deregister();

  const virtual = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('virtual:')) return { url: specifier, format: context.testing ?? 'module', shortCircuit: true };
      return next(specifier, { ...context, testing: 'seen' });
    },
    load(url, context, next) {
      if (url === 'virtual:common') return { format: 'commonjs', source: 'exports.kind = "common"', shortCircuit: true };
      if (url.startsWith('virtual:')) {
        return { format: 'module', source: Buffer.from(`export default ${JSON.stringify(url)}`), shortCircuit: true };
      }
      const result = next(url, context);
      if (!url.endsWith('data.mjs?changed')) return result;
      return { ...result, source: String(result.source).replace('the file', 'a hook') };
    },
  });
  console.log((await import('virtual:one')).default);
  console.log(require('virtual:two').default, require('virtual:common'), (await import('virtual:common')).kind);
  console.log((await import('./fixtures/hooks/data.mjs?changed')).default);
  virtual.deregister();

  const results = [{ url: 1, shortCircuit: true }, { url: 'node:path' }];
  for (const result of results) {
    const bad = registerHooks({ resolve: () => result });
    try {
      require('./nothing');
    } catch (error) {
      console.log(error.code, error.message);
    }
    bad.deregister();
  }
  try {
    registerHooks({ load: 1 });
  } catch (error) {
    console.log(error.code, error.message);
  }
}

main();
