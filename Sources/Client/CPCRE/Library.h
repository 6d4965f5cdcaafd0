#ifndef CPCRE_LIBRARY_H
#define CPCRE_LIBRARY_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define CPCRE_FUNCTIONS(EACH)  \
  EACH(code_free)              \
  EACH(compile)                \
  EACH(get_error_message)      \
  EACH(get_ovector_pointer)    \
  EACH(jit_compile)            \
  EACH(jit_stack_assign)       \
  EACH(jit_stack_create)       \
  EACH(jit_stack_free)         \
  EACH(match)                  \
  EACH(match_context_create)   \
  EACH(match_context_free)     \
  EACH(match_data_create)      \
  EACH(match_data_free)        \
  EACH(set_depth_limit)        \
  EACH(set_heap_limit)         \
  EACH(set_match_limit)        \
  EACH(set_offset_limit)

typedef struct {
#define CPCRE_GLUE(name) pcre2_##name##_8
#define CPCRE_MEMBER(name) __typeof__(&CPCRE_GLUE(name)) name;
  CPCRE_FUNCTIONS(CPCRE_MEMBER)
#undef CPCRE_MEMBER
} cpcre_functions;

/// The state shared by the calls of one search.
struct cpcre_search {
  const struct cpcre_pattern *pattern;
  pcre2_match_context_8 *context;
  pcre2_match_data_8 *data;
  pcre2_jit_stack_8 *stack;
  /// The time after which the search is late, in seconds of a coarse clock.
  double late;
  /// The buffer for a decoded token: CPCRE_ROOM bytes and one escape.
  uint8_t *room;
};

enum { CPCRE_ROOM = 256 << 10 };

/// Returns the functions of libpcre2-8, or null if the library or one of them is missing. The first
/// call loads the library. May be called from any thread.
const cpcre_functions *cpcre_library(void);

#endif
