/* Delays Ctrl+Z until the end of writes, because a process that is stopped during a write blocks
 * every other process that writes. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "CSQLite.h"

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int writes;
static _Thread_local int depth;
static bool stopping, caught;
static struct sigaction found;
static volatile sig_atomic_t asked;

static void note(int number) {
  (void)number;
  asked = 1;
}

void csqlite_begin_write(void) {
  if (depth++ > 0) return;
  pthread_mutex_lock(&gate);
  while (stopping) pthread_cond_wait(&changed, &gate);
  if (writes++ == 0) {
    caught = sigaction(SIGTSTP, NULL, &found) == 0 && !(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_DFL;
    if (caught) {
      struct sigaction action;
      memset(&action, 0, sizeof action);
      action.sa_handler = note;
      action.sa_flags = SA_RESTART;
      sigemptyset(&action.sa_mask);
      sigaction(SIGTSTP, &action, NULL);
    }
  }
  pthread_mutex_unlock(&gate);
}

void csqlite_end_write(void) {
  if (--depth > 0) return;
  bool stops = false;
  pthread_mutex_lock(&gate);
  if (--writes == 0) {
    if (caught) {
      sigaction(SIGTSTP, &found, NULL);
      stops = asked;
      asked = 0;
    }
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&gate);
  if (stops) kill(getpid(), SIGTSTP);
}

void csqlite_begin_stop(void) {
  pthread_mutex_lock(&gate);
  stopping = true;
  while (writes > 0) pthread_cond_wait(&changed, &gate);
  pthread_mutex_unlock(&gate);
}

void csqlite_end_stop(void) {
  pthread_mutex_lock(&gate);
  stopping = false;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&gate);
}
