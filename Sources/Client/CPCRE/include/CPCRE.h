#ifndef CPCRE_H
#define CPCRE_H

#include <stddef.h>
#include <stdint.h>

// Regular expressions by libpcre2-8, opened when the first one is made: see CCurl's Functions.h. All text is
// UTF-8; bytes that are none match nothing and end nothing. Matching takes no memory of the C stack, at most 8 MiB
// elsewhere, and a bounded number of attempts from each place.

/// A compiled expression. Immutable: any thread may use it.
typedef struct cpcre_pattern cpcre_pattern;

/// What matching needs beside the expression; for one thread at a time.
typedef struct cpcre_search cpcre_search;

enum {
  CPCRE_ANY_CASE = 1,
  /// ^ and $ stand for the ends of lines too.
  CPCRE_LINES = 2,
};

/// `cpcre_make`: the library is not there, or lacks a function; nothing else is below zero.
enum { CPCRE_NO_LIBRARY = -1, CPCRE_NO_MEMORY = -2 };

/// The library's file name as it is opened, when it can be; null when it is not there.
const char *cpcre_library_name(void);

/// Compiles an expression. Null: `error` says why, `offset` at which of its bytes.
cpcre_pattern *cpcre_make(const uint8_t *text, size_t n, int options, int *error, size_t *offset);
void cpcre_free(cpcre_pattern *pattern);

/// The library's words for an error of `cpcre_make` that is above zero.
void cpcre_explain(int error, char *words, size_t room);

/// Null when there is no memory.
cpcre_search *cpcre_begin(const cpcre_pattern *pattern);
void cpcre_end(cpcre_search *search);

/// Whether a tenth of a second has gone since `cpcre_begin`: time to see whether anybody still wants to know.
int cpcre_is_late(const cpcre_search *search);

typedef enum {
  CPCRE_NONE,
  CPCRE_FOUND,
  /// Too many ways to try, or too long at it.
  CPCRE_TOO_HARD,
  /// The key or scalar at `at` is longer than the available bytes.
  CPCRE_LONG,
} cpcre_verdict;

enum {
  /// The text goes on before the bytes, or behind them: ^ and $ do not match there.
  CPCRE_CUT_BEFORE = 1,
  CPCRE_CUT_AFTER = 2,
};

/// The first match that starts at `from` or later, and not behind `last`; `from` is where a character starts.
cpcre_verdict cpcre_find(cpcre_search *search, const uint8_t *text, size_t n, size_t from, size_t last,
                         int edges, size_t *start, size_t *end);

typedef enum { CPCRE_EVERYWHERE, CPCRE_KEYS, CPCRE_VALUES } cpcre_scope;

typedef struct {
  /// Where to look from, outside of strings. Afterwards where to go on: found, behind the token.
  size_t at;
  /// Where the token with the match starts: a string's quote, or a word's first letter.
  size_t token;
  /// The match in its raw bytes.
  size_t start, end;
} cpcre_place;

/// Looks through the keys and scalars of JSON text that start before `stop`, decoded, for the first with a match.
/// A string with a colon behind it is a key. `is_end`: nothing follows the bytes.
/// With CPCRE_NONE `place->at` may be less than `n`: the token there is to be read on, or it is late.
cpcre_verdict cpcre_find_in_json(cpcre_search *search, cpcre_scope scope, const uint8_t *bytes, size_t n,
                                 size_t stop, int is_end, cpcre_place *place);

#endif
