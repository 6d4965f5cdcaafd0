#include "CJQ.h"

#include <dlfcn.h>
#include <jq.h>
#include <jv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// The child process that needs libjq opens it. Weir does not open it at the start: see CCurl's
// Functions.h.
#define CJQ_FUNCTIONS(EACH)    \
  EACH(jq_init)                \
  EACH(jq_set_error_cb)        \
  EACH(jq_set_attr)            \
  EACH(jq_compile)             \
  EACH(jq_start)               \
  EACH(jq_next)                \
  EACH(jv_array)               \
  EACH(jv_dump_string)         \
  EACH(jv_free)                \
  EACH(jv_get_kind)            \
  EACH(jv_invalid_get_msg)     \
  EACH(jv_invalid_has_msg)     \
  EACH(jv_copy)                \
  EACH(jv_parser_new)          \
  EACH(jv_parser_next)         \
  EACH(jv_parser_set_buf)      \
  EACH(jv_string)              \
  EACH(jv_string_length_bytes) \
  EACH(jv_string_value)

static struct {
#define CJQ_MEMBER(name) __typeof__(&name) name;
  CJQ_FUNCTIONS(CJQ_MEMBER)
#undef CJQ_MEMBER
} jq;

static const char library_name[] = "libjq.so.1";

static int open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define CJQ_FIND(name) \
  if (!(jq.name = (__typeof__(jq.name))dlsym(library, #name))) return 0;
  CJQ_FUNCTIONS(CJQ_FIND)
#undef CJQ_FIND
  return 1;
}

const char *cjq_library(void) { return open_library() ? library_name : NULL; }

static void limit(int what, rlim_t most) {
  struct rlimit bound = {.rlim_cur = most, .rlim_max = most};
  setrlimit(what, &bound);
}

static void complain(void *nothing, jv message) {
  (void)nothing;
  jv text = jq.jv_get_kind(message) == JV_KIND_STRING ? jq.jv_copy(message)
                                                       : jq.jv_dump_string(jq.jv_copy(message), 0);
  fprintf(stderr, "%s\n", jq.jv_string_value(text));
  jq.jv_free(text);
  jq.jv_free(message);
}

static void print(jv value) {
  jv text = jq.jv_dump_string(value, 0);
  fwrite(jq.jv_string_value(text), 1, (size_t)jq.jv_string_length_bytes(jq.jv_copy(text)), stdout);
  jq.jv_free(text);
  putchar('\n');
}

// Prints the error message of an invalid value and returns 1. Returns 0 at the end of the values,
// which has no message.
static int is_fault(jv none, const char *before) {
  if (!jq.jv_invalid_has_msg(jq.jv_copy(none))) {
    jq.jv_free(none);
    return 0;
  }
  jv message = jq.jv_invalid_get_msg(none);
  if (jq.jv_get_kind(message) != JV_KIND_STRING) message = jq.jv_dump_string(message, 0);
  fprintf(stderr, "%s%s\n", before, jq.jv_string_value(message));
  jq.jv_free(message);
  return 1;
}

int cjq_run(const char *program, int ends_at_fault, size_t memory, size_t seconds) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, memory);
  limit(RLIMIT_CPU, seconds);
  if (!open_library()) {
    fprintf(stderr, "%s is not installed\n", library_name);
    return CJQ_NO_LIBRARY;
  }
  // Standard input, output and error are already open; a program must not open other files.
  limit(RLIMIT_NOFILE, 3);
  limit(RLIMIT_FSIZE, 0);
  jq_state *state = jq.jq_init();
  if (!state) return CJQ_NO_LIBRARY;
  jq.jq_set_error_cb(state, complain, NULL);
  // Modules have no search path, so that no modules are loaded.
  jq.jq_set_attr(state, jq.jv_string("JQ_LIBRARY_PATH"), jq.jv_array());
  if (!jq.jq_compile(state, program)) return CJQ_NO_PROGRAM;
  jv_parser *parser = jq.jv_parser_new(0);
  static char buffer[1 << 16];
  int fault = 0, is_over = 0, is_last = 0;
  while (!is_last && !is_over) {
    size_t count = fread(buffer, 1, sizeof buffer, stdin);
    is_last = count < sizeof buffer;
    jq.jv_parser_set_buf(parser, buffer, (int)count, !is_last);
    while (!is_over) {
      jv input = jq.jv_parser_next(parser);
      if (jq.jv_get_kind(input) == JV_KIND_INVALID) {
        is_over = is_fault(input, "jq cannot read the body as JSON: ");
        fault |= is_over;
        break;
      }
      jq.jq_start(state, input, 0);
      jv value;
      while (jq.jv_get_kind(value = jq.jq_next(state)) != JV_KIND_INVALID) print(value);
      if (is_fault(value, "")) {
        fault = 1;
        is_over = ends_at_fault;
      }
    }
  }
  fflush(stdout);
  return fault ? CJQ_FAULT : CJQ_DONE;
}
