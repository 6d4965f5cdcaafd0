#ifndef CYAML_H
#define CYAML_H

#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

// Events of libyaml, which is loaded for the first document.

/// Returns the file name of the library if it can be loaded, or null.
const char *_Nullable cyaml_library_name(void);

/// Prepares to read `n` bytes of UTF-8, which must stay valid until `cyaml_end`. Returns 0 if the
/// library is missing or memory is exhausted. The parser must then not be used.
int cyaml_begin(yaml_parser_t *_Nonnull parser, const uint8_t *_Nullable bytes, size_t n);

/// Replaces the event with the next one. The event must be zeroed before the first call. Returns 0
/// for an error, which the parser describes.
int cyaml_next(yaml_parser_t *_Nonnull parser, yaml_event_t *_Nonnull event);

/// Frees the memory of the parser and the event.
void cyaml_end(yaml_parser_t *_Nonnull parser, yaml_event_t *_Nonnull event);

#endif
