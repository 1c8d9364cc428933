// The streams of `fs`, by all their names.
'use strict';

const { ReadStream } = require('internal/fs/read_stream');
const { WriteStream } = require('internal/fs/write_stream');

module.exports = { FileReadStream: ReadStream, FileWriteStream: WriteStream, ReadStream, WriteStream };
