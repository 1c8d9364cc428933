// zlib/iter: compression as transforms of stream/iter. It has to be switched on with --experimental-stream-iter.
'use strict';

const { transformOf, syncTransformOf } = require('internal/zlib/transforms');

module.exports = {
  compressGzip: transformOf('compressGzip', 'Gzip'),
  compressDeflate: transformOf('compressDeflate', 'Deflate'),
  compressBrotli: transformOf('compressBrotli', 'BrotliCompress'),
  compressZstd: transformOf('compressZstd', 'ZstdCompress'),
  compressGzipSync: syncTransformOf('compressGzipSync', 'Gzip'),
  compressDeflateSync: syncTransformOf('compressDeflateSync', 'Deflate'),
  compressBrotliSync: syncTransformOf('compressBrotliSync', 'BrotliCompress'),
  compressZstdSync: syncTransformOf('compressZstdSync', 'ZstdCompress'),
  decompressGzip: transformOf('decompressGzip', 'Gunzip'),
  decompressDeflate: transformOf('decompressDeflate', 'Inflate'),
  decompressBrotli: transformOf('decompressBrotli', 'BrotliDecompress'),
  decompressZstd: transformOf('decompressZstd', 'ZstdDecompress'),
  decompressGzipSync: syncTransformOf('decompressGzipSync', 'Gunzip'),
  decompressDeflateSync: syncTransformOf('decompressDeflateSync', 'Inflate'),
  decompressBrotliSync: syncTransformOf('decompressBrotliSync', 'BrotliDecompress'),
  decompressZstdSync: syncTransformOf('decompressZstdSync', 'ZstdDecompress'),
};
