#ifndef CPROCESS_H
#define CPROCESS_H

// The functions of the process that Swift cannot express: its heap, the threads that run its tasks,
// the signals that ask it to end, and the commit that it was built from.

/// Lets all threads allocate memory from one heap. Call it once, before there is a second thread.
///
/// The C library gives each thread its own heap. Each heap grows by one page at a time with a
/// system call that blocks the other threads, and memory that one thread frees is not available to
/// the others. A process with many busy threads gains from separate heaps: the queue is a tenth
/// faster with them. A process that sends one request has only the cost of separate heaps.
void cprocess_share_heap(void);

/// Lets Swift's tasks run on a few threads of Weir's own from now on. Call it once, before the
/// first task.
///
/// Swift runs tasks through Dispatch. On Linux, Dispatch's pool wakes up once a second as long as
/// the process lives, so that Weir could never be idle, and a small command would spend more time
/// on setting up the pool than on its work. These threads are created when there are tasks for
/// them, and sleep until there are more.
void cprocess_run_tasks(void);
/// Creates threads before there are tasks, up to this total. While a library is being opened, no
/// thread can be created, and a caller that requests one would wait for the library.
void cprocess_start_threads(int count);

/// Prevents SIGINT, SIGTERM and SIGHUP from ending the process from now on, and counts them.
void cprocess_catch_interrupts(void);
/// Waits for the next of these signals and returns the number of the last one. Returns 0 when the
/// time has passed, and after cprocess_wake_waiter. A negative time means no limit.
int cprocess_wait_for_interrupt(int milliseconds);
/// Ends the current or next call of cprocess_wait_for_interrupt.
void cprocess_wake_waiter(void);

/// Returns the commit that the program was built from, as set by the compiler option
/// `-DWEIR_COMMIT="…"`, or an empty string.
const char *cprocess_commit(void);

/// Returns the number of the program's arguments, including its name.
int cprocess_argument_count(void);

/// Returns an argument, or a null pointer after the last.
const char *cprocess_argument(int index);

#endif
