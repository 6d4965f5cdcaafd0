#ifndef CBUNDLED_H
#define CBUNDLED_H

// The API descriptions included in Weir, from the folder above this header. They are read-only data
// of the program, so nothing is copied, and a page is loaded on first access.

#include <stddef.h>
#include <stdint.h>

/// One document: its name without extension, and its bytes, which stay valid until the program
/// ends.
typedef struct {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
} cbundled_document;

/// Returns the number of documents.
size_t cbundled_count(void);
/// Returns the document at an index, which must be less than the count. Documents are sorted by
/// name.
cbundled_document cbundled_at(size_t index);

#endif
