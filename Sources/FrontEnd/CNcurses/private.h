/* The private declarations of this target. */
#ifndef CN_PRIVATE_H
#define CN_PRIVATE_H

#include <stdbool.h>

bool cn_is_open(void);
int cn_code(unsigned key);

/* Saves the terminal's mode and installs the signal handlers. */
void cn_watch_signals(void);
/* Restores the previous signal handlers. */
void cn_forget_signals(void);
/* Lets another program that uses the terminal receive Ctrl+C alone. Ctrl+Z stops both programs. */
void cn_release_signals(void);
void cn_reclaim_signals(void);
/* Returns whether the program must end because of a signal. */
bool cn_must_end(void);
/* Restores the mode that cn_watch_signals saved. */
void cn_restore_mode(void);

#endif
