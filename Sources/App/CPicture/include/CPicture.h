#ifndef CPICTURE_H
#define CPICTURE_H

#include <stddef.h>

// Pictures as cells, for the child process `weir __picture` alone: gdk-pixbuf decodes, chafa finds the
// symbols. Decoders of pictures are attacked by what they read, so that neither is ever in Weir's own process.

/// How cpicture_run ended; the exit status of the child.
enum {
  CPICTURE_DONE = 0,
  /// It is not a complete picture of this format.
  CPICTURE_DAMAGED = 5,
  /// gdk-pixbuf or chafa is not there, or lacks a function.
  CPICTURE_NO_LIBRARY = 4,
  /// gdk-pixbuf has no loader for the format.
  CPICTURE_NO_LOADER = 6,
  /// It has more pixels than are decoded; its size is printed.
  CPICTURE_TOO_LARGE = 7,
};

/// Numbers as chafa counts them; one of them is passed to the child.
enum { CPICTURE_NO_COLOURS, CPICTURE_8, CPICTURE_16, CPICTURE_240, CPICTURE_TRUE };

struct cpicture_order {
  /// As gdk-pixbuf calls it: `png`.
  const char *format;
  /// The room, in cells.
  int columns, rows;
  int colours;
  /// Pixels that are decoded at most.
  long pixels;
  /// Bytes of address space, and seconds of processor time.
  size_t memory, seconds;
};

/// Bounds the process, then reads a picture from standard input and prints its cells. Never opens a file
/// once the libraries are.
///
/// What is printed are numbers of 32 bits, the lowest byte first: width and height in pixels, columns and
/// rows, then for each cell, row by row, its scalar, its foreground and its background, 0xRRGGBB each or
/// 0xFFFFFFFF for the terminal's own. Of a picture that is too large come the first two alone.
int cpicture_run(const struct cpicture_order *order);

/// The library's file name as it is opened, when it can be; null when it is not there.
const char *cpicture_decoder(void);
const char *cpicture_drawer(void);

#endif
