#include "CJSONScan.h"
#include <string.h>

uint64_t cjs_rows(const cjs_cursor *cursor, int32_t limit) {
  uint64_t sum = 0;
  for (int i = 0; i < CJS_LEVELS && (i <= limit || i == CJS_LEVELS - 1); i++)
    if (i <= limit) sum += cursor->counts[i];
  return sum;
}

size_t cjs_string(const uint8_t *bytes, size_t n, uint8_t *escaped) {
  size_t i = 0;
  if (*escaped && n > 0) { i = 1; *escaped = 0; }
  while (i < n) {
    const uint8_t *quote = memchr(bytes + i, '"', n - i);
    size_t end = quote ? (size_t)(quote - bytes) : n;
    const uint8_t *slash = memchr(bytes + i, '\\', end - i);
    if (!slash) {
      if (quote) return end + 1;
      return n + 1;
    }
    /* Step over the escape; inside runs of escapes this is byte by byte, elsewhere memchr flies. */
    i = (size_t)(slash - bytes) + 2;
    if (i > n) { *escaped = 1; return n + 1; }
  }
  return n + 1;
}

size_t cjs_newlines(const uint8_t *bytes, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += bytes[i] == '\n';
  return count;
}
