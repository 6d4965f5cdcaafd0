#include "CPCRE.h"
#include "Library.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cpcre_pattern {
  pcre2_code_8 *code;
};

cpcre_pattern *cpcre_make(const uint8_t *text, size_t n, int options, int *error, size_t *offset) {
  const cpcre_functions *pcre = cpcre_library();
  *offset = 0;
  if (!pcre) {
    *error = CPCRE_NO_LIBRARY;
    return NULL;
  }
  uint32_t how = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT |
                 PCRE2_NEVER_BACKSLASH_C;
  if (options & CPCRE_ANY_CASE) how |= PCRE2_CASELESS;
  if (options & CPCRE_LINES) how |= PCRE2_MULTILINE;
  pcre2_code_8 *code = pcre->compile(text, n, how, error, offset, NULL);
  if (!code) return NULL;
  // Without JIT, PCRE2 uses its interpreter, which is ten times slower.
  pcre->jit_compile(code, PCRE2_JIT_COMPLETE);
  cpcre_pattern *pattern = malloc(sizeof *pattern);
  if (!pattern) {
    pcre->code_free(code);
    *error = CPCRE_NO_MEMORY;
    return NULL;
  }
  pattern->code = code;
  return pattern;
}

void cpcre_free(cpcre_pattern *pattern) {
  if (!pattern) return;
  cpcre_library()->code_free(pattern->code);
  free(pattern);
}

void cpcre_explain(int error, char *words, size_t room) {
  const cpcre_functions *pcre = cpcre_library();
  if (room == 0) return;
  words[0] = 0;
  if (pcre) pcre->get_error_message(error, (PCRE2_UCHAR8 *)words, room);
}

/* Returns the time in seconds, from the coarse clock, because the time is read at every token. */
static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int cpcre_is_late(const cpcre_search *search) { return seconds() > search->late; }

void cpcre_end(cpcre_search *search) {
  if (!search) return;
  const cpcre_functions *pcre = cpcre_library();
  if (search->data) pcre->match_data_free(search->data);
  if (search->context) pcre->match_context_free(search->context);
  if (search->stack) pcre->jit_stack_free(search->stack);
  free(search->room);
  free(search);
}

cpcre_search *cpcre_begin(const cpcre_pattern *pattern) {
  const cpcre_functions *pcre = cpcre_library();
  cpcre_search *search = calloc(1, sizeof *search);
  if (!search) return NULL;
  search->pattern = pattern;
  search->late = seconds() + 0.1;
  search->context = pcre->match_context_create(NULL);
  search->data = pcre->match_data_create(1, NULL);
  search->room = malloc(CPCRE_ROOM + 4);
  if (!search->context || !search->data || !search->room) {
    cpcre_end(search);
    return NULL;
  }
  // A million attempts from one position take 10 ms, and 100 ms without JIT. The heap limit is in
  // KiB: 8 MiB.
  pcre->set_match_limit(search->context, 1000000);
  pcre->set_depth_limit(search->context, 1000000);
  pcre->set_heap_limit(search->context, 8 << 10);
  search->stack = pcre->jit_stack_create(32 << 10, 1 << 20, NULL);
  if (search->stack) pcre->jit_stack_assign(search->context, NULL, search->stack);
  return search;
}


cpcre_verdict cpcre_find(cpcre_search *search, const uint8_t *text, size_t n, size_t from, size_t last,
                         int edges, size_t *start, size_t *end) {
  // The number of attempts is limited only for each position, and a long text has many positions.
  // Therefore a few thousand positions are searched at a time, and the elapsed time is checked in
  // between.
  enum { PLACES = 4096 };
  const double patience = 1;
  const cpcre_functions *pcre = cpcre_library();
  uint32_t how = (edges & CPCRE_CUT_BEFORE ? PCRE2_NOTBOL : 0) | (edges & CPCRE_CUT_AFTER ? PCRE2_NOTEOL : 0);
  double since = 0;
  if (last > n) last = n;
  while (from <= last) {
    size_t reach = last - from > PLACES ? from + PLACES : last;
    // A slice ends at the end of a character, so that the next slice starts with a character.
    while (reach < last && reach + 1 < n && (text[reach + 1] & 0xC0) == 0x80) reach++;
    pcre->set_offset_limit(search->context, reach);
    int count = pcre->match(search->pattern->code, text, n, from, how, search->data, search->context);
    if (count >= 0) {
      const size_t *places = pcre->get_ovector_pointer(search->data);
      *start = places[0];
      *end = places[1] < places[0] ? places[0] : places[1];
      return CPCRE_FOUND;
    }
    if (count != PCRE2_ERROR_NOMATCH) return CPCRE_TOO_HARD;
    if (reach == last) break;
    if (since == 0) since = seconds();
    else if (seconds() - since > patience) return CPCRE_TOO_HARD;
    from = reach + 1;
  }
  return CPCRE_NONE;
}
