/* Messages over a pipe: in pieces, large ones into an arena, too large ones not at all. */
#include "browser/wire.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/tap.h"

struct ends {
    struct wire wire;
    int in, out; /* the other side's: what it says, what it hears */
};

static void ends_drop(struct ends *n)
{
    wire_drop(&n->wire);
    if (n->in >= 0)
        close(n->in);
    close(n->out);
}

static bool open_ends(struct ends *n)
{
    int say[2], hear[2];
    if (pipe2(say, O_NONBLOCK) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, hear))
        return false;
    fcntl(say[0], F_SETPIPE_SZ, 1 << 20);
    wire_open(&n->wire, say[0], hear[0]);
    n->in = say[1];
    n->out = hear[1];
    return true;
}

/* Says bytes as the pipe takes them, and gives the first message that comes. */
static struct str say(struct ends *n, struct str bytes)
{
    struct str message = STR("(none)"), next;
    while (bytes.len) {
        ssize_t sent = write(n->in, bytes.ptr, MIN(bytes.len, (size_t)1 << 16));
        bytes = str_sub(bytes, sent > 0 ? (size_t)sent : 0, bytes.len);
        if (!wire_read(&n->wire))
            return STR("(ended)");
        while (wire_next(&n->wire, &next))
            message = next;
    }
    return message;
}

static void small(void)
{
    AUTO(ends) n = { .in = -1 };
    struct str next;
    if (!ok(open_ends(&n), "a pipe"))
        return;
    eq_str(say(&n, STR("{\"a\"")), STR("(none)"), "a piece is no message");
    eq_str(say(&n, STR(":1}")), STR("(none)"), "nor is one without its NUL");
    eq_str(say(&n, (struct str){ "\0{\"b\"", 5 }), STR("{\"a\":1}"), "the NUL makes it one");
    eq_str(say(&n, (struct str){ "}\0x\0y\0", 6 }), STR("y"), "several at once");
    ok(!wire_next(&n.wire, &next), "and no more");
    buf_add(&n.wire.out, STR("hello"));
    wire_end(&n.wire);
    char heard[8] = "";
    ok(wire_has_output(&n.wire) && wire_send(&n.wire) && !wire_has_output(&n.wire), "a message is sent");
    ok(read(n.out, heard, sizeof heard) == 6 && memcmp(heard, "hello\0", 6) == 0, "with its NUL");
    close(n.in);
    n.in = -1;
    ok(!wire_read(&n.wire), "the end is noticed");
}

/* A message of `len` bytes with its NUL. */
static struct str made(struct arena *a, size_t len)
{
    char *text = arena_array(a, len + 1, 1);
    memset(text, 'x', len);
    text[0] = '<';
    text[len - 1] = '>';
    return (struct str){ text, len + 1 };
}

static struct wire_place *waits(void *owner, struct str beginning)
{
    struct wire_place *place = owner;
    return place->arena && str_starts(beginning, STR("<")) ? place : NULL;
}

static void large(void)
{
    AUTO(arena) a = { 0 };
    AUTO(arena) to = { 0 };
    AUTO(ends) n = { .in = -1 };
    size_t sizes[] = { WIRE_LARGE - 1, WIRE_LARGE, WIRE_LARGE + 1, (size_t)3 << 20, ((size_t)5 << 20) + 7 };
    if (!ok(open_ends(&n), "a pipe"))
        return;
    struct wire_place place = { .arena = &to, .max_bytes = (size_t)8 << 20 };
    n.wire.waits = waits;
    n.wire.owner = &place;
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct str text = made(&a, sizes[i]);
        struct str got = say(&n, text);
        ok(got.len == sizes[i] && memcmp(got.ptr, text.ptr, got.len) == 0, "a message of %zu bytes comes whole", sizes[i]);
        ok(n.wire.in_arena || got.len <= WIRE_SMALL_MAX, "a large one lies in the arena");
        eq_str(say(&n, (struct str){ "next\0", 5 }), STR("next"), "and the next one follows");
    }
    struct str text = made(&a, (size_t)9 << 20);
    eq_str(say(&n, text), STR("(none)"), "a message over the limit does not come");
    ok(place.over, "and is told of");
    eq_str(say(&n, (struct str){ "next\0", 5 }), STR("next"), "the next one does");
    text = made(&a, (size_t)3 << 20);
    eq_str(say(&n, str_sub(text, 0, (size_t)2 << 20)), STR("(none)"), "half of a message");
    wire_leave(&n.wire, &place);
    place.arena = NULL;
    eq_str(say(&n, str_sub(text, (size_t)2 << 20, text.len)), STR("(none)"), "whose reader has left does not come");
    eq_str(say(&n, (struct str){ "next\0", 5 }), STR("next"), "the next one does");
    text = made(&a, WIRE_SMALL_MAX + ((size_t)2 << 20));
    eq_str(say(&n, text), STR("(none)"), "one that nobody waits for does not come");
    eq_str(say(&n, (struct str){ "last\0", 5 }), STR("last"), "the next one does");
}

int main(void)
{
    small();
    large();
    return tap_done();
}
