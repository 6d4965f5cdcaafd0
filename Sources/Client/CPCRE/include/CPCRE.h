#ifndef CPCRE_H
#define CPCRE_H

#include <stddef.h>
#include <stdint.h>

// Regular expressions by libpcre2-8, which is loaded for the first expression. All text is UTF-8.
// Invalid bytes do not match anything and do not end the search. Matching does not use the C stack,
// takes at most 8 MiB of other memory, and makes a limited number of attempts from each position.

/// A compiled expression. It is immutable, so any thread may use it.
typedef struct cpcre_pattern cpcre_pattern;

/// The state for matching an expression, used by one thread at a time.
typedef struct cpcre_search cpcre_search;

enum {
  CPCRE_ANY_CASE = 1,
  /// ^ and $ also match at the ends of lines.
  CPCRE_LINES = 2,
};

/// Errors of `cpcre_make`: the library or one of its functions is missing, or memory is exhausted.
/// All other errors are positive.
enum { CPCRE_NO_LIBRARY = -1, CPCRE_NO_MEMORY = -2 };

/// Returns the file name of the library if it can be loaded, or null.
const char *cpcre_library_name(void);

/// Compiles an expression. On failure, returns null and sets `error`, and `offset` to the position
/// in bytes.
cpcre_pattern *cpcre_make(const uint8_t *text, size_t n, int options, int *error, size_t *offset);
void cpcre_free(cpcre_pattern *pattern);

/// Writes the library's message for a positive error of `cpcre_make`.
void cpcre_explain(int error, char *words, size_t room);

/// Starts a search with an expression. Returns null if there is not enough memory.
cpcre_search *cpcre_begin(const cpcre_pattern *pattern);
void cpcre_end(cpcre_search *search);

/// Returns whether a tenth of a second has passed since `cpcre_begin`, so that the caller can check
/// for cancellation.
int cpcre_is_late(const cpcre_search *search);

typedef enum {
  CPCRE_NONE,
  CPCRE_FOUND,
  /// The expression can match in too many ways, or matching takes too long.
  CPCRE_TOO_HARD,
  /// The key or scalar at `at` is longer than the available bytes.
  CPCRE_LONG,
} cpcre_verdict;

enum {
  /// The text continues before or after the bytes, so `^` or `$` does not match there.
  CPCRE_CUT_BEFORE = 1,
  CPCRE_CUT_AFTER = 2,
};

/// Finds the first match that starts at `from` or later and not after `last`. `from` must be the
/// start of a character.
cpcre_verdict cpcre_find(cpcre_search *search, const uint8_t *text, size_t n, size_t from, size_t last,
                         int edges, size_t *start, size_t *end);

typedef enum { CPCRE_EVERYWHERE, CPCRE_KEYS, CPCRE_VALUES } cpcre_scope;

typedef struct {
  /// The start of the search, outside strings. The call sets it to the position from which to
  /// continue, which is after the token if there was a match.
  size_t at;
  /// The start of the token with the match: a string's quote, or a word's first letter.
  size_t token;
  /// The range of the match in the raw bytes.
  size_t start, end;
} cpcre_place;

/// Searches the decoded keys and scalars of JSON text that start before `stop` for the first match.
/// A string followed by a colon is a key. `is_end` means that nothing follows the bytes. With
/// CPCRE_NONE, `place->at` may be less than `n` if more bytes of the token there are needed, or if
/// the search is late.
cpcre_verdict cpcre_find_in_json(cpcre_search *search, cpcre_scope scope, const uint8_t *bytes, size_t n,
                                 size_t stop, int is_end, cpcre_place *place);

#endif
