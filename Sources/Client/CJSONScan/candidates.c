#include "CJSONScan.h"
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static inline uint8_t small(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

void cjs_needle_make(cjs_needle *needle, const uint8_t *prefix, size_t length,
                     const uint8_t *starts, size_t count, int exact, int escapes) {
  memset(needle, 0, sizeof *needle);
  needle->exact = exact;
  needle->escapes = escapes;
  needle->length = length < sizeof needle->prefix ? length : sizeof needle->prefix;
  if (needle->length > 0) memcpy(needle->prefix, prefix, needle->length);
  for (size_t i = 0; i < count; i++) {
    needle->starts[starts[i]] = 1;
    needle->first[i > 0] = starts[i];
    if (i == 0) needle->first[1] = starts[i];
  }
  if (escapes) needle->starts['\\'] = 1;
  if (needle->length > 1) {
    uint8_t second = needle->prefix[1];
    needle->second[0] = second;
    needle->second[1] = !exact && second >= 'a' && second <= 'z' ? second & 0xDF : second;
  }
  if (!escapes || needle->length == 0) return;
  const char *meant = "\"\\/\b\f\n\r\t", *written = "\"\\/bfnrt";
  const char *found = strchr(meant, needle->prefix[0]);
  if (needle->prefix[0] && found) needle->short_escape = (uint8_t)written[found - meant];
}

static inline int hex(uint8_t byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  byte |= 0x20;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Returns whether an escape may be the first character. The result is true for an escape that is
   cut off. */
static int may_be_escape(const cjs_needle *needle, const uint8_t *bytes, size_t n) {
  if (n < 2) return 1;
  if (bytes[1] != 'u') return needle->short_escape == bytes[1];
  if (n < 6) return 1;
  int unit = 0;
  for (int i = 2; i < 6; i++) {
    int digit = hex(bytes[i]);
    if (digit < 0) return 0;
    unit = unit << 4 | digit;
  }
  if (needle->length == 0) return unit >= 0x80;
  /* Two non-ASCII characters have a lowercase ASCII letter: the Kelvin sign, and I with a dot. */
  if (unit >= 0x80) return !needle->exact && (unit == 0x212A || unit == 0x130);
  return (needle->exact ? (uint8_t)unit : small((uint8_t)unit)) == needle->prefix[0];
}

static int may_be_hit(const cjs_needle *needle, const uint8_t *bytes, size_t n) {
  if (needle->escapes && bytes[0] == '\\') return may_be_escape(needle, bytes, n);
  size_t length = needle->length < n ? needle->length : n;
  for (size_t i = 1; i < length; i++) {
    uint8_t byte = bytes[i];
    /* An escape or a non-ASCII character may equal the letter. */
    if (byte >= 0x80 || (needle->escapes && byte == '\\')) return 1;
    if ((needle->exact ? byte : small(byte)) != needle->prefix[i]) return 0;
  }
  return 1;
}

static size_t up_portable(const cjs_needle *needle, const uint8_t *bytes, size_t from, size_t n) {
  for (size_t i = from; i < n; i++)
    if (needle->starts[bytes[i]] && may_be_hit(needle, bytes + i, n - i)) return i;
  return n;
}

#if defined(__x86_64__)
/* Returns the first candidate. Checks 32 positions at a time: the first byte must be one of two
   bytes, and the second byte one of two others or the start of an escape or non-ASCII character. */
__attribute__((target("avx2"))) static size_t up_avx2(const cjs_needle *needle,
                                                      const uint8_t *bytes, size_t n) {
  const __m256i a = _mm256_set1_epi8((char)needle->first[0]);
  const __m256i b = _mm256_set1_epi8((char)needle->first[1]);
  const __m256i c = _mm256_set1_epi8((char)needle->second[0]);
  const __m256i d = _mm256_set1_epi8((char)needle->second[1]);
  const __m256i slash = _mm256_set1_epi8('\\');
  size_t i = 0;
  for (; i + 33 <= n; i += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + i));
    __m256i first = _mm256_or_si256(_mm256_cmpeq_epi8(v, a), _mm256_cmpeq_epi8(v, b));
    if (needle->length > 1) {
      __m256i w = _mm256_loadu_si256((const __m256i *)(bytes + i + 1));
      __m256i second = _mm256_or_si256(_mm256_cmpeq_epi8(w, c), _mm256_cmpeq_epi8(w, d));
      if (needle->escapes) second = _mm256_or_si256(second, _mm256_cmpeq_epi8(w, slash));
      /* Only sign bits are used below, and the sign bit of `w` is set for bytes outside ASCII. */
      first = _mm256_and_si256(first, _mm256_or_si256(second, w));
    }
    uint32_t mask = (uint32_t)_mm256_movemask_epi8(first);
    if (needle->escapes) mask |= (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, slash));
    while (mask) {
      size_t at = i + (size_t)__builtin_ctz(mask);
      if (may_be_hit(needle, bytes + at, n - at)) return at;
      mask &= mask - 1;
    }
  }
  return up_portable(needle, bytes, i, n);
}
#endif

size_t cjs_candidate(const cjs_needle *needle, const uint8_t *bytes, size_t n, cjs_path path) {
#if defined(__x86_64__)
  if (path <= CJS_AVX2 && __builtin_cpu_supports("avx2")) return up_avx2(needle, bytes, n);
#else
  (void)path;
#endif
  return up_portable(needle, bytes, 0, n);
}

size_t cjs_candidate_back(const cjs_needle *needle, const uint8_t *bytes, size_t n) {
  for (size_t i = n; i > 0; i--)
    if (needle->starts[bytes[i - 1]] && may_be_hit(needle, bytes + i - 1, n - i + 1)) return i - 1;
  return n;
}
