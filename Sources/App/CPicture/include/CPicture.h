#ifndef CPICTURE_H
#define CPICTURE_H

#include <stddef.h>

// Draws pictures as cells. gdk-pixbuf decodes a picture, and chafa selects the symbols. Only the
// child process `weir __picture` draws, because malicious pictures attack decoders. Weir's own
// process opens the libraries only to report them in `weir --version` and `weir doctor`.

/// The result of cpicture_run, which is the exit status of the child.
enum {
  CPICTURE_DONE = 0,
  /// The input is not a complete picture of this format.
  CPICTURE_DAMAGED = 5,
  /// gdk-pixbuf or chafa is not installed, or lacks a function.
  CPICTURE_NO_LIBRARY = 4,
  /// gdk-pixbuf has no loader for the format.
  CPICTURE_NO_LOADER = 6,
  /// The picture has more pixels than the limit; its size is printed.
  CPICTURE_TOO_LARGE = 7,
};

/// The numbers of colours as chafa counts them. One of them is passed to the child.
enum { CPICTURE_NO_COLOURS, CPICTURE_8, CPICTURE_16, CPICTURE_240, CPICTURE_TRUE };

struct cpicture_order {
  /// The format as gdk-pixbuf names it, such as `png`.
  const char *format;
  /// The available size in cells.
  int columns, rows;
  int colours;
  /// The maximum number of pixels that are decoded.
  long pixels;
  /// The maximum address space in bytes, and processor time in seconds.
  size_t memory, seconds;
};

/// Limits the process, then reads a picture from standard input and prints its cells. Opens no
/// files after the libraries and the loader for the format are open.
///
/// The output consists of 32-bit numbers, lowest byte first: width and height in pixels, columns
/// and rows, then for each cell, row by row, its scalar, its foreground and its background. Colours
/// are 0xRRGGBB, or 0xFFFFFFFF for the terminal's default. For a picture that is too large, only
/// the first two numbers are printed.
int cpicture_run(const struct cpicture_order *order);

/// Returns the library's file name if it can be opened, or null.
const char *cpicture_decoder(void);
const char *cpicture_drawer(void);

#endif
