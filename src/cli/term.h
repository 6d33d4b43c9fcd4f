/* The terminal, where there is one: colour, width, a progress bar. Nothing here is written where there is none. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "base/buf.h"

enum term_when { TERM_AUTO, TERM_ALWAYS, TERM_NEVER };

bool term_is(int fd);
/* TERM_AUTO: no where NO_COLOR is set and not empty; yes where CLICOLOR_FORCE is set, not empty and not 0; else where `fd` is a
 * terminal that is not "dumb". */
bool term_color(int fd, enum term_when when);
/* Columns of the terminal; 80 where there is none or it does not say. */
unsigned term_width(int fd);
/* Lines of the terminal; 24 where there is none or it does not say. */
unsigned term_height(int fd);

/* Text whose control characters cannot do anything to a terminal: each becomes "?". File names are hostile too. */
void term_add_safe(struct buf *out, struct str text);

/* The same for a text of many lines, each of which then ends in a newline. */
void term_add_lines(struct buf *out, struct str text);

/* "  12/340  56/s  [#####-----]  some/page.html", one line that is drawn anew, and erased by progress_drop.
 *
 *     AUTO(progress) p; progress_open(&p, STDERR_FILENO, n); ... progress_step(&p, name); */
struct progress {
    int fd;          /* -1: no terminal, nothing is written */
    size_t n, total; /* a total of 0 is not known, and there is no bar then */
    int64_t start_ms, drawn_ms;
    bool drawn;
};

void progress_open(struct progress *p, int fd, size_t total);
/* One more begins, and this is its name. Drawn at most 10 times a second. */
void progress_step(struct progress *p, struct str name);
/* Takes the bar away; the next step draws it again. Before a line of text goes to the same terminal. */
void progress_erase(struct progress *p);
void progress_drop(struct progress *p);

#endif
