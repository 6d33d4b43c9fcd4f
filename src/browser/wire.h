/* Chromium's DevTools pipe: JSON with a NUL behind it, both ways. Knows nothing of what the messages say.
 *
 * Messages are taken one by one with wire_next(). A large one (a snapshot, a picture) is read straight into the arena of whoever waits
 * for it, so that its megabytes are copied once, by the kernel; one that nobody waits for and that passes WIRE_SMALL_MAX is skipped. */
#ifndef BROWSER_WIRE_H
#define BROWSER_WIRE_H

#include "base/buf.h"

/* Events such as a request with all its headers; the largest seen has some 30 KB. */
#define WIRE_SMALL_MAX ((size_t)4 << 20)
/* From here on a message moves to the arena. */
#define WIRE_LARGE ((size_t)256 << 10)

/* Where somebody waits for a large message. */
struct wire_place {
    struct arena *arena;
    size_t max_bytes; /* a larger one is skipped */
    bool over;        /* ... and was */
};

struct wire {
    int in_fd, out_fd; /* both without blocking, out_fd a socket (no signal when the other side is gone); -1: closed */
    struct buf out;
    size_t sent;
    uint64_t n_calls; /* begun so far: Chromium mixes up calls of one number */
    struct buf in;
    size_t taken;  /* bytes of `in` that were given out as messages */
    size_t looked; /* ... and that were searched for a NUL */
    /* Who waits for a large message that begins like this; NULL: nobody. Set by the owner of the wire; NULL: nobody ever */
    struct wire_place *(*waits)(void *owner, struct str beginning);
    void *owner;
    struct wire_place *place; /* of the large message under way */
    char *large;              /* its bytes */
    size_t n_large, room;     /* bytes of it, and for it */
    bool skipping;
    bool in_arena; /* the message given out last lies there */
    bool ended;    /* the other side has closed */
};

void wire_open(struct wire *w, int in_fd, int out_fd);
void wire_drop(struct wire *w);

/* The place is no more: what is on its way there is skipped. */
void wire_leave(struct wire *w, const struct wire_place *place);

/* Whoever writes adds to w->out and ends with this. */
void wire_end(struct wire *w);
bool wire_has_output(const struct wire *w);
/* Sends what the pipe takes. False: the other side is gone. */
bool wire_send(struct wire *w);
/* Reads what is there. False: the other side is gone. */
bool wire_read(struct wire *w);
/* The next whole message; false where there is none yet. It holds until the next wire_read(), a large one as long as its arena. */
bool wire_next(struct wire *w, struct str *out);

#endif
