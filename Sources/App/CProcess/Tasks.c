#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CProcess.h"

// The hooks are the Swift runtime's own, for programs with their own event loop. Their types are
// those of its Concurrency.h. An executor of two nulls is the executor of tasks that do not belong
// to an actor.

typedef struct job job;
typedef struct {
  void *identity, *witness;
} executor;

#define SWIFT __attribute__((swiftcall))

extern SWIFT void swift_job_run(job *work, executor on);
extern void *swift_task_enqueueGlobal_hook;
extern void *swift_task_enqueueGlobalWithDelay_hook;
extern void *swift_task_enqueueGlobalWithDeadline_hook;

// A queue of jobs as a ring buffer, which grows and never shrinks.
static struct {
  job **jobs;
  size_t first, count, room;
} line;

// The delayed jobs as a heap, the soonest first.
typedef struct {
  struct timespec due;
  job *work;
} later;
static struct {
  later *items;
  size_t count, room;
  int has_thread;
} alarms;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER;
static pthread_cond_t has_alarm;
static size_t threads, idle, most_threads;

static void *room_for_one_more(void *items, size_t count, size_t *room, size_t size) {
  if (count < *room) return items;
  *room = *room ? 2 * *room : 64;
  items = realloc(items, *room * size);
  if (!items) abort();
  return items;
}

// Returns 1 if the thread was started.
static int start(void *(*body)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, NULL) != 0) return 0;
  pthread_detach(thread);
  return 1;
}

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

// Must be called with the lock held. Returns 1 if a sleeping thread is to be woken, preferably
// after the lock is released, so that the thread does not wait for the lock.
static int put(job *work_item) {
  if (line.count == line.room) {
    size_t old = line.room;
    line.jobs = room_for_one_more(line.jobs, old, &line.room, sizeof *line.jobs);
    // The part that had wrapped around moves behind the rest.
    memmove(line.jobs + old, line.jobs, line.first * sizeof *line.jobs);
  }
  line.jobs[(line.first + line.count) % line.room] = work_item;
  line.count++;
  if (line.count > idle && threads < most_threads) threads += start(work);
  if (threads == 0) abort();
  return idle > 0;
}

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

static job *take_alarm(void) {
  job *due = alarms.items[0].work;
  later last = alarms.items[--alarms.count];
  size_t hole = 0;
  while (2 * hole + 1 < alarms.count) {
    size_t child = 2 * hole + 1;
    if (child + 1 < alarms.count && is_before(alarms.items[child + 1].due, alarms.items[child].due))
      child++;
    if (!is_before(alarms.items[child].due, last.due)) break;
    alarms.items[hole] = alarms.items[child];
    hole = child;
  }
  alarms.items[hole] = last;
  return due;
}

static void *ring(void *nothing) {
  pthread_mutex_lock(&lock);
  while (1) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (alarms.count == 0) {
      pthread_cond_wait(&has_alarm, &lock);
    } else if (is_before(now, alarms.items[0].due)) {
      struct timespec due = alarms.items[0].due;
      pthread_cond_timedwait(&has_alarm, &lock, &due);
    } else {
      if (put(take_alarm())) pthread_cond_signal(&has_job);
    }
  }
  return nothing;
}

static void put_later(struct timespec delay, job *work_item) {
  later item = {.work = work_item};
  clock_gettime(CLOCK_MONOTONIC, &item.due);
  item.due.tv_nsec += delay.tv_nsec;
  item.due.tv_sec += delay.tv_sec + item.due.tv_nsec / 1000000000;
  item.due.tv_nsec %= 1000000000;
  pthread_mutex_lock(&lock);
  alarms.items =
      room_for_one_more(alarms.items, alarms.count, &alarms.room, sizeof *alarms.items);
  size_t place = alarms.count++;
  while (place > 0 && is_before(item.due, alarms.items[(place - 1) / 2].due)) {
    alarms.items[place] = alarms.items[(place - 1) / 2];
    place = (place - 1) / 2;
  }
  alarms.items[place] = item;
  if (!alarms.has_thread) {
    alarms.has_thread = start(ring);
  } else if (place == 0) {
    pthread_cond_signal(&has_alarm);
  }
  pthread_mutex_unlock(&lock);
}

static SWIFT void enqueue(job *work_item, void *original) {
  (void)original;
  pthread_mutex_lock(&lock);
  int wakes = put(work_item);
  pthread_mutex_unlock(&lock);
  if (wakes) pthread_cond_signal(&has_job);
}

static SWIFT void enqueue_after(unsigned long long nanoseconds, job *work_item, void *original) {
  (void)original;
  struct timespec delay = {
      .tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
  put_later(delay, work_item);
}

// The tolerance is not used. Swift numbers its clocks: 1 continues while the machine sleeps, 2 does
// not.
static SWIFT void enqueue_at(
    long long seconds, long long nanoseconds, long long tolerance, long long finer, int clock,
    job *work_item, void *original) {
  (void)tolerance, (void)finer, (void)original;
  struct timespec now, delay = {0, 0};
  clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
  struct timespec moment = {.tv_sec = (time_t)seconds, .tv_nsec = (long)nanoseconds};
  if (is_before(now, moment)) {
    delay.tv_sec = moment.tv_sec - now.tv_sec;
    delay.tv_nsec = moment.tv_nsec - now.tv_nsec;
    if (delay.tv_nsec < 0) {
      delay.tv_sec--;
      delay.tv_nsec += 1000000000;
    }
  }
  put_later(delay, work_item);
}

void cprocess_run_tasks(void) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&has_alarm, &monotonic);
  pthread_condattr_destroy(&monotonic);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  // At least four, because a task may sometimes wait for a file.
  most_threads = processors > 4 ? (size_t)processors : 4;
  swift_task_enqueueGlobal_hook = (void *)enqueue;
  swift_task_enqueueGlobalWithDelay_hook = (void *)enqueue_after;
  swift_task_enqueueGlobalWithDeadline_hook = (void *)enqueue_at;
}

void cprocess_start_threads(int count) {
  pthread_mutex_lock(&lock);
  while ((int)threads < count && start(work)) threads++;
  pthread_mutex_unlock(&lock);
}
