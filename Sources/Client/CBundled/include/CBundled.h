#ifndef CBUNDLED_H
#define CBUNDLED_H

// The API descriptions that come with Weir, as they lie beside this header's folder. They stand in the
// program's read-only data: nothing is copied, and a page of them is read when it is first looked at.

#include <stddef.h>
#include <stdint.h>

/// One document: its name without extension, and its bytes, which live as long as the program.
typedef struct {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
} cbundled_document;

/// How many documents there are.
size_t cbundled_count(void);
/// The document of that index, which must be below the count; ordered by name.
cbundled_document cbundled_at(size_t index);

#endif
