#ifndef CJSONSCAN_H
#define CJSONSCAN_H
#include <stddef.h>
#include <stdint.h>

/* Structure of JSON text in blocks of 64 bytes. Nothing here allocates, has state of its own or
   judges grammar: brackets, commas and content outside of strings are all that counts. */

enum {
  CJS_LEVELS = 12,            /* values are counted for depths 0..10 apart, deeper ones together */
  CJS_INDEX_DEPTH = 1024,     /* containers nested deeper are never indexed */
  CJS_DOCUMENT = 1,           /* its place among the levels */
  CJS_LEVEL_ROOM = CJS_DOCUMENT + CJS_INDEX_DEPTH + 3
};

/* How finely is indexed, in bytes. */
typedef struct {
  uint64_t container;         /* smaller containers are dropped when they close */
  uint64_t checkpoint;        /* of a container between two of its checkpoints */
  uint64_t landmark;          /* between two landmarks; a multiple of 64 */
} cjs_grain;

/* Where a scan stands, and how many values it has seen at each depth. A value counts at the comma
   before it; a container's first one at its first byte that is no space. */
typedef struct {
  uint64_t offset;            /* the next byte to look at */
  uint64_t quote;             /* in_string: where the string starts */
  uint64_t counts[CJS_LEVELS];
  int32_t depth;              /* open containers */
  uint8_t in_string, escaped; /* escaped: the next byte follows a backslash that counts */
  uint8_t pending;            /* the container has shown no content yet */
  uint8_t lines;              /* a line break at depth 0 parts values, a comma does not */
  uint8_t line_content;       /* lines: this line has shown content */
} cjs_cursor;

/* A container large enough for the index, in order of `start`. */
typedef struct {
  uint64_t start;             /* its bracket; 0 for the document, which is always the first */
  uint64_t end;               /* after its closing bracket; 0 while open */
  uint64_t children;
  uint64_t ordinal;           /* its own place among its siblings */
  uint64_t mark;              /* offset of its last checkpoint */
  int32_t parent;             /* index of its parent among the containers */
  int32_t depth;              /* open containers around it */
} cjs_container;

/* The slot of child `ordinal` of the container with the index `container` starts at `offset`. In
   order of offset. */
typedef struct {
  uint64_t offset, ordinal;
  int32_t container;
} cjs_checkpoint;

/* What stands open at one depth, and what has been seen there. */
typedef struct {
  uint64_t count;             /* values at this depth, in all containers of it */
  uint64_t before;            /* those of them that are not this container's */
  uint64_t due;               /* from this offset on it is indexed, or has its next checkpoint */
  int64_t place;              /* its index among the containers */
} cjs_level;

/* Where a feed writes. It returns early where there may be too little room for what a block brings:
   for one landmark, 64 checkpoints and each container that stands open. */
typedef struct {
  cjs_grain grain;            /* container <= checkpoint, and more than a block */
  cjs_container *containers;
  size_t container_count, container_room;
  cjs_checkpoint *checkpoints;
  size_t checkpoint_count, checkpoint_room;
  cjs_cursor *landmarks;
  size_t landmark_count, landmark_room;
  cjs_level *levels;          /* CJS_LEVEL_ROOM of them; the document's is at CJS_DOCUMENT */
  int64_t indexed_depth;      /* the open containers down to this depth are indexed */
} cjs_index;

typedef enum { CJS_MORE, CJS_REACHED, CJS_CLOSED } cjs_verdict;

/* Each stands for itself and, where the processor has not got it, for those behind it. */
typedef enum { CJS_BEST, CJS_AVX2, CJS_SSE2, CJS_PORTABLE } cjs_path;

/* Indexes n bytes (a multiple of 64, or the last piece); returns how many it took. */
size_t cjs_feed(cjs_cursor *cursor, cjs_index *index, const uint8_t *bytes, size_t n, cjs_path path);

/* Looks on from the cursor until `target` values of depth <= limit have been seen since the call
   (CJS_REACHED: cursor.offset is where the value's slot starts), or until the container at depth
   `floor` closes (CJS_CLOSED: cursor.offset is after its bracket; -1: never), or the bytes end. */
cjs_verdict cjs_seek(cjs_cursor *cursor, const uint8_t *bytes, size_t n, int32_t limit,
                     uint64_t target, int32_t floor, uint64_t *seen, cjs_path path);

/* Values of depth <= limit that the cursor has counted. */
uint64_t cjs_rows(const cjs_cursor *cursor, int32_t limit);

/* The length up to and with the closing quote of a string whose inside starts at bytes; n + 1 when
   it does not end here, with `escaped` saying how the next piece starts. */
size_t cjs_string(const uint8_t *bytes, size_t n, uint8_t *escaped);

/* How many bytes at the start mean nothing within a string: ASCII without controls, quote and
   backslash. */
size_t cjs_plain(const uint8_t *bytes, size_t n);

/* Decodes the inside of a string, at least `least` of its n bytes and up to where a character ends;
   returns how many it took. `out` has room for n + 3: half an escape becomes U+FFFD. */
size_t cjs_decode(const uint8_t *raw, size_t n, size_t least, uint8_t *out, size_t *length);

/* Where the decoded byte at `offset` stands in the raw ones. */
size_t cjs_raw_offset(const uint8_t *raw, size_t n, size_t offset);

/* Where the first quote is; n when there is none. */
size_t cjs_quote(const uint8_t *bytes, size_t n);

/* Where the first line break is; n when there is none. */
size_t cjs_newline(const uint8_t *bytes, size_t n);

/* Line breaks in n bytes. */
size_t cjs_newlines(const uint8_t *bytes, size_t n);

/* Where the last line break is; n when there is none. */
size_t cjs_last_newline(const uint8_t *bytes, size_t n);

/* Bytes that begin a character in UTF-8: all but continuations. */
size_t cjs_scalars(const uint8_t *bytes, size_t n);

/* A text to look for, as far as it is matched here: a hit may start where a byte of `starts` does
   and the ASCII letters of `prefix` follow, small ones unless `exact`. */
typedef struct {
  uint8_t prefix[16];
  size_t length;              /* of prefix; 0 when the text starts outside of ASCII */
  uint8_t first[2], second[2];
  uint8_t short_escape;       /* the letter behind a backslash that means the first one; or 0 */
  int exact, escapes;         /* escapes: as JSON has them */
  uint8_t starts[256];
} cjs_needle;

/* `starts` are at most two bytes. */
void cjs_needle_make(cjs_needle *needle, const uint8_t *prefix, size_t length,
                     const uint8_t *starts, size_t count, int exact, int escapes);

/* The first place where a hit may start; n when there is none. Never passes over a hit. */
size_t cjs_candidate(const cjs_needle *needle, const uint8_t *bytes, size_t n, cjs_path path);

/* The last such place. */
size_t cjs_candidate_back(const cjs_needle *needle, const uint8_t *bytes, size_t n);
#endif
