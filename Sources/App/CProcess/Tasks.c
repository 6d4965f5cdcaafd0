#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CProcess.h"

// The Swift runtime provides the hook for programs with their own event loop. The types are those
// of the runtime's Concurrency.h. An executor of two nulls is the executor of tasks that do not
// belong to an actor.
//
// Swift 6.3 does not call the hooks for delayed jobs: its own sleep starts Dispatch, whose pool
// then wakes up once a second. Therefore Weir sleeps with QuietClock.

typedef struct job job;
typedef struct {
  void *identity, *witness;
} executor;

#define SWIFT __attribute__((swiftcall))

extern SWIFT void swift_job_run(job *work, executor on);
extern void *swift_task_enqueueGlobal_hook;

// A queue of jobs as a ring buffer, which grows and never shrinks.
static struct {
  job **jobs;
  size_t first, count, room;
} line;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER;
static size_t threads, idle, most_threads;

static void *work(void *nothing) {
  pthread_mutex_lock(&lock);
  while (1) {
    while (line.count == 0) {
      idle++;
      pthread_cond_wait(&has_job, &lock);
      idle--;
    }
    job *next = line.jobs[line.first];
    line.first = (line.first + 1) % line.room;
    line.count--;
    pthread_mutex_unlock(&lock);
    swift_job_run(next, (executor){0, 0});
    pthread_mutex_lock(&lock);
  }
  return nothing;
}

// Returns 1 if the thread was started.
static int start(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0) return 0;
  pthread_detach(thread);
  return 1;
}

static SWIFT void enqueue(job *work_item, void *original) {
  (void)original;
  pthread_mutex_lock(&lock);
  if (line.count == line.room) {
    size_t old = line.room;
    line.room = old ? 2 * old : 64;
    line.jobs = realloc(line.jobs, line.room * sizeof *line.jobs);
    if (!line.jobs) abort();
    // The part that had wrapped around moves behind the old end of the buffer.
    memmove(line.jobs + old, line.jobs, line.first * sizeof *line.jobs);
  }
  line.jobs[(line.first + line.count) % line.room] = work_item;
  line.count++;
  if (line.count > idle && threads < most_threads) threads += start();
  if (threads == 0) abort();
  int wakes = idle > 0;
  pthread_mutex_unlock(&lock);
  // The signal follows the unlock, so that the woken thread does not wait for the lock.
  if (wakes) pthread_cond_signal(&has_job);
}

void cprocess_run_tasks(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  // At least four, because a task may sometimes wait for a file.
  most_threads = processors > 4 ? (size_t)processors : 4;
  swift_task_enqueueGlobal_hook = (void *)enqueue;
}

void cprocess_start_threads(int count) {
  pthread_mutex_lock(&lock);
  while ((int)threads < count && start()) threads++;
  pthread_mutex_unlock(&lock);
}
