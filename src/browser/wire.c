/* In: bytes from a pipe. Out: messages.
 *
 *  1. taken <= looked <= in.len; no NUL lies between them.
 *  2. While a large message is under way (large), `in` is empty: bytes go to one of the two.
 *  3. No byte is searched twice, none of a large message is moved but its first WIRE_LARGE.
 * Cost: O(bytes). */
#include "browser/wire.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

/* As much as a pipe of the largest unprivileged size holds. */
enum { READ_BYTES = 1 << 20 };

void wire_open(struct wire *w, int in_fd, int out_fd)
{
    *w = (struct wire){ .in_fd = in_fd, .out_fd = out_fd, .out = BUF(SIZE_MAX), .in = BUF(WIRE_SMALL_MAX + 2 * READ_BYTES) };
}

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void wire_drop(struct wire *w)
{
    shut(&w->in_fd);
    shut(&w->out_fd);
    buf_drop(&w->in);
    buf_drop(&w->out);
}

/* The rest of the message under way is not wanted. */
static void skip(struct wire *w)
{
    w->large = NULL;
    w->place = NULL;
    w->looked = 0;
    w->skipping = true;
}

void wire_leave(struct wire *w, const struct wire_place *place)
{
    if (w->large && w->place == place)
        skip(w);
}

void wire_end(struct wire *w)
{
    buf_add_char(&w->out, '\0');
}

bool wire_has_output(const struct wire *w)
{
    return w->sent < w->out.len;
}

bool wire_send(struct wire *w)
{
    while (wire_has_output(w)) {
        ssize_t n = send(w->out_fd, w->out.ptr + w->sent, w->out.len - w->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        w->sent += (size_t)n;
    }
    w->sent = 0;
    /* A page's own bytes may have gone this way: their memory is not kept. */
    if (w->out.room > WIRE_SMALL_MAX)
        buf_drop(&w->out);
    buf_clear(&w->out);
    return true;
}

/* Bytes given out make room for new ones. */
static void compact(struct wire *w)
{
    if (w->taken == 0)
        return;
    memmove(w->in.ptr, w->in.ptr + w->taken, w->in.len - w->taken);
    w->in.len -= w->taken;
    w->looked -= w->taken;
    w->taken = 0;
}

static void make_room(struct wire *w)
{
    if (w->large && w->room - w->n_large < READ_BYTES / 2) {
        size_t room = MAX(2 * w->room, w->n_large + READ_BYTES);
        w->large = arena_grow(w->place->arena, w->large, w->room, room, 1);
        w->room = room;
    }
    if (!w->large && w->in.room < w->in.len + READ_BYTES) {
        w->in.room = w->in.len + READ_BYTES;
        w->in.ptr = heap_grow(w->in.ptr, w->in.room);
    }
}

/* A message that outgrows `in` moves to the arena of whoever waits for it, or is skipped. */
static void outgrow(struct wire *w)
{
    struct str begun = str_sub(buf_str(&w->in), w->taken, w->in.len);
    if (w->large && (w->n_large > w->place->max_bytes || arena_over(w->place->arena))) {
        w->place->over = true;
        skip(w);
    }
    if (w->large || w->looked < w->in.len || begun.len < WIRE_LARGE)
        return;
    w->place = w->waits && !w->skipping ? w->waits(w->owner, begun) : NULL;
    if (w->place) {
        w->room = begun.len + 2 * (size_t)READ_BYTES;
        w->large = arena_array_raw(w->place->arena, w->room, 1);
        memcpy(w->large, begun.ptr, begun.len);
        w->n_large = w->looked = begun.len;
        w->in.len = w->taken = 0;
        return;
    }
    if (!w->skipping && begun.len < WIRE_SMALL_MAX)
        return;
    w->skipping = true;
    w->in.len = w->taken = w->looked = 0;
}

bool wire_read(struct wire *w)
{
    compact(w);
    make_room(w);
    char *to = w->large ? w->large + w->n_large : w->in.ptr + w->in.len;
    size_t room = w->large ? w->room - w->n_large : w->in.room - w->in.len;
    ssize_t n = read(w->in_fd, to, room);
    if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return true;
    if (n <= 0) {
        w->ended = true;
        return false;
    }
    if (w->large)
        w->n_large += (size_t)n;
    else
        w->in.len += (size_t)n;
    return true;
}

/* The large message is whole where a NUL has come; what follows it belongs to the next ones. */
static bool finish_large(struct wire *w, struct str *out)
{
    const char *nul = memchr(w->large + w->looked, '\0', w->n_large - w->looked);
    if (!nul) {
        w->looked = w->n_large;
        return false;
    }
    size_t len = (size_t)(nul - w->large);
    buf_add_bytes(&w->in, nul + 1, w->n_large - len - 1);
    *out = (struct str){ w->large, len };
    w->large = NULL;
    w->place = NULL;
    w->looked = 0;
    return true;
}

static bool next_small(struct wire *w, struct str *out)
{
    while (w->looked < w->in.len) {
        const char *nul = memchr(w->in.ptr + w->looked, '\0', w->in.len - w->looked);
        if (!nul) {
            w->looked = w->in.len;
            break;
        }
        size_t at = (size_t)(nul - w->in.ptr);
        struct str message = str_sub(buf_str(&w->in), w->taken, at);
        w->taken = w->looked = at + 1;
        if (!w->skipping) {
            *out = message;
            return true;
        }
        w->skipping = false;
    }
    return false;
}

bool wire_next(struct wire *w, struct str *out)
{
    bool large = w->large != NULL;
    if (large ? finish_large(w, out) : next_small(w, out)) {
        w->in_arena = large;
        return true;
    }
    outgrow(w);
    return false;
}
