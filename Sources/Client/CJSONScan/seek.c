#include "blocks.h"

static inline int level(int32_t depth) { return depth < CJS_LEVELS - 1 ? depth : CJS_LEVELS - 1; }

static inline uint64_t below(int bit) { return bit >= 64 ? ~0ULL : (1ULL << bit) - 1; }

typedef struct {
  int32_t limit;
  uint64_t target, seen;
} goal;

/* Counts values. If the goal is among them, returns true and sets `needed` to the number up to the
   goal. */
static inline int count(cjs_cursor *cursor, goal *goal, uint64_t values, uint64_t *needed) {
  if (cursor->depth > goal->limit || goal->seen + values < goal->target) {
    cursor->counts[level(cursor->depth)] += values;
    if (cursor->depth <= goal->limit) goal->seen += values;
    return 0;
  }
  *needed = goal->target - goal->seen;
  cursor->counts[level(cursor->depth)] += *needed;
  goal->seen = goal->target;
  return 1;
}

static int nth_bit(uint64_t bits, uint64_t n) {
  while (--n) bits &= bits - 1;
  return __builtin_ctzll(bits);
}

/* The next functions return the bit at which the goal's slot starts, or -1. */

static int lines_segment(cjs_cursor *cursor, goal *goal, uint64_t newline, uint64_t content) {
  uint64_t events = newline | content, needed;
  while (events) {
    int bit = __builtin_ctzll(events);
    if (newline >> bit & 1) {
      if (cursor->line_content) { cursor->line_content = 0; cursor->pending = 1; }
      events &= ~below(bit + 1);
    } else {
      cursor->line_content = 1;
      if (cursor->pending) {
        cursor->pending = 0;
        if (count(cursor, goal, 1, &needed)) return bit;
      }
      /* Only the rest of this line, since another value may begin after its end in the same
         block. */
      uint64_t ends = newline & events;
      if (!ends) return -1;
      events &= ~below(__builtin_ctzll(ends));
    }
  }
  return -1;
}

static inline int segment(cjs_cursor *cursor, goal *goal, const cjs_block *block, uint64_t within) {
  uint64_t content = block->content & within, needed;
  if (cursor->lines && cursor->depth == 0)
    return lines_segment(cursor, goal, block->newline & within, content);
  if (!content) return -1;
  if (cursor->pending) {
    cursor->pending = 0;
    if (count(cursor, goal, 1, &needed)) return __builtin_ctzll(content);
  }
  uint64_t comma = block->comma & within;
  if (comma && count(cursor, goal, (uint64_t)__builtin_popcountll(comma), &needed))
    return nth_bit(comma, needed) + 1;
  return -1;
}

/* Processes the brackets and segments of one block. */
static cjs_verdict walk(cjs_cursor *cursor, goal *goal, const cjs_block *block, int32_t floor,
                        int *stop) {
  uint64_t events = block->open | block->close;
  int from = 0;
  while (events) {
    int bit = __builtin_ctzll(events);
    int is_open = block->open >> bit & 1;
    *stop = segment(cursor, goal, block, below(bit + is_open) & ~below(from));
    if (*stop >= 0) return CJS_REACHED;
    if (is_open) {
      if (cursor->depth < INT32_MAX) cursor->depth++;
      cursor->pending = 1;
    } else {
      if (cursor->depth == floor) { *stop = bit + 1; return CJS_CLOSED; }
      if (cursor->depth > 0) { cursor->depth--; cursor->pending = 0; }
    }
    if (cursor->lines && cursor->depth == 0) cursor->line_content = 1;
    from = bit + 1;
    events &= events - 1;
  }
  *stop = segment(cursor, goal, block, ~below(from));
  return *stop >= 0 ? CJS_REACHED : CJS_MORE;
}

cjs_verdict cjs_seek(cjs_cursor *cursor, const uint8_t *bytes, size_t n, int32_t limit,
                     uint64_t target, int32_t floor, uint64_t *seen, cjs_path path) {
  cjs_classify classify = cjs_classifier(path);
  goal goal = {.limit = limit, .target = target, .seen = *seen};
  cjs_verdict verdict = CJS_MORE;
  for (size_t done = 0; done < n && verdict == CJS_MORE;) {
    size_t size = n - done < 64 ? n - done : 64;
    cjs_block block;
    cjs_read_block(classify, cursor, bytes + done, size, &block);
    int stop = -1;
    verdict = walk(cursor, &goal, &block, floor, &stop);
    cursor->offset += verdict == CJS_MORE ? size : (uint64_t)stop;
    done += size;
  }
  *seen = goal.seen;
  return verdict;
}
