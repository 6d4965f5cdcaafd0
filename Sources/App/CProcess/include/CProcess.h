#ifndef CPROCESS_H
#define CPROCESS_H

// What Swift cannot express about the process: its heap, the threads that run its tasks, the signals that ask
// it to end, and the commit that it was built from.

/// Lets all threads take their memory from one heap; call it once, before there is a second thread.
///
/// The C library gives each thread a heap of its own, which grows by a page at a time, each by a call of the
/// system that holds up the other threads; and what one thread frees, the others cannot have. What has many
/// busy threads gains by that, as the queue does by a tenth; what sends one request only pays for it.
void cprocess_share_heap(void);

/// Lets Swift's tasks run on a few threads of our own, from now on; call it once, before the first task.
///
/// Swift runs them through Dispatch, whose pool on Linux looks after itself once a second for as long as the
/// process lives, so that nothing of ours could ever be idle; and a small command would spend more on
/// setting that up than on its work. These threads are made when there are tasks for them, and sleep until
/// there are more.
void cprocess_run_tasks(void);
/// Makes threads for tasks before there are tasks, so many in all: while a library is being opened no thread
/// can be made, and whoever asked for one would wait for that.
void cprocess_start_threads(int count);

/// Prevents SIGINT, SIGTERM and SIGHUP from ending the process, from now on: they are counted.
void cprocess_catch_interrupts(void);
/// Waits for the next such signal and returns the number of the last one. Without cprocess_catch_interrupts that is
/// for ever.
int cprocess_wait_for_interrupt(void);

/// The commit that the program was built from, as the compiler option `-DWEIR_COMMIT="…"` names it; else
/// empty.
const char *cprocess_commit(void);

/// The number of the program's arguments, its name among them.
int cprocess_argument_count(void);

/// An argument; a null pointer behind the last.
const char *cprocess_argument(int index);

#endif
