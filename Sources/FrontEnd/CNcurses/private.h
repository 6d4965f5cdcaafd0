/* The declarations that are private to this target. */
#ifndef CN_PRIVATE_H
#define CN_PRIVATE_H

#include <stdbool.h>

bool cn_is_open(void);
int cn_code(unsigned key);

/* Saves the terminal's mode and installs the signal handlers. */
void cn_watch_signals(void);
/* Restores the previous signal handlers. */
void cn_forget_signals(void);
/* Leaves Ctrl+C to another program that uses the terminal. Ctrl+Z stops both programs. */
void cn_release_signals(void);
void cn_reclaim_signals(void);
/* Returns whether a signal has asked the program to end. */
bool cn_must_end(void);
/* Restores the mode that cn_watch_signals saved. */
void cn_restore_mode(void);

#endif
