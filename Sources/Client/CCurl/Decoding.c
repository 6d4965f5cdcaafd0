#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "CCurl.h"
#include "Functions.h"

// zlib decodes gzip and deflate. The libraries that libcurl is linked to decode Brotli and zstd.
// These libraries are already loaded, so their functions are looked up by name and need no headers
// at build time. The types below match the stable interfaces of these libraries.

typedef struct brotli_state brotli_state;
typedef struct zstd_state zstd_state;
typedef struct {
  const void *bytes;
  size_t count, position;
} zstd_input;
typedef struct {
  void *bytes;
  size_t count, position;
} zstd_output;

static struct {
  brotli_state *(*make)(void *, void *, void *);
  void (*free)(brotli_state *);
  int (*decode)(brotli_state *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
} brotli;

static struct {
  zstd_state *(*make)(void);
  size_t (*free)(zstd_state *);
  size_t (*decode)(zstd_state *, zstd_output *, zstd_input *);
  size_t (*set)(zstd_state *, int, int);
  unsigned (*is_error)(size_t);
} zstd;

// BROTLI_DECODER_RESULT_*
enum { BROTLI_DAMAGED = 0, BROTLI_ENDED = 1 };
// ZSTD_d_windowLogMax. A sender may require at most 8 MiB of memory (RFC 9659, section 3).
enum { ZSTD_WINDOW = 100, ZSTD_WINDOW_LOG = 23 };

struct ccurl_decoder {
  ccurl_coding coding;
  z_stream zlib;
  brotli_state *brotli;
  zstd_state *zstd;
  // The first two bytes of a deflate body, which show its format. `head_held` of them were read,
  // and `head_used` of them were passed to zlib.
  uint8_t head[2];
  int head_held, head_used;
  int has_zlib;
  // Whether the body may end after the bytes decoded so far.
  int is_complete;
  // Whether the coding has ended. Further bytes are ignored.
  int is_past_end;
  // Whether the current gzip member is not the first.
  int is_later_member;
};

static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static void look_up(void) {
  // The decoders are loaded together with libcurl.
  ccurl_open_library();
#define FIND(library, field, name) *(void **)&library.field = dlsym(RTLD_DEFAULT, name)
  FIND(brotli, make, "BrotliDecoderCreateInstance");
  FIND(brotli, free, "BrotliDecoderDestroyInstance");
  FIND(brotli, decode, "BrotliDecoderDecompressStream");
  FIND(zstd, make, "ZSTD_createDStream");
  FIND(zstd, free, "ZSTD_freeDStream");
  FIND(zstd, decode, "ZSTD_decompressStream");
  FIND(zstd, set, "ZSTD_DCtx_setParameter");
  FIND(zstd, is_error, "ZSTD_isError");
#undef FIND
}

int ccurl_coding_known(ccurl_coding coding) {
  pthread_once(&looked_up, look_up);
  switch (coding) {
  case CCURL_CODING_GZIP:
  case CCURL_CODING_DEFLATE: return 1;
  case CCURL_CODING_BROTLI: return brotli.make && brotli.free && brotli.decode;
  case CCURL_CODING_ZSTD:
    return zstd.make && zstd.free && zstd.decode && zstd.set && zstd.is_error;
  }
  return 0;
}

ccurl_decoder *ccurl_decoder_make(ccurl_coding coding) {
  ccurl_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder || !ccurl_coding_known(coding)) {
    free(decoder);
    return NULL;
  }
  decoder->coding = coding;
  int is_made = 1;
  switch (coding) {
  // 16 selects the gzip format. The decoder of a deflate body is created after its first two bytes.
  case CCURL_CODING_GZIP:
    is_made = decoder->has_zlib = inflateInit2(&decoder->zlib, MAX_WBITS + 16) == Z_OK;
    break;
  case CCURL_CODING_DEFLATE: break;
  case CCURL_CODING_BROTLI:
    is_made = (decoder->brotli = brotli.make(NULL, NULL, NULL)) != NULL;
    break;
  case CCURL_CODING_ZSTD:
    is_made = (decoder->zstd = zstd.make()) != NULL;
    if (is_made) zstd.set(decoder->zstd, ZSTD_WINDOW, ZSTD_WINDOW_LOG);
    break;
  }
  if (is_made) return decoder;
  ccurl_decoder_free(decoder);
  return NULL;
}

void ccurl_decoder_free(ccurl_decoder *decoder) {
  if (decoder->has_zlib) inflateEnd(&decoder->zlib);
  if (decoder->brotli) brotli.free(decoder->brotli);
  if (decoder->zstd) zstd.free(decoder->zstd);
  free(decoder);
}

int ccurl_decoder_is_complete(const ccurl_decoder *decoder) { return decoder->is_complete; }

// Passes bytes to zlib. Returns the number of bytes written, or -1 for an error.
static int64_t inflate_some(ccurl_decoder *decoder, const uint8_t **bytes, size_t *count,
                            uint8_t *room, size_t size) {
  z_stream *zlib = &decoder->zlib;
  // Callers pass at most a few megabytes at once, so the counts fit.
  zlib->next_in = (Bytef *)*bytes;
  zlib->avail_in = (uInt)*count;
  zlib->next_out = room;
  zlib->avail_out = (uInt)size;
  int code = inflate(zlib, Z_NO_FLUSH);
  *bytes = zlib->next_in;
  *count = zlib->avail_in;
  if (code == Z_STREAM_END) {
    decoder->is_complete = 1;
    if (decoder->coding == CCURL_CODING_GZIP) {
      // A gzip body may have several members (RFC 1952, section 2.2).
      int64_t written = (int64_t)(size - zlib->avail_out);
      if (inflateReset(zlib) != Z_OK) return -1;
      decoder->is_later_member = 1;
      return written;
    }
    decoder->is_past_end = 1;
  } else if (code == Z_DATA_ERROR && decoder->is_later_member && zlib->total_in <= 2) {
    // Bytes after a member that do not start another one are padding or garbage. gzip(1) ignores
    // them too.
    decoder->is_past_end = 1;
  } else if (code != Z_OK && code != Z_BUF_ERROR) {
    return -1;
  } else {
    decoder->is_complete = decoder->is_later_member && zlib->total_in < 2;
  }
  return (int64_t)(size - zlib->avail_out);
}

// "deflate" means the zlib format (RFC 9110, section 8.4.1.2), but some servers omit its wrapper.
static int64_t inflate_either(ccurl_decoder *decoder, const uint8_t **bytes, size_t *count,
                              uint8_t *room, size_t size) {
  while (decoder->head_held < 2) {
    if (*count == 0) return 0;
    decoder->head[decoder->head_held++] = **bytes;
    ++*bytes;
    --*count;
  }
  if (!decoder->has_zlib) {
    int is_framed = (decoder->head[0] & 15) == Z_DEFLATED &&
                    (decoder->head[0] << 8 | decoder->head[1]) % 31 == 0;
    decoder->has_zlib =
        inflateInit2(&decoder->zlib, is_framed ? MAX_WBITS : -MAX_WBITS) == Z_OK;
    if (!decoder->has_zlib) return -1;
  }
  if (decoder->head_used < 2) {
    const uint8_t *head = decoder->head + decoder->head_used;
    size_t left = 2 - (size_t)decoder->head_used;
    int64_t written = inflate_some(decoder, &head, &left, room, size);
    decoder->head_used = 2 - (int)left;
    if (written != 0 || decoder->is_past_end) return written;
  }
  return inflate_some(decoder, bytes, count, room, size);
}

int64_t ccurl_decode(ccurl_decoder *decoder, const uint8_t **bytes, size_t *count, uint8_t *room,
                     size_t size) {
  if (decoder->is_past_end) {
    *bytes += *count;
    *count = 0;
    return 0;
  }
  switch (decoder->coding) {
  case CCURL_CODING_GZIP: return inflate_some(decoder, bytes, count, room, size);
  case CCURL_CODING_DEFLATE: return inflate_either(decoder, bytes, count, room, size);
  case CCURL_CODING_BROTLI: {
    uint8_t *next = room;
    size_t left = size;
    int code = brotli.decode(decoder->brotli, count, bytes, &left, &next, NULL);
    if (code == BROTLI_DAMAGED) return -1;
    decoder->is_complete = decoder->is_past_end = code == BROTLI_ENDED;
    return (int64_t)(size - left);
  }
  case CCURL_CODING_ZSTD: {
    zstd_input input = {*bytes, *count, 0};
    zstd_output output = {room, size, 0};
    size_t hint = zstd.decode(decoder->zstd, &output, &input);
    if (zstd.is_error(hint)) return -1;
    // A body may have several frames (RFC 8878, section 3). After a frame, a call without progress
    // returns a hint for the next frame, which must not change is_complete.
    if (input.position > 0 || output.position > 0) decoder->is_complete = hint == 0;
    *bytes += input.position;
    *count -= input.position;
    return (int64_t)output.position;
  }
  }
  return -1;
}
