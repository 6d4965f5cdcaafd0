#ifndef CMANUAL_H
#define CMANUAL_H

// The topics of the manual. They stand in the program's read-only data: nothing is copied, and a page of
// them is read when it is first used.

#include <stddef.h>
#include <stdint.h>

/// One topic: its name, and its Markdown text in UTF-8, which lives as long as the program.
typedef struct {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
} cmanual_topic;

/// How many topics there are.
size_t cmanual_count(void);
/// The topic of that index, which must be below the count; in the order of reading.
cmanual_topic cmanual_at(size_t index);

#endif
