/* When the calling thread gets its turn. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CNcurses.h"

/* As the kernel has it; glibc of Debian 12 declares none. */
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

void cn_ask_for_short_turns(void) {
  errno = 0;
  int nice = getpriority(PRIO_PROCESS, 0);
  if (errno != 0) return;
  /* The shortest there is. What the thread starts has turns of the usual length. */
  struct attributes wanted = {.size = sizeof wanted, .flags = SCHED_FLAG_RESET_ON_FORK,
                              .nice = nice, .runtime = 100000};
  syscall(SYS_sched_setattr, 0, &wanted, 0);
}
