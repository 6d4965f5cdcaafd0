#ifndef CMANUAL_H
#define CMANUAL_H

// The topics of the manual. They are in the program's read-only data, so nothing is copied, and a
// memory page of them is read when it is first used.

#include <stddef.h>
#include <stdint.h>

/// One topic: its name, and its Markdown text in UTF-8, which exists as long as the program runs.
typedef struct {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
} cmanual_topic;

/// Returns the number of topics.
size_t cmanual_count(void);
/// Returns the topic at an index, which must be below the count. Topics are in reading order.
cmanual_topic cmanual_at(size_t index);

#endif
