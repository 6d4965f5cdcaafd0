/* The conversion of ncurses key codes to Weir's. */
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "CNcurses.h"
#include "private.h"

int cn_code(unsigned key) {
  if (key > KEY_F0 && key <= KEY_F0 + 24) return CN_KEY_FUNCTION + (int)(key - KEY_F0);
  switch (key) {
  case KEY_UP: return CN_KEY_UP;
  case KEY_DOWN: return CN_KEY_DOWN;
  case KEY_LEFT: return CN_KEY_LEFT;
  case KEY_RIGHT: return CN_KEY_RIGHT;
  case KEY_HOME:
  case KEY_FIND: return CN_KEY_HOME;
  case KEY_END:
  case KEY_SELECT: return CN_KEY_END;
  case KEY_PPAGE: return CN_KEY_PAGE_UP;
  case KEY_NPAGE: return CN_KEY_PAGE_DOWN;
  case KEY_IC: return CN_KEY_INSERT;
  case KEY_DC: return CN_KEY_DELETE;
  case KEY_BACKSPACE: return CN_KEY_BACKSPACE;
  case KEY_ENTER: return CN_KEY_ENTER;
  case KEY_BTAB: return CN_KEY_BACK_TAB;
  case KEY_SR: return CN_KEY_SHIFT_UP;
  case KEY_SF: return CN_KEY_SHIFT_DOWN;
  case KEY_SLEFT: return CN_KEY_SHIFT_LEFT;
  case KEY_SRIGHT: return CN_KEY_SHIFT_RIGHT;
  case KEY_SHOME: return CN_KEY_SHIFT_HOME;
  case KEY_SEND: return CN_KEY_SHIFT_END;
  default: return CN_KEY_UNKNOWN;
  }
}
