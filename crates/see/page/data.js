// The data of the page: base64, deflated, a head in JSON and columns of numbers. crates/see/src/pack.rs writes it.

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Columns whose numbers may not fit into 32 bits. */
const isWide = (name) => /\.(begin|length|asked|made|enter|leave|time|to|queued|id|bytes)$/.test(name);

function readColumn(name, kind, count, bytes) {
  const numbers = isWide(name) ? new Float64Array(count) : new Int32Array(count);
  const isZigzag = kind !== 'u';
  const isDelta = kind === 'd';
  let place = 0;
  let before = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[place++];
    let number = byte & 127;
    // Beyond 28 bits shifts do not do.
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = bytes[place++];
      number += (byte & 127) * factor;
    }
    if (isZigzag) number = number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    if (isDelta) number = before += number;
    numbers[i] = number;
  }
  return numbers;
}

/** Reads inflated data: the head, with the columns in it by their names. */
function readRun(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  const columns = {};
  let place = 4 + size;
  for (const [name, kind, count, length] of head.columns) {
    const part = bytes.subarray(place, place + length);
    columns[name] = kind === 'b' ? part : readColumn(name, kind, count, part);
    place += length;
  }
  return { ...head, columns };
}
