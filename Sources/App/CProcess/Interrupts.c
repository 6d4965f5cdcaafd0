#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "CProcess.h"

// A semaphore, because a signal handler may post it and a thread can wait for it.
static sem_t interrupts;
static volatile sig_atomic_t last;
static atomic_int woken;

__attribute__((constructor)) static void prepare(void) { sem_init(&interrupts, 0, 0); }

static void count(int number) {
  last = number;
  int saved = errno;
  sem_post(&interrupts);
  errno = saved;
}

void cprocess_catch_interrupts(void) {
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
}

int cprocess_wait_for_interrupt(int milliseconds) {
  struct timespec end = {0};
  if (milliseconds >= 0) {
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += milliseconds % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
      end.tv_sec++;
      end.tv_nsec -= 1000000000L;
    }
  }
  while ((milliseconds < 0 ? sem_wait(&interrupts)
                           : sem_clockwait(&interrupts, CLOCK_MONOTONIC, &end)) != 0) {
    if (errno == ETIMEDOUT) return 0;
  }
  return atomic_exchange(&woken, 0) ? 0 : last;
}

void cprocess_wake_waiter(void) {
  if (!atomic_exchange(&woken, 1)) sem_post(&interrupts);
}
