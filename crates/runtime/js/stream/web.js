// stream/web: the classes of the WHATWG Streams Standard.
'use strict';

const { ReadableStream, ReadableStreamTee } = require('internal/webstreams/readable_stream');
const { ReadableStreamBYOBReader, ReadableStreamDefaultReader } = require('internal/webstreams/readers');
const { ReadableStreamBYOBRequest } = require('internal/webstreams/byob_request');
const {
  ReadableByteStreamController, ReadableStreamDefaultController,
} = require('internal/webstreams/readable_controllers');
const { TransformStream, TransformStreamDefaultController } = require('internal/webstreams/transform_stream');
const {
  WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter,
} = require('internal/webstreams/writable_stream');
const { ByteLengthQueuingStrategy, CountQueuingStrategy } = require('internal/webstreams/strategies');
const { TextDecoderStream, TextEncoderStream } = require('internal/webstreams/text_streams');
const { CompressionStream, DecompressionStream } = require('internal/webstreams/compression');

module.exports = {
  ReadableStream,
  ReadableStreamTee,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableByteStreamController,
  ReadableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultWriter,
  WritableStreamDefaultController,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  TextEncoderStream,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
};
