/* What the files of this target share among themselves. */
#ifndef CN_PRIVATE_H
#define CN_PRIVATE_H

#include <stdbool.h>

bool cn_is_open(void);
int cn_code(unsigned key);

/* Saves the terminal's mode and takes over the signals. */
void cn_watch_signals(void);
/* Gives the signals back as they were found. */
void cn_forget_signals(void);
/* While another program has the terminal: Ctrl+C is its business, Ctrl+Z stops both. */
void cn_loosen_signals(void);
void cn_tighten_signals(void);
/* Whether a signal that ends the program has come. */
bool cn_must_end(void);
/* Sets the mode that cn_watch_signals saved. */
void cn_restore_mode(void);

#endif
