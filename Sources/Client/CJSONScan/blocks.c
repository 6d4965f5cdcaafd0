#include "classify.h"

cjs_classify cjs_classifier(cjs_path path) {
#if defined(__x86_64__)
  if (path <= CJS_AVX2 && has_avx2()) return classify_avx2;
  if (path != CJS_PORTABLE) return classify_sse2;
#endif
  return classify_portable;
}

void cjs_read_block(cjs_classify classify, cjs_cursor *cursor, const uint8_t *bytes, size_t n,
                    cjs_block *block) {
  read_block(classify, prefix_parity, cursor, bytes, n, block);
}
