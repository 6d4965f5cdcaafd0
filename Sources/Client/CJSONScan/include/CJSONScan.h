#ifndef CJSONSCAN_H
#define CJSONSCAN_H
#include <stddef.h>
#include <stdint.h>

/* A reader of the structure of JSON text, in blocks of 64 bytes. The functions allocate no memory,
   have no state of their own, and do not check the grammar: they distinguish only brackets, commas
   and other content outside strings. */

enum {
  CJS_LEVELS = 12,            /* separate counts for depths 0..10, one count for all deeper */
  CJS_INDEX_DEPTH = 1024,     /* deeper containers are never indexed */
  CJS_DOCUMENT = 1,           /* the index of the document among the levels */
  CJS_LEVEL_ROOM = CJS_DOCUMENT + CJS_INDEX_DEPTH + 3
};

/* The density of the index, in bytes. */
typedef struct {
  uint64_t container;         /* the minimum size of an indexed container */
  uint64_t checkpoint;        /* the distance between two checkpoints of a container */
  uint64_t landmark;          /* the distance between two landmarks; a multiple of 64 */
} cjs_grain;

/* The position of a scan, and the number of values seen at each depth. A value is counted at the
   comma before it. The first value of a container is counted at its first byte that is not white
   space. */
typedef struct {
  uint64_t offset;            /* the next byte to read */
  uint64_t quote;             /* if in_string: the start of the string */
  uint64_t counts[CJS_LEVELS];
  int32_t depth;              /* the number of open containers */
  uint8_t in_string, escaped; /* escaped: the next byte follows an escaping backslash */
  uint8_t pending;            /* the container has had no content so far */
  uint8_t lines;              /* at depth 0, line breaks separate values, commas do not */
  uint8_t line_content;       /* if lines: this line has had content */
} cjs_cursor;

/* A container that is large enough for the index. Containers are sorted by `start`. */
typedef struct {
  uint64_t start;             /* its bracket; 0 for the document, which is always first */
  uint64_t end;               /* after its closing bracket; 0 while open */
  uint64_t children;
  uint64_t ordinal;           /* its index among its siblings */
  uint64_t mark;              /* the offset of its last checkpoint */
  int32_t parent;             /* the index of its parent among the containers */
  int32_t depth;              /* the number of containers around it */
} cjs_container;

/* A checkpoint: child `ordinal` of the container with the index `container` has a slot that starts
   at `offset`. Checkpoints are sorted by `offset`. */
typedef struct {
  uint64_t offset, ordinal;
  int32_t container;
} cjs_checkpoint;

/* The open container at one depth, and the number of values seen there. */
typedef struct {
  uint64_t count;             /* the number of values at this depth, in all containers */
  uint64_t before;            /* the number of these that are not in this container */
  uint64_t due;               /* the offset from which it is indexed or has a checkpoint */
  int64_t place;              /* its index among the containers */
} cjs_level;

/* The output of a feed. A feed returns early if there may be too little space for the results of a
   block: one landmark, 64 checkpoints and each open container. */
typedef struct {
  cjs_grain grain;            /* container <= checkpoint, and more than a block */
  cjs_container *containers;
  size_t container_count, container_room;
  cjs_checkpoint *checkpoints;
  size_t checkpoint_count, checkpoint_room;
  cjs_cursor *landmarks;
  size_t landmark_count, landmark_room;
  cjs_level *levels;          /* CJS_LEVEL_ROOM levels; the document's is at CJS_DOCUMENT */
  int64_t indexed_depth;      /* the open containers down to this depth are indexed */
} cjs_index;

typedef enum { CJS_MORE, CJS_REACHED, CJS_CLOSED } cjs_verdict;

/* An instruction set. If the processor does not support it, the next one in this list is used. */
typedef enum { CJS_BEST, CJS_AVX2, CJS_SSE2, CJS_PORTABLE } cjs_path;

/* Indexes n bytes (a multiple of 64, or the last piece). Returns the number of bytes used. */
size_t cjs_feed(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes, size_t n, cjs_path path);

/* Continues from the cursor until `target` values of depth <= limit have been seen since the call
   (CJS_REACHED: cursor.offset is the start of the value's slot), or the container at depth `floor`
   closes (CJS_CLOSED: cursor.offset is after its bracket; a floor of -1 never closes), or the bytes
   end. */
cjs_verdict cjs_seek(cjs_cursor *cursor, const uint8_t *bytes, size_t n, int32_t limit,
                     uint64_t target, int32_t floor, uint64_t *seen, cjs_path path);

/* Returns the number of values of depth <= limit that the cursor has counted. */
uint64_t cjs_rows(const cjs_cursor *cursor, int32_t limit);

/* Returns the length up to and including the closing quote of a string whose content starts at
   `bytes`. If the string does not end within the bytes, returns n + 1 and sets `escaped` to the
   state for the next piece. */
size_t cjs_string(const uint8_t *bytes, size_t n, uint8_t *escaped);

/* Returns the number of leading bytes without a special meaning in a string: ASCII except controls,
   quote and backslash. */
size_t cjs_plain(const uint8_t *bytes, size_t n);

/* Decodes at least `least` of the n bytes in a string, up to the end of a character. Returns the
   number of bytes used. `out` must have space for n + 3 bytes, because half an escape becomes
   U+FFFD. */
size_t cjs_decode(const uint8_t *raw, size_t n, size_t least, uint8_t *out, size_t *length);

/* Returns the position in the raw bytes of the decoded byte at `offset`. */
size_t cjs_raw_offset(const uint8_t *raw, size_t n, size_t offset);

/* Returns the position of the first quote, or n if there is none. */
size_t cjs_quote(const uint8_t *bytes, size_t n);

/* Returns the position of the first line break, or n if there is none. */
size_t cjs_newline(const uint8_t *bytes, size_t n);

/* Returns the number of line breaks in n bytes. */
size_t cjs_newlines(const uint8_t *bytes, size_t n);

/* Returns the position of the last line break, or n if there is none. */
size_t cjs_last_newline(const uint8_t *bytes, size_t n);

/* Returns the number of bytes that begin a UTF-8 character, which are all except continuation
   bytes. */
size_t cjs_scalars(const uint8_t *bytes, size_t n);

/* The part of the search text that these functions compare. A match may start at a byte of `starts`
   if the ASCII letters of `prefix` follow. The letters are in lower case unless `exact`. */
typedef struct {
  uint8_t prefix[16];
  size_t length;              /* of prefix; 0 if the text starts with a non-ASCII character */
  uint8_t first[2], second[2];
  uint8_t short_escape;       /* the letter after a backslash that means prefix[0], or 0 */
  int exact, escapes;         /* escapes: whether the text has JSON escapes */
  uint8_t starts[256];
} cjs_needle;

/* Creates a needle. `starts` contains at most two bytes. */
void cjs_needle_make(cjs_needle *needle, const uint8_t *prefix, size_t length,
                     const uint8_t *starts, size_t count, int exact, int escapes);

/* Returns the first position at which a match may start, or n if there is none. Never skips a
   match. */
size_t cjs_candidate(const cjs_needle *needle, const uint8_t *bytes, size_t n, cjs_path path);

/* Returns the last position at which a match may start, or n if there is none. */
size_t cjs_candidate_back(const cjs_needle *needle, const uint8_t *bytes, size_t n);
#endif
