#include "CYAML.h"

#include <dlfcn.h>
#include <pthread.h>

#define CYAML_FUNCTIONS(f) \
  f(parser_initialize) f(parser_delete) f(parser_set_encoding) f(parser_set_input_string) f(parser_parse) \
  f(event_delete)

static struct {
#define CYAML_MEMBER(name) __typeof__(&yaml_##name) name;
  CYAML_FUNCTIONS(CYAML_MEMBER)
#undef CYAML_MEMBER
} yaml;
static int is_open;
static const char library_name[] = "libyaml-0.so.2";

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define CYAML_FIND(name) \
  if (!(yaml.name = (__typeof__(yaml.name))dlsym(library, "yaml_" #name))) return;
  CYAML_FUNCTIONS(CYAML_FIND)
#undef CYAML_FIND
  is_open = 1;
}

static int is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return is_open;
}

const char *cyaml_library_name(void) { return is_there() ? library_name : NULL; }

int cyaml_begin(yaml_parser_t *parser, const uint8_t *bytes, size_t n) {
  if (!is_there() || !yaml.parser_initialize(parser)) return 0;
  yaml.parser_set_encoding(parser, YAML_UTF8_ENCODING);
  yaml.parser_set_input_string(parser, bytes ? bytes : (const uint8_t *)"", n);
  return 1;
}

int cyaml_next(yaml_parser_t *parser, yaml_event_t *event) {
  yaml.event_delete(event);
  return yaml.parser_parse(parser, event);
}

void cyaml_end(yaml_parser_t *parser, yaml_event_t *event) {
  yaml.event_delete(event);
  yaml.parser_delete(parser);
}
