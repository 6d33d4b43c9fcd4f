/* Files in which questions stand with their answers: each question is asked again, and must be answered as it is written.
 *
 *     Prose stands at the margin and says why.
 *
 *         > a question, with more lines of it below
 *         > behind the same sign
 *         all that is answered
 *
 * Lines at the margin that the test knows make the world in which is asked; what they need is indented below them. Blank lines are left out
 * of answers.
 *
 *     static void answer(struct played *p, struct str question, struct buf *out) ...
 *     return played_main(&(struct played){ .folder = "tests/event/cases", .answer = answer }, argc, argv);
 *
 * All files of the folder are played, a point for each question. With --bless FILE that one is written anew instead: tools/bless. */
#ifndef TESTS_PLAYED_H
#define TESTS_PLAYED_H

#include <dirent.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/io.h"
#include "tests/tap.h"

enum { PLAYED_MAX_BYTES = 4 << 20 };

struct played {
    const char *folder;
    /* Called for each file, for each line at the margin (false: it is prose), and for each question; all but the last may be NULL. */
    void (*open)(struct played *p);
    void (*close)(struct played *p);
    bool (*direct)(struct played *p, struct str line);
    void (*answer)(struct played *p, struct str question, struct buf *out);
    /* Whether a line of a question begins another one; NULL: none does. */
    bool (*begins)(struct str line);

    struct arena arena; /* of one file */
    struct str name;    /* of the file */
    struct str rest;    /* lines that were not read yet */
    struct buf out;     /* the file as it is now */
    bool is_bless;
};

static inline struct str played_peek(const struct played *p)
{
    struct str rest = p->rest;
    return str_cut(&rest, '\n');
}

static inline bool played_is_asked(struct str line)
{
    return str_starts(line, STR("    > ")) || str_eq(line, STR("    >"));
}

static inline bool played_is_below(struct str line)
{
    return str_starts(line, STR("    ")) && !played_is_asked(line);
}

/* What is indented below a line at the margin, as one text. For `direct`. */
__attribute__((unused)) static struct str played_below(struct played *p)
{
    AUTO(buf) text = BUF(PLAYED_MAX_BYTES);
    while (played_is_below(played_peek(p)) || (text.len == 0 && p->rest.len && played_peek(p).len == 0)) {
        struct str line = str_cut(&p->rest, '\n');
        buf_addf(&p->out, "%.*s\n", STR_ARG(line));
        if (line.len)
            buf_addf(&text, "%.*s\n", STR_ARG(str_sub(line, 4, line.len)));
    }
    return arena_str(&p->arena, buf_str(&text));
}

/* The question that stands here, its lines parted by line ends. */
static inline struct str played_question(struct played *p)
{
    AUTO(buf) text = BUF(PLAYED_MAX_BYTES);
    if (!str_ends(buf_str(&p->out), STR("\n\n")))
        buf_add_char(&p->out, '\n');
    for (bool is_first = true; played_is_asked(played_peek(p)); is_first = false) {
        struct str line = played_peek(p), words = str_sub(line, 6, line.len);
        if (!is_first && p->begins && p->begins(words))
            break;
        str_cut(&p->rest, '\n');
        buf_addf(&p->out, "%.*s\n", STR_ARG(line));
        buf_addf(&text, "%s%.*s", is_first ? "" : "\n", STR_ARG(words));
    }
    return arena_str(&p->arena, buf_str(&text));
}

/* The first line that differs. */
static inline void played_difference(struct str got, struct str want)
{
    while (got.len || want.len) {
        struct str one = str_cut(&got, '\n'), two = str_cut(&want, '\n');
        if (str_eq(one, two))
            continue;
        tap_show("got ", one);
        tap_show("want", two);
        return;
    }
}

static inline void played_ask(struct played *p)
{
    AUTO(buf) answer = BUF(PLAYED_MAX_BYTES);
    AUTO(buf) got = BUF(PLAYED_MAX_BYTES);
    struct str question = played_question(p), from = p->rest, lines, first = question;
    while (played_is_below(played_peek(p)))
        str_cut(&p->rest, '\n');
    struct str want = str_span(from.ptr, p->rest.len ? p->rest.ptr : from.ptr + from.len);
    p->answer(p, question, &answer);
    for (lines = buf_str(&answer); lines.len;) {
        struct str line = str_cut(&lines, '\n');
        if (str_trim(line).len)
            buf_addf(&got, "    %.*s\n", STR_ARG(line));
    }
    buf_add(&p->out, buf_str(&got));
    first = str_cut(&first, '\n');
    if (!p->is_bless && !ok(str_eq(buf_str(&got), want), "%.*s: %.*s", STR_ARG(p->name), STR_ARG(first)))
        played_difference(buf_str(&got), want);
}

static inline void played_must(int code, const struct err *e)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", e->text);
    exit(1);
}

static inline void played_file(struct played *p, const char *path)
{
    struct err e;
    p->name = str_of(path);
    p->out = (struct buf)BUF(PLAYED_MAX_BYTES);
    played_must(io_read(&p->arena, path, PLAYED_MAX_BYTES, &p->rest, &e), &e);
    if (p->open)
        p->open(p);
    while (p->rest.len) {
        if (played_is_asked(played_peek(p))) {
            played_ask(p);
            continue;
        }
        struct str line = str_cut(&p->rest, '\n');
        buf_addf(&p->out, "%.*s\n", STR_ARG(line));
        if (p->direct && line.len && !played_is_below(line))
            p->direct(p, line);
    }
    if (p->close)
        p->close(p);
    if (p->is_bless)
        played_must(io_write(path, buf_str(&p->out), &e), &e);
    buf_drop(&p->out);
    arena_drop(&p->arena);
}

static inline int played_main(struct played *p, int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct dirent **file;
    setenv("TZ", "UTC0", 1);
    p->is_bless = argc == 3 && strcmp(argv[1], "--bless") == 0;
    if (p->is_bless) {
        played_file(p, argv[2]);
        return 0;
    }
    int n = scandir(p->folder, &file, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        struct str name = str_of(file[i]->d_name);
        if (str_ends(name, STR(".txt")))
            played_file(p, arena_printf(&a, "%s/%.*s", p->folder, STR_ARG(name)).ptr);
        free(file[i]);
    }
    free(file);
    return tap_done();
}

#endif
