#define _GNU_SOURCE
#include "Terminal.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <signal.h>

int rig_open_terminal(int rows, int columns, char *name, size_t capacity) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) return -1;
  if (grantpt(master) != 0 || unlockpt(master) != 0 || ptsname_r(master, name, capacity) != 0) {
    close(master);
    return -1;
  }
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(master, TIOCSWINSZ, &size);
  return master;
}

int rig_start_program(const char *program, char *const arguments[], char *const environment[],
              const char *terminal, const char *output) {
  int pid = fork();
  if (pid != 0) return pid;
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (terminal) setsid();
  int input = open(terminal ? terminal : "/dev/null", O_RDWR);
  int out = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -2;
  if (input < 0 || out == -1) _exit(127);
  dup2(input, 0);
  if (out >= 0) {
    dup2(out, 1);
    dup2(out, 2);
  } else if (terminal) {
    dup2(input, 1);
    dup2(input, 2);
  }
  execve(program, arguments, environment);
  _exit(127);
}

int rig_contains(const void *all, size_t count, const void *part, size_t length) {
  return memmem(all, count, part, length) != NULL;
}
