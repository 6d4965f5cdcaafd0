#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "CCrypto.h"

// Adding 16 selects the gzip format in zlib.
enum { GZIP_WINDOW = MAX_WBITS + 16, GZIP_FRAME = 18, MEMORY_LEVEL = 8 };

size_t ccrypto_gzip_most(size_t count) { return compressBound(count) + GZIP_FRAME; }

size_t ccrypto_gzip(const void *plain, size_t count, uint8_t *packed) {
  if (count > INT_MAX) return 0;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(
          &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
          Z_DEFAULT_STRATEGY) != Z_OK)
    return 0;
  stream.next_in = (Bytef *)plain;
  stream.avail_in = (uInt)count;
  stream.next_out = packed;
  stream.avail_out = (uInt)ccrypto_gzip_most(count);
  size_t made = deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
  deflateEnd(&stream);
  return made;
}

int ccrypto_gunzip(const uint8_t *packed, size_t count, uint8_t *plain, size_t size) {
  if (count > INT_MAX || size > INT_MAX) return 0;
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK) return 0;
  uint8_t none;
  stream.next_in = (Bytef *)packed;
  stream.avail_in = (uInt)count;
  // zlib requires an address even if nothing is written.
  stream.next_out = size ? plain : &none;
  stream.avail_out = (uInt)size;
  int is_complete = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == size &&
                 stream.avail_in == 0;
  inflateEnd(&stream);
  return is_complete;
}
