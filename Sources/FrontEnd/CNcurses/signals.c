/* The sleep and wake-up of the loop, and the handling of signals. Handlers only call write,
   tcsetattr, sigaction, raise, sigprocmask, open, dup2, poll, alarm and tgkill, which are
   async-signal-safe (signal-safety(7)). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "CNcurses.h"
#include "private.h"

static int doorbell = -1;
static pthread_once_t doorbell_made = PTHREAD_ONCE_INIT;
static atomic_uint pending;
static atomic_bool watching, loosened, asked_to_end;
static struct termios mode_found;
static bool mode_known;

static const char reset[] =
    "\033[?1006l\033[?1002l\033[?1000l\033[?2004l\033[?1l\033>\033[0m\033[?25h\033[?1049l\r\n";

static void make_doorbell(void) { doorbell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void cn_wake(void) {
  pthread_once(&doorbell_made, make_doorbell);
  uint64_t one = 1;
  if (write(doorbell, &one, sizeof one) < 0) return; /* A wake-up is already pending. */
}

int cn_wait(int milliseconds) {
  pthread_once(&doorbell_made, make_doorbell);
  struct pollfd watched[] = {{.fd = doorbell, .events = POLLIN},
                             {.fd = cn_is_open() && !loosened ? STDIN_FILENO : -1, .events = POLLIN}};
  if (poll(watched, 2, milliseconds) < 0) return errno == EINTR ? CN_WOKEN : CN_HUNG_UP;
  int result = 0;
  if (watched[0].revents != 0) {
    uint64_t count;
    if (read(doorbell, &count, sizeof count) < 0) count = 0;
    result |= CN_WOKEN;
  }
  if (watched[1].revents & (POLLHUP | POLLERR | POLLNVAL)) result |= CN_HUNG_UP;
  if (watched[1].revents & POLLIN) {
    /* Readable input without a byte has ended, and poll would report it repeatedly. */
    int available = 0;
    bool ended = ioctl(STDIN_FILENO, FIONREAD, &available) == 0 && available == 0;
    result |= ended ? CN_HUNG_UP : CN_INPUT;
  }
  return result;
}

bool cn_more_input(int milliseconds) {
  struct pollfd watched = {.fd = STDIN_FILENO, .events = POLLIN};
  // A closed terminal is always readable, but delivers no bytes.
  return poll(&watched, 1, milliseconds) > 0 && watched.revents == POLLIN;
}

unsigned cn_take_signals(void) { return atomic_exchange(&pending, 0); }

void cn_restore_mode(void) {
  if (mode_known) tcsetattr(STDIN_FILENO, TCSADRAIN, &mode_found);
}

/* The thread that draws. The terminal may block it. */
static _Atomic pid_t drawing_thread;
static atomic_bool discarding;

/* Returns whether a terminal accepts output now. It does not after Ctrl+S, or if no program reads
   the output. */
static bool takes_output(int file) {
  struct pollfd out = {.fd = file, .events = POLLOUT};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLOUT) != 0;
}

/* Discards all further output if the terminal accepts none, because a write would prevent the end
   of the program. A signal to the thread of a blocked write restarts it with the new file. */
static void discard_blocked_output(void) {
  if (atomic_load(&loosened) || takes_output(STDOUT_FILENO)) return;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  struct termios mode;
  if (tcgetattr(STDERR_FILENO, &mode) == 0) dup2(nowhere, STDERR_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
  atomic_store(&discarding, true);
  pid_t thread = atomic_load(&drawing_thread);
  if (thread != gettid()) tgkill(getpid(), thread, SIGWINCH);
}

/* Checks the output every second while the program ends, because the terminal may stop accepting
   output. */
static void look_again(int number) {
  (void)number;
  int saved = errno;
  discard_blocked_output();
  alarm(1);
  errno = saved;
}

bool cn_must_end(void) { return atomic_load(&asked_to_end); }

static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
static const int polite[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const int news[] = {SIGWINCH, SIGTSTP, SIGCONT};
static struct sigaction found[NSIG];
static _Alignas(16) char crash_stack[64 * 1024];

/* Writes the reset sequence, restores the saved mode and raises the signal for its previous
   handler, so that a crash reporter that was installed earlier runs on a clean screen. */
static void restore_and_raise(int number) {
  if (!atomic_load(&loosened)) {
    if (write(STDOUT_FILENO, reset, sizeof reset - 1) < 0) errno = 0;
    /* In the background, tcsetattr would stop the process with SIGTTOU. */
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTTOU);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    if (mode_known) tcsetattr(STDIN_FILENO, TCSANOW, &mode_found);
  }
  sigaction(number, &found[number], NULL);
  sigset_t released;
  sigemptyset(&released);
  sigaddset(&released, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &released, NULL);
}

static unsigned bit(int number) {
  switch (number) {
  case SIGWINCH: return CN_RESIZED;
  case SIGTERM: return CN_TERMINATED;
  case SIGINT: return CN_INTERRUPTED;
  case SIGQUIT: return CN_QUIT;
  case SIGHUP: return CN_HANGUP;
  case SIGTSTP: return CN_STOP;
  case SIGCONT: return CN_CONTINUED;
  default: return 0;
  }
}

static void note(int number) {
  int saved = errno;
  atomic_fetch_or(&pending, bit(number));
  cn_wake();
  errno = saved;
}

/* On the first signal, requests that the loop ends the program. On a second signal, ends the
   program immediately, because the loop does not respond. */
static void end(int number) {
  bool is_for_child = atomic_load(&loosened) && (number == SIGINT || number == SIGQUIT);
  if (is_for_child) return;
  look_again(number);
  if (atomic_exchange(&asked_to_end, true)) {
    restore_and_raise(number);
  } else {
    note(number);
  }
}

static void install(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &found[number]);
}

#define COUNT(list) (sizeof list / sizeof *list)

void cn_watch_signals(void) {
  if (atomic_exchange(&watching, true)) return;
  pthread_once(&doorbell_made, make_doorbell);
  mode_known = tcgetattr(STDIN_FILENO, &mode_found) == 0;
  atomic_store(&asked_to_end, false);
  atomic_store(&drawing_thread, gettid());
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < COUNT(fatal); i++) install(fatal[i], restore_and_raise, SA_ONSTACK | SA_NODEFER);
  for (size_t i = 0; i < COUNT(polite); i++) install(polite[i], end, SA_RESTART | SA_ONSTACK);
  for (size_t i = 0; i < COUNT(news); i++) install(news[i], note, SA_RESTART);
  install(SIGALRM, look_again, SA_RESTART);
  install(SIGPIPE, SIG_IGN, 0);
}

void cn_forget_signals(void) {
  if (!atomic_exchange(&watching, false)) return;
  alarm(0);
  sigaction(SIGALRM, &found[SIGALRM], NULL);
  /* The discarded output may have cut off a sequence. */
  if (atomic_load(&discarding) && takes_output(STDIN_FILENO) && write(STDIN_FILENO, reset, sizeof reset - 1) < 0)
    errno = 0;
  for (size_t i = 0; i < COUNT(fatal); i++) sigaction(fatal[i], &found[fatal[i]], NULL);
  for (size_t i = 0; i < COUNT(polite); i++) sigaction(polite[i], &found[polite[i]], NULL);
  for (size_t i = 0; i < COUNT(news); i++) sigaction(news[i], &found[news[i]], NULL);
  /* SIGPIPE stays ignored, because a pipe may still break while the program ends. */
}

void cn_release_signals(void) {
  atomic_store(&loosened, true);
  signal(SIGTSTP, SIG_DFL);
}

void cn_reclaim_signals(void) {
  struct sigaction saved = found[SIGTSTP];
  install(SIGTSTP, note, SA_RESTART);
  found[SIGTSTP] = saved;
  atomic_store(&loosened, false);
}
