#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

#include "CProcess.h"

// A semaphore, because a signal handler may post it and a thread can wait for it.
static sem_t interrupts;
static volatile sig_atomic_t last;

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

int cprocess_wait_for_interrupt(void) {
  while (sem_wait(&interrupts) != 0 && errno == EINTR) {
  }
  return last;
}
