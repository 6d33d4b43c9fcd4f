/* The words of the command line, where other users of the machine cannot read what is secret in them. */
#ifndef CLI_HIDE_H
#define CLI_HIDE_H

#include "base/arena.h"

/* A copy of the words, in the arena. In the words themselves, which ps(1) shows, passwords, tokens, headers, forms and logins in addresses
 * are overwritten. O(bytes). */
char **hide_secrets(struct arena *a, int n, char **word);

#endif
