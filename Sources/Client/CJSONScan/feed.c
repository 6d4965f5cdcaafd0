#include "classify.h"

/* What a feed changes at each bracket: its own, so that nothing that is stored elsewhere makes the
   compiler load it again. */
typedef struct {
  cjs_cursor cursor;
  cjs_index index;
  cjs_kept *top;              /* the innermost open container, or the scratch entry */
  uint64_t *count;            /* of its depth */
  cjs_kept scratch;           /* beyond the kept depth the children are nobody's */
} feeding;

static inline int level(int32_t depth) { return depth < CJS_LEVELS - 1 ? depth : CJS_LEVELS - 1; }

static inline uint64_t below(int bit) { return bit >= 64 ? ~0ULL : (1ULL << bit) - 1; }

/* The lowest bit that is set, and all below it. */
static inline uint64_t up_to_first(uint64_t bits) { return bits ^ (bits - 1); }

INLINED void stand_in(feeding *f) {
  int32_t depth = f->cursor.depth;
  f->top = depth <= CJS_KEPT_DEPTH ? &f->index.kept[f->index.open[depth]] : &f->scratch;
  f->count = &f->cursor.counts[level(depth)];
}

INLINED void see(feeding *f, uint64_t values) {
  *f->count += values;
  f->top->children += values;
}

INLINED void checkpoint(feeding *f, uint64_t offset, uint64_t ordinal) {
  if (offset - f->top->mark < f->index.grain.checkpoint || f->top == &f->scratch) return;
  f->top->mark = offset;
  f->index.checkpoints[f->index.checkpoint_count++] = (cjs_checkpoint){
      .offset = offset, .ordinal = ordinal, .container = (int32_t)(f->top - f->index.kept)};
}

/* Line breaks part values at depth 0. */
static void lines_segment(feeding *f, uint64_t newline, uint64_t content, uint64_t base) {
  uint64_t events = newline | content;
  while (events) {
    int bit = __builtin_ctzll(events);
    if (newline >> bit & 1) {
      if (f->cursor.line_content) {
        f->cursor.line_content = 0;
        f->cursor.pending = 1;
        checkpoint(f, base + (uint64_t)bit + 1, f->top->children);
      }
      events &= ~below(bit + 1);
    } else {
      if (f->cursor.pending) { f->cursor.pending = 0; see(f, 1); }
      f->cursor.line_content = 1;
      /* Only the rest of this line: behind its end another value may begin in the same block. */
      uint64_t ends = newline & events;
      if (!ends) return;
      events &= ~below(__builtin_ctzll(ends));
    }
  }
}

/* The part of a block between two brackets. */
INLINED void segment(feeding *f, const cjs_block *block, uint64_t within, uint64_t base) {
  if (f->cursor.lines && f->cursor.depth == 0) {
    lines_segment(f, block->newline & within, block->content & within, base);
    return;
  }
  /* Without a branch: whether there is a comma between two brackets is anybody's guess. */
  uint64_t comma = block->comma & within;
  uint8_t first = f->cursor.pending & ((block->content & within) != 0);
  uint64_t ordinal = f->top->children + first;
  f->cursor.pending ^= first;
  see(f, first + (uint64_t)__builtin_popcountll(comma));
  if (base + 64 - f->top->mark < f->index.grain.checkpoint || !comma) return;
  /* The first of the commas: so one stands right behind each long child. */
  checkpoint(f, base + 1 + (uint64_t)__builtin_ctzll(comma), ordinal);
}

INLINED void enter(feeding *f, uint64_t at) {
  if (f->cursor.depth == INT32_MAX) return;
  f->cursor.pending = 1;
  int32_t depth = ++f->cursor.depth;
  if (depth <= CJS_KEPT_DEPTH) {
    int32_t parent = (int32_t)(f->top - f->index.kept);
    uint64_t ordinal = f->top->children - 1;
    f->index.open[depth] = (int32_t)f->index.kept_count;
    f->index.kept[f->index.kept_count++] = (cjs_kept){
        .start = at, .mark = at, .ordinal = ordinal, .parent = parent, .depth = depth - 1};
  }
  stand_in(f);
}

INLINED void leave(feeding *f, uint64_t at) {
  if (f->cursor.depth == 0) return;
  f->cursor.pending = 0;
  if (f->cursor.depth <= CJS_KEPT_DEPTH) {
    if (at + 1 - f->top->start < f->index.grain.kept)
      /* All that was kept after it lies inside it, so it goes too. */
      f->index.kept_count = (size_t)(f->top - f->index.kept);
    else
      f->top->end = at + 1;
  }
  f->cursor.depth--;
  stand_in(f);
}

/* The brackets of a block, and what stands between them. */
INLINED void block_events(feeding *f, const cjs_block *block, uint64_t base) {
  uint64_t events = block->open | block->close, left = ~0ULL;
  while (events) {
    uint64_t whole = up_to_first(events), rest = events & (events - 1);
    uint64_t at = base + (uint64_t)__builtin_ctzll(events);
    if (block->open & events & -events) {
      /* An opening bracket is content of what it stands in. */
      segment(f, block, left & whole, base);
      uint64_t next = up_to_first(rest);
      if (block->close & rest & -rest && f->cursor.depth < CJS_KEPT_DEPTH) {
        /* It closes in this block and nothing opens in it: too small to keep, its values only count. */
        uint64_t inside = next >> 1 & ~whole;
        f->cursor.counts[level(f->cursor.depth + 1)] +=
            (uint64_t)__builtin_popcountll(block->comma & inside) +
            ((block->content & inside) != 0);
        whole = next;
        rest &= rest - 1;
      } else {
        enter(f, at);
      }
    } else {
      segment(f, block, left & whole >> 1, base);
      leave(f, at);
    }
    if (f->cursor.lines && f->cursor.depth == 0) f->cursor.line_content = 1;
    left = ~whole;
    events = rest;
  }
  if (left) segment(f, block, left, base);
}

/* Compiled once for each path, with its classifier as a part of the loop. */
INLINED size_t feed(cjs_classify classify, cjs_parity parity, cjs_cursor *cursor, cjs_index *index,
                    const uint8_t *bytes, size_t n) {
  feeding own = {.cursor = *cursor, .index = *index}, *f = &own;
  stand_in(f);
  uint64_t grain = index->grain.landmark, landmark = (cursor->offset + grain - 1) / grain * grain;
  size_t done = 0;
  while (done < n) {
    if (f->index.kept_room - f->index.kept_count < 64 ||
        f->index.checkpoint_room - f->index.checkpoint_count < 128 ||
        f->index.landmark_room == f->index.landmark_count)
      break;
    size_t size = n - done < 64 ? n - done : 64;
    uint64_t base = f->cursor.offset;
    if (base == landmark) {
      f->index.landmarks[f->index.landmark_count++] = f->cursor;
      landmark += grain;
    }
    cjs_block block;
    read_block(classify, parity, &f->cursor, bytes + done, size, &block);
    block_events(f, &block, base);
    f->cursor.offset = base + size;
    done += size;
  }
  *cursor = own.cursor;
  *index = own.index;
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

AVX512 static size_t feed_avx512(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes,
                                 size_t n) {
  return feed(classify_avx512, prefix_parity_avx2, cursor, index, bytes, n);
}
#endif

size_t cjs_feed(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes, size_t n,
                cjs_path path) {
#if defined(__x86_64__)
  if (path == CJS_BEST && has_avx512()) return feed_avx512(cursor, index, bytes, n);
  if (path <= CJS_AVX2 && has_avx2()) return feed_avx2(cursor, index, bytes, n);
#endif
  return feed_portable(cjs_classifier(path), cursor, index, bytes, n);
}
