// The names and comments of members as text. Old programs wrote them in the character set of the first PCs.
'use strict';

const { isUtf8 } = require('buffer');
const { findExtra } = require('internal/zip/extras');
const { numbers } = require('internal/zip/numbers');
const { crc32 } = binding('zlib');

const kUnicodePath = 0x7075;

// Code page 437, from 0x80 on.
const kUpperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCodePage(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    text += bytes[i] < 0x80 ? String.fromCharCode(bytes[i]) : kUpperHalf[bytes[i] - 0x80];
  }
  return text;
}

// Text that nothing is said of.
function decodeText(bytes, isKnownUtf8 = false) {
  return isKnownUtf8 || isUtf8(bytes) ? bytes.toString('utf8') : fromCodePage(bytes);
}

// A name has an extra field of its own, if that is about these very bytes.
function decodeName(bytes, flags, extra) {
  const unicode = findExtra(extra, kUnicodePath);
  if (unicode && unicode.length >= 5 && unicode[0] === 1 && unicode.readUInt32LE(1) === crc32(bytes, 0)) {
    return unicode.toString('utf8', 5);
  }
  return decodeText(bytes, (flags & numbers.UTF8) !== 0);
}

module.exports = { decodeName, decodeText };
