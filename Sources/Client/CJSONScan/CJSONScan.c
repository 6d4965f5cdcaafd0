#include "classify.h"

#if defined(__x86_64__)
static inline size_t sum_of_lanes(__m128i lanes) {
  __m128i sums = _mm_sad_epu8(lanes, _mm_setzero_si128());
  return (size_t)_mm_cvtsi128_si64(sums) + (size_t)_mm_extract_epi16(sums, 4);
}
#endif

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
    /* Skips the escape. Runs of escapes are read byte by byte; elsewhere memchr is fast. */
    i = (size_t)(slash - bytes) + 2;
    if (i > n) { *escaped = 1; return n + 1; }
  }
  return n + 1;
}

size_t cjs_quote(const uint8_t *bytes, size_t n) {
  const uint8_t *found = n > 0 ? memchr(bytes, '"', n) : NULL;
  return found ? (size_t)(found - bytes) : n;
}

size_t cjs_newline(const uint8_t *bytes, size_t n) {
  const uint8_t *found = n > 0 ? memchr(bytes, '\n', n) : NULL;
  return found ? (size_t)(found - bytes) : n;
}

#if defined(__x86_64__)
/* Counts the line breaks in `steps` blocks of 32 bytes. */
AVX2 static size_t newlines_avx2(const uint8_t *bytes, size_t steps) {
  const __m256i wanted = _mm256_set1_epi8('\n');
  size_t count = 0;
  while (steps > 0) {
    __m256i lanes = _mm256_setzero_si256();
    size_t turns = steps < 255 ? steps : 255;
    steps -= turns;
    for (; turns > 0; turns--, bytes += 32)
      lanes = _mm256_sub_epi8(
          lanes, _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)bytes), wanted));
    count += sum_of_lanes(_mm256_castsi256_si128(lanes)) +
             sum_of_lanes(_mm256_extracti128_si256(lanes, 1));
  }
  return count;
}
#endif

size_t cjs_newlines(const uint8_t *bytes, size_t n) {
  size_t count = 0, i = 0;
#if defined(__x86_64__)
  if (has_avx2()) {
    i = n / 32 * 32;
    count = newlines_avx2(bytes, n / 32);
  }
  const __m128i wanted = _mm_set1_epi8('\n');
  while (i + 16 <= n) {
    /* A lane counts to 255 before it is added to the total. */
    __m128i lanes = _mm_setzero_si128();
    for (int turn = 0; turn < 255 && i + 16 <= n; turn++, i += 16)
      lanes = _mm_sub_epi8(
          lanes, _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(bytes + i)), wanted));
    count += sum_of_lanes(lanes);
  }
#endif
  for (; i < n; i++) count += bytes[i] == '\n';
  return count;
}

size_t cjs_last_newline(const uint8_t *bytes, size_t n) {
  for (size_t i = n; i > 0; i--)
    if (bytes[i - 1] == '\n') return i - 1;
  return n;
}

size_t cjs_scalars(const uint8_t *bytes, size_t n) {
  size_t count = 0, i = 0;
#if defined(__x86_64__)
  /* As signed numbers, continuation bytes are the smallest: -128 to -65. */
  const __m128i last = _mm_set1_epi8(-65);
  while (i + 16 <= n) {
    __m128i lanes = _mm_setzero_si128();
    for (int turn = 0; turn < 255 && i + 16 <= n; turn++, i += 16)
      lanes = _mm_sub_epi8(
          lanes, _mm_cmpgt_epi8(_mm_loadu_si128((const __m128i *)(bytes + i)), last));
    count += sum_of_lanes(lanes);
  }
#endif
  for (; i < n; i++) count += (bytes[i] & 0xC0) != 0x80;
  return count;
}

size_t cjs_plain(const uint8_t *bytes, size_t n) {
  size_t i = 0;
#if defined(__x86_64__)
  /* Signed comparison: bytes outside ASCII are negative and therefore below a space. */
  const __m128i blank = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
  for (; i + 16 <= n; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
    __m128i odd = _mm_or_si128(
        _mm_cmplt_epi8(v, blank), _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, slash)));
    int mask = _mm_movemask_epi8(odd);
    if (mask) return i + (size_t)__builtin_ctz((unsigned)mask);
  }
#endif
  while (i < n && bytes[i] >= 0x20 && bytes[i] < 0x80 && bytes[i] != '"' && bytes[i] != '\\') i++;
  return i;
}
