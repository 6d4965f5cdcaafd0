/* Functions that delay Ctrl+Z until the end of writes, because a process that is stopped during a
 * write blocks every other process that writes.
 *
 * The handler stays installed. If it were installed only during a write, a thread that had already
 * begun to stop the process by the default action could stop it during the write. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "CSQLite.h"

/* The number of threads that write, and a bit that is set while the process stops. */
static atomic_int state;
enum { STOPPING = 1 << 30 };
static _Thread_local int depth;
/* Whether Ctrl+Z was received during a write. */
static atomic_bool asked;

static void set_action(void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
}

static bool has_default_action(void) {
  struct sigaction found;
  return sigaction(SIGTSTP, NULL, &found) == 0 && !(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_DFL;
}

/* Stops the process unless a thread writes. In that case, the last thread that writes stops it. */
static void stop(int number) {
  (void)number;
  int error = errno, idle = 0;
  atomic_store(&asked, true);
  if (!atomic_compare_exchange_strong(&state, &idle, STOPPING)) return;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTSTP);
  set_action(SIG_DFL);
  /* The signal is blocked in its handler. The return from the handler restores the mask. */
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  /* Returns after SIGCONT, or immediately if the process group is orphaned. */
  raise(SIGTSTP);
  if (has_default_action()) set_action(stop);
  atomic_store(&asked, false);
  atomic_store(&state, 0);
  errno = error;
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

void csqlite_begin_write(void) {
  if (depth++ > 0) return;
  int found = atomic_load(&state);
  for (;;) {
    if (found & STOPPING) {
      nap();
      found = atomic_load(&state);
    } else if (atomic_compare_exchange_weak(&state, &found, found + 1)) {
      break;
    }
  }
  if (found == 0 && has_default_action()) set_action(stop);
}

void csqlite_end_write(void) {
  if (--depth > 0) return;
  if (atomic_fetch_sub(&state, 1) == 1 && atomic_exchange(&asked, false)) raise(SIGTSTP);
}

void csqlite_begin_stop(void) {
  atomic_fetch_or(&state, STOPPING);
  while (atomic_load(&state) != STOPPING) nap();
}

void csqlite_end_stop(void) { atomic_fetch_and(&state, ~STOPPING); }
