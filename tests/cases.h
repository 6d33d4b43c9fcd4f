/* Cases in text files: tests/STAGE/cases/NAME.txt holds many, each with what goes in and what must come out.
 *
 *     What the file is about, in a few lines.
 *
 *     === a price goes up
 *     --- old
 *     <p>Tea 3 EUR
 *     --- new
 *     <p>Tea 4 EUR
 *     --- changes
 *     content update [p]: 3 -> 4
 *
 * A part is all lines below its label. The test's own function gives the text of a part that comes out, or nothing for one that goes in.
 * `tools/bless tests/STAGE/cases/NAME.txt` writes what comes out again: read the difference before you commit it. In a part whose label
 * ends in "bytes", \xHH, \n, \r, \t, \0 and \\ stand for what a text file cannot hold well; case_show() writes such a text.
 *
 * Where each fact is small, a part is a table that goes in and comes out at once, see case_table():
 *
 *     --- durations
 *     90 min => 5400000 ms
 *     soon => error: "soon" is not a time */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <glob.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/limits.h"
#include "tests/tap.h"

enum { CASE_PARTS = 12 };

struct case_part {
    struct str label, text;
};

struct text_case {
    struct str name;
    struct case_part part[CASE_PARTS];
    unsigned n;
};

/* What comes out, or a NULL pointer for a part that goes in. */
typedef struct str (*case_give)(struct arena *a, const struct text_case *c, struct str label);

static inline const struct case_part *case_find(const struct text_case *c, const char *label)
{
    for (unsigned i = 0; i < c->n; i++) {
        if (str_eq(c->part[i].label, str_of(label)))
            return &c->part[i];
    }
    return NULL;
}

/* The text of a part; empty where the case has none. */
static inline struct str case_text(const struct text_case *c, const char *label)
{
    const struct case_part *part = case_find(c, label);
    return part ? part->text : STR("");
}

static inline char case_digit(char c)
{
    return (char)(c <= '9' ? c - '0' : byte_lower(c) - 'a' + 10);
}

/* The bytes that a text with escapes stands for. */
static inline struct str case_unescape(struct arena *a, struct str text)
{
    char *out = NEW_ARRAY(a, char, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i], next = i + 1 < text.len ? text.ptr[i + 1] : 0;

        if (c != '\\' || !next || !strchr("xnrt0\\", next)) {
            out[n++] = c;
        } else if (next == 'x' && i + 3 < text.len) {
            out[n++] = (char)(case_digit(text.ptr[i + 2]) << 4 | case_digit(text.ptr[i + 3]));
            i += 3;
        } else {
            out[n++] = next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : next == '0' ? 0 : '\\';
            i++;
        }
    }
    return (struct str){ out, n };
}

/* A part's bytes: "LABEL bytes" where it is there, else LABEL. */
static inline struct str case_bytes(struct arena *a, const struct text_case *c, const char *label)
{
    const struct case_part *part = case_find(c, arena_printf(a, "%s bytes", label).ptr);
    return part ? case_unescape(a, part->text) : case_text(c, label);
}

/* A text on one line with escapes for control characters. */
static inline void case_show(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];

        if (c == '\n')
            buf_add(out, STR("\\n"));
        else if (c < 0x20 || c == 0x7f)
            buf_addf(out, "\\x%02x", c);
        else
            buf_add_char(out, (char)c);
    }
}

static inline struct str case_take(struct arena *a, struct buf *b)
{
    struct str text;

    if (buf_take(b, a, &text, NULL))
        abort();
    while (text.len && text.ptr[text.len - 1] == '\n')
        text.len--; /* a part ends where its last line does */
    return text;
}

/* A table, "IN => OUT" on each line: the same lines with what `row` makes of each IN. Empty lines stay. */
static inline struct str case_table(struct arena *a, struct str table, void (*row)(struct arena *a, struct str in, struct buf *out))
{
    AUTO(buf) out = BUF(MIB(16));

    while (table.len) {
        struct str line = str_cut(&table, '\n');
        size_t at = SIZE_MAX;

        for (size_t next = 0; (next = str_find(line, STR(" => "), next)) != SIZE_MAX; next++)
            at = next; /* the last one: what goes in may hold others */
        struct str in = str_sub(line, 0, at != SIZE_MAX ? at : str_ends(line, STR(" =>")) ? line.len - 3 : line.len);
        buf_add(&out, in);
        if (in.len) {
            buf_add(&out, STR(" => "));
            row(a, in, &out);
        }
        buf_add_char(&out, '\n');
    }
    return case_take(a, &out);
}

/* Cuts "WAS -> NOW". */
static inline struct str case_cut_pair(struct str *in)
{
    size_t at = str_find(*in, STR(" -> "), 0);
    struct str was = str_sub(*in, 0, at == SIZE_MAX ? in->len : at);

    *in = at == SIZE_MAX ? STR("") : str_sub(*in, at + 4, in->len);
    return was;
}

static inline bool case_marks(struct str line, struct str mark, struct str *what)
{
    if (!str_starts(line, mark))
        return false;
    *what = str_sub(line, mark.len, line.len);
    return true;
}

/* The next case of a file, cut off *rest; false at the end. What stands before the first one is for readers. */
static inline bool case_next(struct str *rest, struct text_case *out)
{
    struct case_part *part = NULL;
    struct str what;

    *out = (struct text_case){ 0 };
    while (rest->len) {
        struct str before = *rest, line = str_cut(rest, '\n');

        if (case_marks(line, STR("=== "), &what)) {
            if (out->name.len) {
                *rest = before;
                break;
            }
            out->name = what;
        } else if (out->name.len && case_marks(line, STR("--- "), &what)) {
            if (out->n == CASE_PARTS)
                abort();
            part = &out->part[out->n++];
            *part = (struct case_part){ what, { rest->ptr, 0 } };
        } else if (part) {
            part->text.len = (size_t)(line.ptr + line.len - part->text.ptr);
        }
    }
    for (unsigned i = 0; i < out->n; i++) {
        while (out->part[i].text.len && out->part[i].text.ptr[out->part[i].text.len - 1] == '\n')
            out->part[i].text.len--;
    }
    return out->name.len > 0;
}

static inline void case_complain(const char *sign, struct str text)
{
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        printf("# %s %.*s\n", sign, STR_ARG(line));
    }
}

/* One case as points, or written into `out` with what came out. */
static inline void case_run(const char *file, const struct text_case *c, case_give give, struct buf *out)
{
    AUTO(arena) a = { 0 };
    unsigned n = 0;

    buf_addf(out, "\n=== %.*s\n", STR_ARG(c->name));
    for (unsigned i = 0; i < c->n; i++) {
        struct str want = c->part[i].text, got = give(&a, c, c->part[i].label);

        n += got.ptr != NULL;
        if (got.ptr && !ok(str_eq(got, want), "%s: %.*s: %.*s", file, STR_ARG(c->name), STR_ARG(c->part[i].label))) {
            case_complain("want", want);
            case_complain("got ", got);
        }
        if (!got.ptr)
            got = want;
        buf_addf(out, "--- %.*s\n%.*s%s", STR_ARG(c->part[i].label), STR_ARG(got), got.len ? "\n" : "");
    }
    if (!n)
        ok(false, "%s: %.*s: something comes out", file, STR_ARG(c->name));
}

static inline void case_file(const char *path, case_give give, bool bless)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(16));
    struct text_case c;
    struct str text = STR("");
    struct err e = { 0 };
    const char *slash = strrchr(path, '/');

    if (!ok(io_read(&a, path, MIB(4), &text, &e) == 0, "%s is read%s", path, e.text))
        return;
    struct str rest = text;
    size_t head = str_find(text, STR("\n=== "), 0);
    buf_add(&out, str_sub(text, 0, head == SIZE_MAX ? 0 : head));
    while (case_next(&rest, &c))
        case_run(slash ? slash + 1 : path, &c, give, &out);
    if (bless)
        ok(io_write(path, buf_str(&out), &e) == 0, "%s is written%s", path, e.text);
}

/* All files that the pattern names, or with "--bless FILE..." those alone, which are written again. */
static inline int cases_main(int argc, char **argv, const char *pattern, case_give give)
{
    bool bless = argc > 2 && strcmp(argv[1], "--bless") == 0;
    glob_t found = { 0 };

    if (bless) {
        for (int i = 2; i < argc; i++)
            case_file(argv[i], give, true);
        return tap_done();
    }
    if (ok(glob(pattern, 0, NULL, &found) == 0, "%s names files", pattern)) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            case_file(found.gl_pathv[i], give, false);
    }
    globfree(&found);
    return tap_done();
}

#endif
