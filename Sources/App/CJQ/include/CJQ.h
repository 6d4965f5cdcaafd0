#ifndef CJQ_H
#define CJQ_H

#include <stddef.h>

// Runs jq programs with libjq. Only the child process `weir __filter` runs programs, because libjq
// 1.6 cannot be limited or stopped within a process, and its effects on a process end with the
// process.

/// The result of cjq_run, which is the exit status of the child.
enum {
  CJQ_DONE = 0,
  /// The program failed on a value, or the input is not JSON.
  CJQ_FAULT = 5,
  /// The text is not a jq program.
  CJQ_NO_PROGRAM = 3,
  /// libjq is not installed, or lacks a function.
  CJQ_NO_LIBRARY = 4,
};

/// Limits the process, then runs a program on the JSON texts of standard input and prints each
/// result on its own line. Errors go to standard error. Opens no files after libjq is open.
///
/// `ends_at_fault`: whether the first failed value ends the run, or only its own input, as in jq.
/// `memory` in bytes of address space, `seconds` of processor time.
int cjq_run(const char *program, int ends_at_fault, size_t memory, size_t seconds);

/// Returns the library's file name if it can be opened, or null.
const char *cjq_library(void);

#endif
