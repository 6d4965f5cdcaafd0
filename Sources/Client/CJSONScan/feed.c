#include "classify.h"

static inline int level(int32_t depth) { return depth < CJS_LEVELS - 1 ? depth : CJS_LEVELS - 1; }

static inline uint64_t below(int bit) { return bit >= 64 ? ~0ULL : (1ULL << bit) - 1; }

INLINED void see(cjs_cursor *cursor, cjs_kept *top, uint64_t values) {
  cursor->counts[level(cursor->depth)] += values;
  top->children += values;
}

INLINED void checkpoint(cjs_index *index, int32_t container, uint64_t offset,
                              uint64_t ordinal) {
  cjs_kept *top = &index->kept[container];
  if (offset - top->mark < index->grain.checkpoint) return;
  top->mark = offset;
  index->checkpoints[index->checkpoint_count++] =
      (cjs_checkpoint){.offset = offset, .ordinal = ordinal, .container = container};
}

/* Line breaks part values at depth 0. */
static void lines_segment(cjs_cursor *cursor, cjs_index *index, uint64_t newline, uint64_t content,
                          uint64_t base) {
  uint64_t events = newline | content;
  while (events) {
    int bit = __builtin_ctzll(events);
    if (newline >> bit & 1) {
      if (cursor->line_content) {
        cursor->line_content = 0;
        cursor->pending = 1;
        checkpoint(index, 0, base + (uint64_t)bit + 1, index->kept[0].children);
      }
      events &= ~below(bit + 1);
    } else {
      if (cursor->pending) { cursor->pending = 0; see(cursor, &index->kept[0], 1); }
      cursor->line_content = 1;
      /* Only the rest of this line: behind its end another value may begin in the same block. */
      uint64_t ends = newline & events;
      if (!ends) return;
      events &= ~below(__builtin_ctzll(ends));
    }
  }
}

/* The part of a block between two brackets. */
INLINED void segment(cjs_cursor *cursor, cjs_index *index, const cjs_block *block,
                           uint64_t within, uint64_t base) {
  uint64_t content = block->content & within;
  if (cursor->lines && cursor->depth == 0) {
    lines_segment(cursor, index, block->newline & within, content, base);
    return;
  }
  if (!content) return;
  /* Beyond the kept depth the children are nobody's: a scratch entry takes them. */
  cjs_kept scratch = {0};
  int is_kept = cursor->depth <= CJS_KEPT_DEPTH;
  cjs_kept *top = is_kept ? &index->kept[index->open[cursor->depth]] : &scratch;
  if (cursor->pending) { cursor->pending = 0; see(cursor, top, 1); }
  uint64_t comma = block->comma & within;
  if (!comma) return;
  see(cursor, top, (uint64_t)__builtin_popcountll(comma));
  if (is_kept)
    /* The first of the commas: so one stands right behind each long child. */
    checkpoint(index, index->open[cursor->depth], base + 1 + (uint64_t)__builtin_ctzll(comma),
               top->children - (uint64_t)__builtin_popcountll(comma));
}

INLINED void enter(cjs_cursor *cursor, cjs_index *index, uint64_t at) {
  if (cursor->depth == INT32_MAX) return;
  cursor->depth++;
  cursor->pending = 1;
  if (cursor->depth > CJS_KEPT_DEPTH) return;
  int32_t parent = index->open[cursor->depth - 1];
  index->open[cursor->depth] = (int32_t)index->kept_count;
  index->kept[index->kept_count++] =
      (cjs_kept){.start = at, .mark = at, .ordinal = index->kept[parent].children - 1,
                 .parent = parent, .depth = cursor->depth - 1};
}

INLINED void leave(cjs_cursor *cursor, cjs_index *index, uint64_t at) {
  if (cursor->depth == 0) return;
  cursor->pending = 0;
  if (cursor->depth <= CJS_KEPT_DEPTH) {
    int32_t own = index->open[cursor->depth];
    cjs_kept *top = &index->kept[own];
    if (at + 1 - top->start < index->grain.kept)
      /* All that was kept after it lies inside it, so it goes too. */
      index->kept_count = (size_t)own;
    else
      top->end = at + 1;
  }
  cursor->depth--;
}

/* Compiled once for each path, with its classifier as a part of the loop. */
INLINED size_t feed(cjs_classify classify, cjs_parity parity, cjs_cursor *cursor, cjs_index *index,
                    const uint8_t *bytes, size_t n) {
  size_t done = 0;
  while (done < n) {
    if (index->kept_room - index->kept_count < 64 ||
        index->checkpoint_room - index->checkpoint_count < 128 ||
        index->landmark_room == index->landmark_count)
      break;
    size_t size = n - done < 64 ? n - done : 64;
    uint64_t base = cursor->offset;
    if (base % index->grain.landmark == 0) index->landmarks[index->landmark_count++] = *cursor;
    cjs_block block;
    read_block(classify, parity, cursor, bytes + done, size, &block);
    uint64_t events = block.open | block.close;
    int from = 0;
    while (events) {
      int bit = __builtin_ctzll(events);
      int is_open = block.open >> bit & 1;
      /* An opening bracket is content of what it stands in. */
      segment(cursor, index, &block, below(bit + is_open) & ~below(from), base);
      if (is_open) enter(cursor, index, base + (uint64_t)bit);
      else leave(cursor, index, base + (uint64_t)bit);
      if (cursor->lines && cursor->depth == 0) cursor->line_content = 1;
      from = bit + 1;
      events &= events - 1;
    }
    segment(cursor, index, &block, ~below(from), base);
    cursor->offset = base + size;
    done += size;
  }
  return done;
}

static size_t feed_portable(cjs_classify classify, cjs_cursor *cursor, cjs_index *index,
                            const uint8_t *bytes, size_t n) {
  return feed(classify, prefix_parity, cursor, index, bytes, n);
}

#if defined(__x86_64__)
AVX2 static size_t feed_avx2(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes, size_t n) {
  return feed(classify_avx2, prefix_parity_avx2, cursor, index, bytes, n);
}
#endif

size_t cjs_feed(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes, size_t n,
                cjs_path path) {
#if defined(__x86_64__)
  if (path == CJS_BEST && has_avx2()) return feed_avx2(cursor, index, bytes, n);
#endif
  return feed_portable(cjs_classifier(path), cursor, index, bytes, n);
}
