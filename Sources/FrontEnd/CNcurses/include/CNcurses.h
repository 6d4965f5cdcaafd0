/* An interface to the terminal through ncursesw, in plain C types. ncurses.h cannot be imported in
   Swift 6 mode, and its macro names (clear, move, echo) would be visible everywhere. All functions
   except cn_wake must be called on one thread. */
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The results of cn_open. */
enum {
  CN_OPENED = 0,
  CN_NOT_A_TERMINAL,
  CN_NO_TERM_NAME,
  CN_UNKNOWN_TERM,
  CN_CANNOT_MOVE_CURSOR,
  CN_NO_MEMORY
};

/* The reasons why cn_wait returned. The result is 0 after a timeout. */
enum { CN_INPUT = 1, CN_WOKEN = 2, CN_HUNG_UP = 4 };

/* The results of cn_next. */
enum { CN_NOTHING = 0, CN_BYTE, CN_CODE };

/* The keys that ncurses recognises from the terminal's description. */
enum {
  CN_KEY_UNKNOWN = 0,
  CN_KEY_UP,
  CN_KEY_DOWN,
  CN_KEY_LEFT,
  CN_KEY_RIGHT,
  CN_KEY_HOME,
  CN_KEY_END,
  CN_KEY_PAGE_UP,
  CN_KEY_PAGE_DOWN,
  CN_KEY_INSERT,
  CN_KEY_DELETE,
  CN_KEY_BACKSPACE,
  CN_KEY_ENTER,
  CN_KEY_BACK_TAB,
  CN_KEY_SHIFT_UP,
  CN_KEY_SHIFT_DOWN,
  CN_KEY_SHIFT_LEFT,
  CN_KEY_SHIFT_RIGHT,
  CN_KEY_SHIFT_HOME,
  CN_KEY_SHIFT_END,
  CN_KEY_FUNCTION = 100 /* plus the number of the key */
};

/* The signals since the last cn_take_signals. */
enum {
  CN_RESIZED = 1,
  CN_TERMINATED = 2,
  CN_INTERRUPTED = 4,
  CN_QUIT = 8,
  CN_HANGUP = 16,
  CN_STOP = 32,
  CN_CONTINUED = 64
};

/* The attributes of cn_put. */
enum { CN_BOLD = 1, CN_DIM = 2, CN_UNDERLINE = 4, CN_REVERSE = 8, CN_ITALIC = 16 };

bool cn_knows(const char *term);
int cn_open(const char *term);
void cn_close(void);

void cn_size(int *height, int *width);
void cn_resize(void);

int cn_colors(void);
int cn_pairs(void);
bool cn_has_rgb(void);
/* The first function returns the attributes of cn_put that the terminal supports. The second
   returns those that it cannot combine with a colour. */
unsigned cn_attributes(void);
unsigned cn_attributes_without_color(void);
bool cn_set_pair(int pair, int foreground, int background);

int cn_scalar_width(uint32_t scalar);
void cn_put(int y, int x, const uint32_t *scalars, size_t count, unsigned attributes, int pair);
void cn_cursor(int y, int x);
void cn_hide_cursor(void);
void cn_redraw(void);
void cn_flush(void);
void cn_write(const char *bytes, size_t count);
void cn_mouse(bool reported);
void cn_bell(void);

void cn_suspend(void);
void cn_resume(void);
void cn_stop(void);

unsigned cn_take_signals(void);
int cn_next(uint32_t *value);
/* Returns the number of bytes that are pending in the terminal, or 0 if it is unknown. */
int cn_input_count(void);
/* Returns the time to wait for the rest of a key after an escape, in milliseconds. */
int cn_escape_delay(void);
int cn_wait(int milliseconds);
/* Waits only for input. A pending wake-up remains for cn_wait. */
bool cn_more_input(int milliseconds);
void cn_wake(void);

#endif
