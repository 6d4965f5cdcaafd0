#ifndef CJS_CLASSIFY_H
#define CJS_CLASSIFY_H
#include "blocks.h"
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* The codes of '[' and '{' differ from ']' and '}' by 2, and the two pairs differ by 0x20. */

static inline void classify_portable(const uint8_t bytes[64], cjs_raw *raw) {
  cjs_raw r = {0};
  for (int i = 0; i < 64; i++) {
    uint64_t bit = 1ULL << i;
    switch (bytes[i]) {
    case '"': r.quote |= bit; break;
    case '\\': r.backslash |= bit; break;
    case '[': case '{': r.open |= bit; break;
    case ']': case '}': r.close |= bit; break;
    case ',': r.comma |= bit; break;
    case '\n': r.newline |= bit; r.space |= bit; break;
    case ' ': case '\r': case '\t': r.space |= bit; break;
    default: break;
    }
  }
  *raw = r;
}

#if defined(__x86_64__)
static inline uint64_t equal16(const __m128i v[4], char byte) {
  __m128i x = _mm_set1_epi8(byte);
  uint64_t mask = 0;
  for (int i = 0; i < 4; i++)
    mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v[i], x)) << (16 * i);
  return mask;
}

static inline void classify_sse2(const uint8_t bytes[64], cjs_raw *raw) {
  __m128i v[4], folded[4];
  for (int i = 0; i < 4; i++) {
    v[i] = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    folded[i] = _mm_or_si128(v[i], _mm_set1_epi8(0x20));
  }
  raw->quote = equal16(v, '"');
  raw->backslash = equal16(v, '\\');
  raw->open = equal16(folded, '{');
  raw->close = equal16(folded, '}');
  raw->comma = equal16(v, ',');
  raw->newline = equal16(v, '\n');
  raw->space = equal16(v, ' ') | raw->newline | equal16(v, '\r') | equal16(v, '\t');
}

/* Processors with AVX2 usually have the other features too, but all of them are checked. */
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,pclmul")))

static inline int has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
         __builtin_cpu_supports("pclmul");
}

AVX2 static inline uint64_t equal32(__m256i low, __m256i high, char byte) {
  __m256i x = _mm256_set1_epi8(byte);
  uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, x));
  uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, x));
  return (uint64_t)b << 32 | a;
}

AVX2 static inline void classify_avx2(const uint8_t bytes[64], cjs_raw *raw) {
  __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
  __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  __m256i fold = _mm256_set1_epi8(0x20);
  __m256i low2 = _mm256_or_si256(low, fold), high2 = _mm256_or_si256(high, fold);
  /* The four white-space bytes, each at the index of its lower half. No other byte equals the entry
     at its index. */
  const __m256i spaces = _mm256_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0,
                                          ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
  uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, _mm256_shuffle_epi8(spaces, low)));
  uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, _mm256_shuffle_epi8(spaces, high)));
  raw->space = (uint64_t)b << 32 | a;
  raw->quote = equal32(low, high, '"');
  raw->backslash = equal32(low, high, '\\');
  raw->open = equal32(low2, high2, '{');
  raw->close = equal32(low2, high2, '}');
  raw->comma = equal32(low, high, ',');
  raw->newline = equal32(low, high, '\n');
}

/* A block is one register, and the result of a comparison is already a mask. */
#define AVX512 __attribute__((target("avx512f,avx512bw,avx2,bmi,bmi2,popcnt,pclmul")))

static inline int has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

AVX512 static inline uint64_t equal64(__m512i bytes, char byte) {
  return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}

AVX512 static inline void classify_avx512(const uint8_t bytes[64], cjs_raw *raw) {
  __m512i all = _mm512_loadu_si512(bytes);
  __m512i folded = _mm512_or_si512(all, _mm512_set1_epi8(0x20));
  const __m512i spaces = _mm512_broadcast_i32x4(
      _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0));
  raw->space = _mm512_cmpeq_epi8_mask(all, _mm512_shuffle_epi8(spaces, all));
  raw->quote = equal64(all, '"');
  raw->backslash = equal64(all, '\\');
  raw->open = equal64(folded, '{');
  raw->close = equal64(folded, '}');
  raw->comma = equal64(all, ',');
  raw->newline = equal64(all, '\n');
}
#endif


/* Returns the bits that follow a backslash that is not itself escaped. In a run of backslashes, the
   first, third and so on are escapes. Runs are distinguished by the parity of their start. */
static inline uint64_t escaped_bits(uint64_t backslash, uint64_t carry, uint64_t *escapes) {
  const uint64_t even = 0x5555555555555555ULL;
  backslash &= ~carry;
  uint64_t starts = backslash & ~(backslash << 1);
  /* Adding the start of a run to the run clears it and sets the bit after it. */
  uint64_t even_runs = backslash & ~(backslash + (starts & even));
  uint64_t odd_runs = backslash & ~even_runs;
  *escapes = (even_runs & even) | (odd_runs & ~even);
  return *escapes << 1 | carry;
}

/* Returns each bit replaced by the parity of all bits up to and including it. */
static inline uint64_t prefix_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift <<= 1) bits ^= bits << shift;
  return bits;
}

#if defined(__x86_64__)
/* Same as `prefix_parity`, computed in one step as a carry-less product with all ones. */
AVX2 static inline uint64_t prefix_parity_avx2(uint64_t bits) {
  __m128i product =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)bits), _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}
#endif

#define INLINED static inline __attribute__((always_inline))

typedef uint64_t (*cjs_parity)(uint64_t bits);

/* Same as `cjs_read_block`, with functions known at compile time, so that they are inlined into the
   caller's loop. */
INLINED void read_block(cjs_classify classify, cjs_parity parity, cjs_cursor *cursor,
                        const uint8_t *bytes, size_t n, cjs_block *block) {
  uint8_t padded[64];
  uint64_t all = ~0ULL;
  if (n < 64) {
    memset(padded, ' ', sizeof padded);
    memcpy(padded, bytes, n);
    bytes = padded;
    all = (1ULL << n) - 1;
  }
  cjs_raw raw;
  classify(bytes, &raw);
  uint64_t quote = raw.quote;
  if (raw.backslash | cursor->escaped) {
    uint64_t escapes;
    quote &= ~escaped_bits(raw.backslash, cursor->escaped, &escapes);
    /* An empty piece leaves the carry unchanged. */
    if (n > 0) cursor->escaped = (uint8_t)(escapes >> (n - 1) & 1);
  }
  uint64_t inside = 0;
  if (quote) inside = parity(quote);
  inside ^= 0 - (uint64_t)cursor->in_string;
  cursor->in_string = (uint8_t)(inside >> 63);
  if (cursor->in_string && quote)
    cursor->quote = cursor->offset + 63 - (uint64_t)__builtin_clzll(quote);
  uint64_t outside = ~inside & all;
  block->open = raw.open & outside;
  block->close = raw.close & outside;
  block->comma = raw.comma & outside;
  block->newline = raw.newline & outside;
  block->content = (~raw.space | inside) & all;
}
#endif
