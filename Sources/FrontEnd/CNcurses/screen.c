/* Functions that open, draw and close the screen. */
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "CNcurses.h"
#include "private.h"

static SCREEN *screen;
/* A pad, because reading from a window would refresh the screen. */
static WINDOW *input;
static bool mouse_on;

static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";
static const char mouse_start[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_stop[] = "\033[?1006l\033[?1002l\033[?1000l";

/* Reads the description of a terminal and returns whether it can move the cursor. `error` is set as
   by setupterm: 1 if the terminal was found (or is hard copy), 0 if it is unknown or generic, -1 if
   there is no database. */
static bool describes_screen(const char *term, int *error) {
  TERMINAL *before = cur_term;
  bool can_move = false;
  if (setupterm(term, STDOUT_FILENO, error) == OK) {
    char *move = tigetstr("cup");
    can_move = move != NULL && move != (char *)-1;
    del_curterm(cur_term);
  }
  set_curterm(before);
  return can_move;
}

bool cn_knows(const char *term) {
  int error = 0;
  return describes_screen(term, &error);
}

static void use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

/* Makes ncurses pass these sequences to the decoder unchanged. It would bind them to codes that
   differ between terminals, and its mouse support ends at column 223. */
static void unbind_modified_keys(void) {
  define_key(NULL, KEY_MOUSE);
  for (const char *key = "ABCDHF"; *key; key++)
    for (char modifier = '2'; modifier <= '8'; modifier++) {
      char sequence[] = {'\033', '[', '1', ';', modifier, *key, 0};
      define_key(sequence, 0);
    }
}

static void enter(void) {
  cn_write(paste_on, sizeof paste_on - 1);
  if (mouse_on) cn_write(mouse_start, sizeof mouse_start - 1);
}

static void leave(void) {
  cn_write(mouse_stop, sizeof mouse_stop - 1);
  cn_write(paste_off, sizeof paste_off - 1);
}

int cn_open(const char *term) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CN_NOT_A_TERMINAL;
  if (term == NULL || *term == 0) return CN_NO_TERM_NAME;
  int error = 0;
  if (!describes_screen(term, &error)) return error == 1 ? CN_CANNOT_MOVE_CURSOR : CN_UNKNOWN_TERM;
  use_utf8();
  /* Before newterm, so that ncurses does not install its handlers for SIGWINCH and SIGTSTP. */
  cn_watch_signals();
  screen = newterm(term, stdout, stdin);
  if (screen == NULL) {
    cn_forget_signals();
    return CN_NO_MEMORY;
  }
  static bool registered;
  if (!registered) {
    registered = true;
    atexit(cn_close);
  }
  /* On a slow connection, the rest of a key may arrive later than this. Users can then set
     ESCDELAY, which ncurses has already read. */
  if (getenv("ESCDELAY") == NULL) set_escdelay(75);
  raw();
  noecho();
  nonl();
  input = newpad(1, 1);
  keypad(input, TRUE);
  nodelay(input, TRUE);
  meta(input, TRUE);
  leaveok(stdscr, FALSE);
  unbind_modified_keys();
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  curs_set(0);
  clearok(curscr, TRUE);
  refresh();
  enter();
  return CN_OPENED;
}

void cn_close(void) {
  if (screen == NULL) return;
  leave();
  endwin();
  cn_restore_mode();
  cn_forget_signals();
  delwin(input);
  delscreen(screen);
  screen = NULL;
  input = NULL;
}

bool cn_is_open(void) { return screen != NULL; }

void cn_size(int *height, int *width) {
  *height = LINES;
  *width = COLS;
}

void cn_resize(void) {
  struct winsize size;
  if (screen == NULL || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
  if (size.ws_row > 0 && size.ws_col > 0) resizeterm(size.ws_row, size.ws_col);
  clearok(curscr, TRUE);
}

int cn_colors(void) { return has_colors() ? COLORS : 0; }
int cn_pairs(void) { return has_colors() ? COLOR_PAIRS : 0; }
bool cn_has_rgb(void) {
  return tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
}
unsigned cn_attributes(void) {
  attr_t all = term_attrs();
  return (all & WA_BOLD ? CN_BOLD : 0) | (all & WA_DIM ? CN_DIM : 0) |
         (all & WA_UNDERLINE ? CN_UNDERLINE : 0) | (all & WA_REVERSE ? CN_REVERSE : 0) |
         (all & WA_ITALIC ? CN_ITALIC : 0);
}

/* Source: terminfo(5), no_color_video. */
unsigned cn_attributes_without_color(void) {
  int lost = tigetnum("ncv");
  if (lost <= 0) return 0;
  return (lost & 2 ? CN_UNDERLINE : 0) | (lost & 4 ? CN_REVERSE : 0) | (lost & 16 ? CN_DIM : 0) |
         (lost & 32 ? CN_BOLD : 0);
}

bool cn_set_pair(int pair, int foreground, int background) {
  return init_extended_pair(pair, foreground, background) == OK;
}

int cn_scalar_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

void cn_put(int y, int x, const uint32_t *scalars, size_t count, unsigned attributes, int pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  for (size_t i = 0; i < count && i < CCHARW_MAX; i++) text[i] = (wchar_t)scalars[i];
  attr_t attr = (attributes & CN_BOLD ? WA_BOLD : 0) | (attributes & CN_DIM ? WA_DIM : 0) |
                (attributes & CN_UNDERLINE ? WA_UNDERLINE : 0) |
                (attributes & CN_REVERSE ? WA_REVERSE : 0) | (attributes & CN_ITALIC ? WA_ITALIC : 0);
  cchar_t cell;
  if (setcchar(&cell, text, attr, 0, &pair) != OK) {
    text[0] = 0xFFFD;
    text[1] = 0;
    setcchar(&cell, text, attr, 0, &pair);
  }
  /* Unlike add_wch, this neither wraps nor scrolls in the last cell. */
  mvadd_wchnstr(y, x, &cell, 1);
}

void cn_cursor(int y, int x) {
  curs_set(1);
  move(y, x);
}
void cn_hide_cursor(void) { curs_set(0); }
void cn_redraw(void) { clearok(curscr, TRUE); }
void cn_flush(void) {
  /* The program is ending, so the frame is not needed. */
  if (cn_must_end()) return;
  refresh();
}
void cn_bell(void) { beep(); }

/* Writes directly to the terminal. ncurses has no buffered output after a refresh, so the order is
   preserved. */
void cn_write(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
      if (poll(&out, 1, 1000) <= 0) return;
    } else if (written == 0 || errno != EINTR) {
      return; /* The terminal is closed; cn_wait reports it. */
    }
  }
}

void cn_mouse(bool reported) {
  mouse_on = reported;
  if (reported)
    cn_write(mouse_start, sizeof mouse_start - 1);
  else
    cn_write(mouse_stop, sizeof mouse_stop - 1);
}

void cn_suspend(void) {
  if (screen == NULL) return;
  leave();
  endwin();
  cn_restore_mode();
  cn_release_signals();
}

void cn_resume(void) {
  if (screen == NULL) return;
  cn_reclaim_signals();
  reset_prog_mode();
  cn_resize();
  clearok(curscr, TRUE);
  refresh();
  enter();
}

void cn_stop(void) {
  cn_suspend();
  /* Stops the process group, as the terminal does on Ctrl+Z. Returns after SIGCONT. */
  kill(0, SIGTSTP);
  cn_resume();
}

int cn_escape_delay(void) { return get_escdelay(); }

int cn_input_count(void) {
  int count = 0;
  return ioctl(STDIN_FILENO, FIONREAD, &count) == 0 ? count : 0;
}

/* Reads byte by byte, because wget_wch cannot skip a byte that is not UTF-8. */
int cn_next(uint32_t *value) {
  if (input == NULL) return CN_NOTHING;
  for (;;) {
    int key = wgetch(input);
    if (key == ERR) return CN_NOTHING;
    /* resizeterm inserts this key, but the resize was already reported by the signal. */
    if (key == KEY_RESIZE) continue;
    bool is_byte = key < 256;
    *value = is_byte ? (uint32_t)key : (uint32_t)cn_code((unsigned)key);
    return is_byte ? CN_BYTE : CN_CODE;
  }
}
