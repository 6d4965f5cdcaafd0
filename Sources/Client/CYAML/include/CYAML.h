#ifndef CYAML_H
#define CYAML_H

#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

// Events of libyaml, which is opened when the first document is read: see CCurl's Functions.h.

/// The library's file name as it is opened, when it can be; null when it is not there.
const char *_Nullable cyaml_library_name(void);

/// Prepares to read `n` bytes of UTF-8, which must stay where they are. Returns 0 without the library, or
/// without memory; then the parser is not to be used.
int cyaml_begin(yaml_parser_t *_Nonnull parser, const uint8_t *_Nullable bytes, size_t n);

/// Replaces the event, zeroed before the first call, with the next one. Returns 0 for an error, which the parser
/// describes.
int cyaml_next(yaml_parser_t *_Nonnull parser, yaml_event_t *_Nonnull event);

/// Frees what both hold.
void cyaml_end(yaml_parser_t *_Nonnull parser, yaml_event_t *_Nonnull event);

#endif
