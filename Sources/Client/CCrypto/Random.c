#include <errno.h>
#include <sys/random.h>

#include "CCrypto.h"

int ccrypto_random(void *bytes, size_t count) {
  uint8_t *at = bytes;
  while (count > 0) {
    ssize_t got = getrandom(at, count, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    at += got;
    count -= (size_t)got;
  }
  return 1;
}
