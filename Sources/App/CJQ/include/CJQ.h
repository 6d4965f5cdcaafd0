#ifndef CJQ_H
#define CJQ_H

#include <stddef.h>

// jq programs by libjq, for the child process `weir __filter` alone: libjq 1.6 can be neither bounded nor
// stopped from within, and what it does to its process ends with that.

/// How cjq_run ended; the exit status of the child.
enum {
  CJQ_DONE = 0,
  /// A value was refused by the program, or the input is no JSON.
  CJQ_FAULT = 5,
  /// It is no jq program.
  CJQ_NO_PROGRAM = 3,
  /// libjq is not there, or lacks a function.
  CJQ_NO_LIBRARY = 4,
};

/// Bounds the process, then runs a program on the JSON texts of standard input and prints each result on a
/// line of its own; complaints go to standard error. Never opens a file once the program is read.
///
/// `ends_at_fault`: whether the first value that is refused ends all, or only its own input, as jq has it.
/// `memory` in bytes of address space, `seconds` of processor time.
int cjq_run(const char *program, int ends_at_fault, size_t memory, size_t seconds);

/// The library's file name as it is opened, when it can be; null when it is not there.
const char *cjq_library(void);

#endif
