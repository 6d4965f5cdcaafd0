#include "classify.h"

#define RARELY(condition) __builtin_expect(condition, 0)

static inline uint64_t below(int bit) { return bit >= 64 ? ~0ULL : (1ULL << bit) - 1; }

/* Returns the lowest set bit and all bits below it. */
static inline uint64_t up_to_first(uint64_t bits) { return bits ^ (bits - 1); }

INLINED cjs_level *level_at(const cjs_index *index, int64_t depth) {
  return index->levels + CJS_DOCUMENT + depth;
}

/* Stores the number of children known so far of an indexed container. Returns the container. */
static cjs_container *settle(cjs_index *index, const cjs_level *level) {
  cjs_container *container = &index->containers[level->place];
  container->children = level->count - level->before;
  return container;
}

/* Indexes the open containers down to this level, because every container around a large one is
   also large. */
static void add_containers(cjs_index *index, const cjs_level *last) {
  for (cjs_level *level = level_at(index, index->indexed_depth); level < last;) {
    const cjs_level *parent = level++;
    uint64_t start = level->due - index->grain.container;
    level->due = start + index->grain.checkpoint;
    level->place = (int64_t)index->container_count;
    index->containers[index->container_count++] = (cjs_container){
        .start = start,
        .mark = start,
        .ordinal = parent->count - parent->before - 1,
        .parent = (int32_t)parent->place,
        .depth = (int32_t)index->indexed_depth++};
  }
}

/* Adds a checkpoint if one is due. Child `ordinal` of the container at the level starts at
   `offset`. */
static void checkpoint(cjs_index *index, cjs_level *level, uint64_t offset, uint64_t ordinal) {
  if (offset < level->due) return;
  level->due = offset + index->grain.checkpoint;
  index->containers[level->place].mark = offset;
  index->checkpoints[index->checkpoint_count++] = (cjs_checkpoint){
      .offset = offset, .ordinal = ordinal, .container = (int32_t)level->place};
}

/* Does the work that is due at a level after a segment of the block at `base` that ended before
   `end`. */
static __attribute__((noinline)) void attend(cjs_index *index, cjs_level *level, uint64_t comma,
                                             uint64_t base, uint64_t end) {
  if (level > level_at(index, index->indexed_depth)) {
    if (end < level->due) return;
    add_containers(index, level);
  }
  if (!comma) return;
  /* The checkpoint is at the first comma, so that each long child is followed by a checkpoint. */
  uint64_t values = level->count - level->before - (uint64_t)__builtin_popcountll(comma);
  checkpoint(index, level, base + 1 + (uint64_t)__builtin_ctzll(comma), values);
}

/* Ends an indexed container. */
static __attribute__((noinline)) void end_container(cjs_index *index, uint64_t end) {
  settle(index, level_at(index, index->indexed_depth--))->end = end;
}

/* Stores the state of the open containers down to this level. */
static void settle_all(cjs_index *index, const cjs_level *last, uint64_t offset) {
  while (index->indexed_depth < CJS_INDEX_DEPTH) {
    const cjs_level *next = level_at(index, index->indexed_depth + 1);
    if (next > last || next->due > offset) break;
    add_containers(index, next);
  }
  for (int64_t depth = 0; depth <= index->indexed_depth; depth++)
    settle(index, level_at(index, depth));
}

/* Counts the values at depth 0 of JSON lines. Returns the new `pending`. */
static __attribute__((noinline)) uint64_t lines_segment(cjs_index *index, uint64_t newline,
                                                        uint64_t content, uint64_t base,
                                                        uint64_t pending, uint8_t *line_content) {
  uint64_t events = newline | content;
  cjs_level *document = level_at(index, 0);
  while (events) {
    int bit = __builtin_ctzll(events);
    if (newline >> bit & 1) {
      if (*line_content) {
        *line_content = 0;
        pending = 1;
        checkpoint(index, document, base + (uint64_t)bit + 1, document->count);
      }
      events &= ~below(bit + 1);
    } else {
      document->count += pending;
      pending = 0;
      *line_content = 1;
      /* Only the rest of this line, since another value may begin after its end in the same
         block. */
      uint64_t ends = newline & events;
      if (!ends) break;
      events &= ~below(__builtin_ctzll(ends));
    }
  }
  return pending;
}

/* The position of a feed among the brackets. */
typedef struct {
  cjs_level *level;           /* of the innermost open container, at most the deepest */
  int64_t beyond;             /* the number of open containers below the deepest level */
  uint64_t pending;
  uint8_t line_content;
} standing;

/* Processes the brackets of a block and the content between them. There are no branches on the kind
   of a bracket or on its content, because both are unpredictable. */
INLINED standing block_events(standing at, cjs_index *index, const cjs_block *block, uint64_t base,
                              const int lines) {
  cjs_level *document = level_at(index, 0), *deepest = level_at(index, CJS_INDEX_DEPTH + 1);
  cjs_level *indexed = level_at(index, index->indexed_depth), *level = at.level;
  /* An opening bracket is content of its container, but a closing bracket is not. */
  uint64_t content = block->content & ~block->close, pending = at.pending;
  uint64_t end = base + 64, grown = base + index->grain.container;
  uint64_t events = block->open | block->close, left = ~0ULL;
  while (events) {
    uint64_t within = left & up_to_first(events), comma = block->comma & within;
    uint64_t bit = (uint64_t)__builtin_ctzll(events), is_open = block->open >> bit & 1;
    uint64_t first = (content & within) ? pending : 0;
    left = ~up_to_first(events);
    events &= events - 1;
    if (lines && level == document) {
      pending = lines_segment(index, block->newline & within, content & within, base, pending,
                              &at.line_content);
      first = 0;
    } else {
      level->count += first + (uint64_t)__builtin_popcountll(comma);
      if (RARELY(level->due <= end) && level != deepest) {
        attend(index, level, comma, base, base + bit + !is_open);
        indexed = level_at(index, index->indexed_depth);
      }
    }
    /* The container is indexed when it reaches this offset. The value is not read after a closing
       bracket. */
    level[1].before = level[1].count;
    level[1].due = grown + bit;
    if (RARELY(level == deepest) && (is_open || at.beyond > 0)) {
      at.beyond += is_open ? 1 : -1;
    } else {
      level = is_open ? level + 1 : level - 1;
      if (RARELY(level < document)) {
        level = document;
        pending ^= first;
        at.line_content |= lines;
        continue;
      }
      if (RARELY(level < indexed)) {
        end_container(index, base + bit + 1);
        indexed = level;
      }
    }
    pending = is_open;
    if (lines && level == document) at.line_content = 1;
  }
  if (lines && level == document) {
    pending = lines_segment(index, block->newline & left, content & left, base, pending,
                            &at.line_content);
  } else {
    uint64_t first = (content & left) ? pending : 0, comma = block->comma & left;
    pending ^= first;
    level->count += first + (uint64_t)__builtin_popcountll(comma);
    if (RARELY(level->due <= end) && level != deepest) attend(index, level, comma, base, end);
  }
  at.level = level;
  at.pending = pending;
  return at;
}

/* The levels below a level without values have no values either. */
INLINED void count_levels(cjs_cursor *cursor, const cjs_index *index) {
  const cjs_level *level = level_at(index, 0);
  uint64_t deeper = 0;
  for (int i = 0; i < CJS_LEVELS - 1; i++) cursor->counts[i] = level++->count;
  while (level <= level_at(index, CJS_INDEX_DEPTH + 1) && level->count) deeper += level++->count;
  cursor->counts[CJS_LEVELS - 1] = deeper;
}

INLINED void write_standing(standing at, cjs_cursor *cursor, const cjs_index *index) {
  int64_t depth = at.level - level_at(index, 0) + at.beyond;
  cursor->depth = (int32_t)(depth < INT32_MAX ? depth : INT32_MAX);
  cursor->pending = (uint8_t)at.pending;
  cursor->line_content = at.line_content;
  count_levels(cursor, index);
}

/* Compiled once for each instruction set, with its classifier inlined into the loop. */
INLINED size_t feed(cjs_classify classify, cjs_parity parity, cjs_cursor *cursor, cjs_index *index,
                    const uint8_t *bytes, size_t n) {
  cjs_cursor own = *cursor;
  int64_t deepest = CJS_INDEX_DEPTH + 1, depth = own.depth < deepest ? own.depth : deepest;
  standing at = {.level = level_at(index, depth), .beyond = own.depth - depth,
                 .pending = own.pending, .line_content = own.line_content};
  uint64_t grain = index->grain.landmark, landmark = (own.offset + grain - 1) / grain * grain;
  size_t done = 0;
  while (done < n) {
    size_t unindexed = (size_t)(at.level - level_at(index, index->indexed_depth));
    if (index->container_room - index->container_count < unindexed ||
        index->checkpoint_room - index->checkpoint_count < 64)
      break;
    size_t size = n - done < 64 ? n - done : 64;
    uint64_t base = own.offset;
    if (base == landmark) {
      if (index->landmark_room == index->landmark_count) break;
      write_standing(at, &own, index);
      index->landmarks[index->landmark_count++] = own;
      landmark += grain;
    }
    cjs_block block;
    read_block(classify, parity, &own, bytes + done, size, &block);
    at = own.lines ? block_events(at, index, &block, base, 1)
                   : block_events(at, index, &block, base, 0);
    own.offset = base + size;
    done += size;
  }
  write_standing(at, &own, index);
  settle_all(index, at.level, own.offset);
  *cursor = own;
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
