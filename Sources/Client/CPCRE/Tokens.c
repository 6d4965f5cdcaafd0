#include "CPCRE.h"
#include "Library.h"

#include <CJSONScan.h>
#include <string.h>

/* A word ends at white space, structure or a quote, as in the tree view. */
static const uint8_t parts[256] = {
    [' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1, [','] = 1, [':'] = 1,
    ['{'] = 1, ['}'] = 1, ['['] = 1, [']'] = 1, ['"'] = 2,
};

static int is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

/* Searches one token for a match. Text without escapes is matched in place. */
static cpcre_verdict look(cpcre_search *search, const uint8_t *bytes, size_t from, size_t to,
                          cpcre_place *place) {
  const uint8_t *raw = bytes + from;
  size_t n = to - from, start, end;
  if (n == 0 || !memchr(raw, '\\', n)) {
    cpcre_verdict verdict = cpcre_find(search, raw, n, 0, n, 0, &start, &end);
    place->start = from + start;
    place->end = from + end;
    return verdict;
  }
  size_t length;
  cjs_decode(raw, n, n, search->room, &length);
  cpcre_verdict verdict = cpcre_find(search, search->room, length, 0, length, 0, &start, &end);
  if (verdict != CPCRE_FOUND) return verdict;
  place->start = from + cjs_raw_offset(raw, n, start);
  place->end = from + cjs_raw_offset(raw, n, end);
  return verdict;
}

cpcre_verdict cpcre_find_in_json(cpcre_search *search, cpcre_scope scope, const uint8_t *bytes, size_t n,
                                 size_t stop, int is_end, cpcre_place *place) {
  size_t at = place->at;
  if (stop > n) stop = n;
  while (at < stop) {
    if (parts[bytes[at]] == 1) { at++; continue; }
    size_t from = at, to, next;
    int is_string = bytes[at] == '"', is_key = 0;
    if (is_string) {
      uint8_t escaped = 0;
      from = at + 1;
      size_t length = cjs_string(bytes + from, n - from, &escaped);
      int is_closed = length <= n - from;
      next = is_closed ? from + length : n;
      to = is_closed ? next - 1 : n;
      if (!is_closed && !is_end) goto unended;
      if (scope != CPCRE_EVERYWHERE) {
        size_t colon = next;
        while (colon < n && is_space(bytes[colon])) colon++;
        if (colon == n && !is_end) goto unended;
        is_key = colon < n && bytes[colon] == ':';
      }
    } else {
      for (next = at + 1; next < n && !parts[bytes[next]]; next++) {}
      if (next == n && !is_end) goto unended;
      to = next;
    }
    /* The decoded text must also fit in the buffer. */
    if (to - from > CPCRE_ROOM) { place->at = at; return CPCRE_LONG; }
    if (scope == CPCRE_EVERYWHERE || is_key == (scope == CPCRE_KEYS)) {
      cpcre_verdict verdict = look(search, bytes, from, to, place);
      if (verdict != CPCRE_NONE) {
        place->token = at;
        place->at = next;
        return verdict;
      }
    }
    at = next;
    if (cpcre_is_late(search)) break;
    continue;
  unended:
    place->at = at;
    return at == 0 ? CPCRE_LONG : CPCRE_NONE;
  }
  place->at = at;
  return CPCRE_NONE;
}
