#ifndef CJS_BLOCKS_H
#define CJS_BLOCKS_H
#include "CJSONScan.h"

/* Masks with one bit for each of 64 bytes. */
typedef struct {
  uint64_t open, close, comma, newline; /* outside strings */
  uint64_t content;                     /* not space: strings, words, brackets, commas */
} cjs_block;

typedef struct {
  uint64_t quote, backslash, open, close, comma, newline, space;
} cjs_raw;

typedef void (*cjs_classify)(const uint8_t bytes[64], cjs_raw *raw);

/* Returns the best classifier for this machine, or the requested one. */
cjs_classify cjs_classifier(cjs_path path);

/* Classifies up to 64 bytes and continues strings and escapes. Bits from n on are clear. */
void cjs_read_block(cjs_classify classify, cjs_cursor *cursor, const uint8_t *bytes, size_t n,
                    cjs_block *block);
#endif
