#define _GNU_SOURCE
#include <fcntl.h>

#include "CCurl.h"

// Swift does not import these two functions from the C library.

void ccurl_file_ahead(int file, int64_t offset, int64_t length) {
  (void)fallocate(file, FALLOC_FL_KEEP_SIZE, offset, length);
}

void ccurl_file_begin_writing(int file, int64_t offset, int64_t length) {
  (void)sync_file_range(file, offset, length, SYNC_FILE_RANGE_WRITE);
}
