// The bytes that V8's format of serialized values begins its parts with. Node writes messages so that are more than JSON.
'use strict';

module.exports = {
  kVersionTag: 0xff,
  kVersion: 0x0f,
  kPadding: 0x00,
  kUndefined: 0x5f, // _
  kNull: 0x30, // 0
  kTrue: 0x54, // T
  kFalse: 0x46, // F
  kInt32: 0x49, // I, zigzag
  kUint32: 0x55, // U
  kDouble: 0x4e, // N
  kBigInt: 0x5a, // Z
  kUtf8String: 0x53, // S
  kOneByteString: 0x22, // "
  kTwoByteString: 0x63, // c
  kReference: 0x5e, // ^, the number of an object that came before
  kObject: 0x6f, // o
  kObjectEnd: 0x7b, // {, how many properties
  kDenseArray: 0x41, // A, length
  kDenseArrayEnd: 0x24, // $, how many other properties, length
  kSparseArray: 0x61, // a, length
  kSparseArrayEnd: 0x40, // @, how many properties, length
  kHole: 0x2d, // -
  kDate: 0x44, // D
  kTrueObject: 0x79, // y
  kFalseObject: 0x78, // x
  kNumberObject: 0x6e, // n
  kBigIntObject: 0x7a, // z
  kStringObject: 0x73, // s
  kRegExp: 0x52, // R, source, flags
  kMap: 0x3b, // ;
  kMapEnd: 0x3a, // :, how many keys and values
  kSet: 0x27, // '
  kSetEnd: 0x2c, // ,
  kArrayBuffer: 0x42, // B, length
  kArrayBufferTransfer: 0x74, // t, its number
  kView: 0x56, // V, the kind, offset, length, flags; behind its buffer
  kHostObject: 0x5c, // \, as the host likes
  kError: 0x72, // r
  kErrorMessage: 0x6d, // m
  kErrorCause: 0x63, // c
  kErrorStack: 0x73, // s
  kErrorEnd: 0x2e, // .
};
