// The files of the compile cache: one for each module and kind of code, written whole under another name that is then
// given up. A file is believed if it was made of the same text by the same engine.
'use strict';

const fs = require('fs');
const path = require('path');
const { Buffer } = require('buffer');
const { crc32 } = require('zlib');

const native = binding('process');
const { hashOf } = binding('modules');
const vm = binding('vm');
const esm = binding('esm');

const kMagic = 0x324d4352;
// Magic, length and hash of the text, length and hash of the code, and four bytes for the engine to find the code where it
// wants it.
const kHead = 24;

// A module of CommonJS is a function. Its lines count from the one below the parameters.
const kStart = '({"Object.<anonymous>":function (exports, require, module, __filename, __dirname) {\n';
const kEnd = '\n}})["Object.<anonymous>"]';
const kLineBefore = -1;

// Whoever sets NODE_DEBUG_NATIVE is told what is read and written.
const isTold = (native.envGet('NODE_DEBUG_NATIVE') ?? '').split(',').includes('COMPILE_CACHE');

function tell(text) {
  if (isTold) fs.writeSync(2, `[compile cache] ${text}\n`);
}

function reasonOf(error) {
  return require('internal/errors').uvErrmapGet(error.errno)?.[1] ?? error.message;
}

class Entry {
  constructor(kind, key, name, text) {
    this.kind = kind;
    this.key = key;
    this.name = name;
    this.text = text;
    // What was read: bytes.
    this.code = undefined;
    // Gives the bytes if there are new ones.
    this.make = undefined;
    this.isSame = false;
  }
}

class Store {
  constructor(base, isPortable) {
    const { rondo, spidermonkey } = process.versions;
    const build = `${process.version}-${process.arch}-${crc32(`${rondo} ${spidermonkey}`).toString(16)}`;
    // What can be moved is for anybody.
    const tag = isPortable ? build : `${build}-${process.getuid()}`;
    this.base = base;
    this.tag = tag;
    this.folder = path.join(base, tag);
    this.isPortable = isPortable;
    this.entries = new Map();
  }

  // What is wrong with the folder, if anything is.
  open() {
    tell(`resolved path ${this.base} + ${this.tag} -> ${this.folder}`);
    const refusal = this.refusal();
    if (refusal !== undefined) {
      tell(refusal);
      return refusal;
    }
    try {
      fs.mkdirSync(this.folder, { recursive: true });
    } catch (error) {
      const reason = reasonOf(error);
      tell(`creating cache directory ${this.folder}...${reason}`);
      return `Cannot create cache directory: ${reason}`;
    }
    tell(`creating cache directory ${this.folder}...success`);
    return undefined;
  }

  // Why a program that is limited has no cache.
  refusal() {
    if (!require('internal/process/permission').isEnforced()) return undefined;
    const missing = ['write', 'read'].find((use) => !process.permission.has(`fs.${use}`, this.folder));
    if (missing === undefined) return undefined;
    return `Skipping compile cache because ${missing} permission for ${this.folder} is not granted`;
  }

  // The entry of a module's text, with its code if that was kept.
  find(kind, key, text) {
    const id = `${kind} ${key}`;
    const known = this.entries.get(id);
    if (known !== undefined && known.text === text) return known;
    const entry = new Entry(kind, key, path.join(this.folder, this.nameOf(kind, key)), text);
    this.entries.set(id, entry);
    this.read(entry);
    return entry;
  }

  nameOf(kind, key) {
    const file = key.startsWith('file:') ? require('internal/url').fileURLToPath(key) : key;
    const place = this.isPortable && path.isAbsolute(file) ? path.relative(this.base, file) : key;
    return crc32(`${kind} ${place}`).toString(16).padStart(8, '0');
  }

  read(entry) {
    const start = `reading cache from ${entry.name} for ${entry.kind} ${entry.key}...`;
    let bytes;
    try {
      bytes = fs.readFileSync(entry.name);
    } catch (error) {
      tell(`${start} ${reasonOf(error)}`);
      return;
    }
    const outcome = this.check(entry, bytes);
    tell(start + outcome);
  }

  check(entry, bytes) {
    if (bytes.length < kHead || bytes.readUInt32LE(0) !== kMagic) return 'magic number mismatch';
    const head = [0, 4, 12, 8, 16].map((place) => bytes.readUInt32LE(place));
    const shown = `[${head.join(' ')}]...`;
    const { text } = entry;
    const code = bytes.subarray(kHead);
    const hash = hashOf(text);
    if (head[3] !== hash) return `${shown}code hash mismatch: expected ${hash}, actual ${head[3]}`;
    if (head[1] !== text.length) return `${shown}code size mismatch: expected ${text.length}, actual ${head[1]}`;
    if (head[2] !== code.length) return `${shown}cache size mismatch: expected ${head[2]}, actual ${code.length}`;
    const actual = hashOf(code);
    if (head[4] !== actual) return `${shown}cache hash mismatch: expected ${head[4]}, actual ${actual}`;
    entry.code = code;
    entry.isSame = true;
    return `${shown} success, size=${code.length}`;
  }

  settled(entry, isAccepted, make) {
    const what = `V8 code cache for ${entry.kind} ${entry.key} was`;
    if (isAccepted) {
      tell(`${what} accepted, keeping the in-memory entry`);
      return;
    }
    tell(`${what} not initialized, initializing the in-memory entry`);
    entry.make = make;
    entry.isSame = false;
  }

  // The function of a CommonJS module; `compile` makes it of the text. The first time it is compiled as it will be kept,
  // and the functions that are called are kept along with it.
  compileFunction(text, filename, compile) {
    const entry = this.find('CommonJS', filename, text);
    if (entry.code !== undefined) {
      const script = vm.fromCachedData(text, filename, kLineBefore, 0, entry.code, true);
      if (script !== undefined) {
        this.settled(entry, true, undefined);
        // Code that has been moved has another name in it.
        if (script === null) return compile();
        return vm.run(script, undefined, undefined, filename, false, undefined, undefined);
      }
    }
    // Only what is the body of a function by itself is one within the text around it.
    const compiled = compile();
    if (entry.make !== undefined) {
      this.settled(entry, true, undefined);
      return compiled;
    }
    const script = vm.compile(kStart + text + kEnd, filename, kLineBefore, 0, undefined, false, undefined);
    const noted = vm.runNoted(script, filename);
    this.settled(entry, false, () => vm.cachedData(script, text, noted));
    return noted;
  }

  // An ES module, as the engine has it.
  compileModule(text, url, data) {
    const entry = this.find('ESM', url, text);
    if (entry.code !== undefined) {
      const module = esm.compileText(text, url, 0, 0, undefined, data, entry.code, false);
      if (module !== undefined) {
        this.settled(entry, true, undefined);
        return module;
      }
    }
    const isNoted = entry.make === undefined;
    const module = esm.compileText(text, url, 0, 0, undefined, data, undefined, isNoted);
    this.settled(entry, !isNoted, () => esm.cachedData(module, text, url, 0, 0));
    return module;
  }

  // A text without its types.
  strip(text, key, strip) {
    const entry = this.find('StrippedTypeScript', key, text);
    const what = `${entry.kind} ${key}`;
    if (entry.code !== undefined) {
      tell(`retrieving transpile cache for ${what}...success`);
      return entry.code.toString();
    }
    tell(`no transpile cache for ${what}`);
    const stripped = strip();
    tell(`saving transpilation cache for ${what}`);
    entry.make = () => Buffer.from(stripped);
    return stripped;
  }

  // Writes what is new.
  persist() {
    this.entries.forEach((entry) => this.write(entry));
    tell('Clear deserialized cache.');
  }

  write(entry) {
    const what = `${entry.kind} ${entry.key}`;
    if (entry.isSame) {
      tell(`skip persisting ${what} because cache was the same`);
      return;
    }
    const code = entry.make?.();
    if (code === undefined) {
      tell(`skip persisting ${what} because the cache was not initialized`);
      return;
    }
    const { text } = entry;
    const head = [kMagic, text.length, hashOf(text), code.length, hashOf(code)];
    const bytes = Buffer.alloc(kHead + code.length);
    head.forEach((number, index) => bytes.writeUInt32LE(number, 4 * index));
    bytes.set(code, kHead);
    const temporary = `${entry.name}.${process.pid}`;
    tell(`Creating temporary file for cache of ${entry.key} (${entry.kind})... -> ${temporary}`);
    try {
      fs.writeFileSync(temporary, bytes, { flag: 'wx' });
      tell(`writing cache for ${what} to temporary file ${temporary} [${head.join(' ')}]...success`);
      fs.renameSync(temporary, entry.name);
      tell(`Renaming ${temporary} to ${entry.name}...success`);
      entry.isSame = true;
    } catch (error) {
      tell(`writing cache for ${what} to temporary file ${temporary}...${error.code}`);
    }
  }
}

module.exports = { Store, tell };
