/* What costs how much: a hundred kinds of input (growth.def), each in growing sizes, read, compared, shown and cut into blocks, or judged,
 * as a check does. Nobody can make weft slow with a page: the cost grows with the bytes.
 *
 *     growth_test                 each of them, small, for the sanitizers
 *     growth_test -               the names
 *     growth_test apart KIB...    all of them in each size, each in a process of its own: growth_test.py has its instructions counted
 *     growth_test NAME KIB        one of them, once, for tools/growth, which takes larger ones */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "compare/delta.h"
#include "fetch/robots.h"
#include "intake/hotlist.h"
#include "judge/verdict.h"
#include "segment/content.h"
#include "segment/block.h"
#include "show/show.h"
#include "tests/tap.h"
#include "track/pattern.h"
#include "track/thresholds.h"

/* Of a page that is judged each unit came, or has another number. */
enum kind { HTML, XML, JSON, TEXT, CSV, CAME, EDITED, LIST, ROBOTS, THRESHOLDS, PATTERN };

enum { JUDGED_TIMES = 4, LATER = 1000000 }; /* what judging costs shows on larger pages */

static const struct growth {
    const char *name;
    enum kind kind;
    const char *head, *unit, *tail;
} inputs[] = {
#define GROW(name, kind, head, unit, tail) { name, kind, head, unit, tail },
#include "tests/property/growth.def"
#undef GROW
};

/* ---- Inputs ---- */

static void add_unit(struct buf *out, const char *unit, size_t number)
{
    for (const char *c = unit; *c; c++)
        if (c[0] == '%' && c[1] == 'u') {
            buf_addf(out, "%zu", number);
            c++;
        } else
            buf_add_char(out, *c);
}

/* About `bytes` of it. A later version has other numbers here and there. */
static struct str grow(struct arena *a, const struct growth *g, size_t bytes, bool later)
{
    AUTO(buf) out = BUF(MIB(256));
    struct str made;
    add_unit(&out, g->head, later);
    for (size_t i = 0; out.len < bytes && (later || g->kind != CAME); i++)
        add_unit(&out, g->unit, later && (g->kind == EDITED || i % 16 == 3) ? i + LATER : i);
    add_unit(&out, g->tail, later);
    if (buf_take(&out, a, &made, NULL))
        abort();
    return made;
}

/* ---- Work ---- */

static const char *const types[] = { [HTML] = "text/html; charset=utf-8",
                                     [XML] = "application/xml",
                                     [JSON] = "application/json",
                                     [TEXT] = "text/plain",
                                     [CSV] = "text/csv",
                                     [CAME] = "text/html; charset=utf-8",
                                     [EDITED] = "text/html; charset=utf-8" };

static int read_page(struct arena *a, struct symbols *symbols, const struct growth *g, struct str bytes, struct page *out)
{
    struct err e = { 0 };
    struct parse_source source = { .bytes = bytes, .content_type = str_of(types[g->kind]) };
    return page_read(a, symbols, &source, STR("http://example.org/a/"), out, &e);
}

/* Everything that a check and the view of its difference do with a page. What is refused costs what it takes to refuse it. */
static void work_pages(struct arena *a, const struct growth *g, struct str old, struct str new)
{
    static const enum show_format formats[] = { SHOW_MERGED, SHOW_SIDE, SHOW_CHANGES, SHOW_TEXT, SHOW_JSON, SHOW_PATCH };
    struct symbols symbols;
    struct page was, is;
    struct delta d;
    struct content content;
    struct layout layout;
    struct blocks blocks;
    struct err e = { 0 };
    symbols_open(&symbols, a);
    if (read_page(a, &symbols, g, old, &was) || read_page(a, &symbols, g, new, &is) || compare_pages(a, &was, &is, &d, &e))
        return;
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        AUTO(buf) out = BUF(MIB(512));
        if (show_delta(a, &d, &(struct show_options){ .format = formats[i], .width = 80 }, &out, &e))
            return;
    }
    if (content_find(a, &is, &content, &e) || layout_estimate(a, &is, &layout, &e) || segment_page(a, &is, &layout, 7, &blocks, &e))
        return;
}

/* Half of all watches look at a part of the page. */
static void work_judged(struct arena *a, const struct growth *g, struct str old, struct str new)
{
    struct str type = str_of(types[g->kind]), url = STR("http://example.org/a/"), all = STR("body");
    struct interest interest[2] = { { 0 }, { .select = &all, .n_select = 1 } };
    struct body before = { .bytes = old, .content_type = type, .url = url };
    struct verdict_facts facts = { .new = { .bytes = new, .content_type = type, .url = url },
                                   .old = &before,
                                   .interest = interest,
                                   .n_interests = ARRAY_LEN(interest) };
    struct verdict v;
    struct err e;
    if (verdict_make(a, &facts, &v, &e))
        abort();
}

static void work_robots(struct str file)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    struct str rule;
    robots_read(file, STR("weft"), &rules);
    robots_allows(buf_str(&rules), STR("/a/b/c/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), &rule);
}

static void work_pattern(struct str subject)
{
    static const char *const patterns[] = { "(a+)+$", "word \\d+ word", "(?i)x.*y.*z", "^(\\w+\\s?)*\\.$" };
    for (size_t i = 0; i < ARRAY_LEN(patterns); i++) {
        AUTO(pattern) p = { 0 };
        bool found;
        struct err e;
        if (pattern_open(&p, str_of(patterns[i]), &e) == 0 && pattern_find(&p, subject, &found, &e) == 0 && found)
            continue;
    }
}

static void work_thresholds(struct arena *a, struct str file)
{
    AUTO(thresholds) t = { 0 };
    struct threshold found;
    struct err e;
    if (thresholds_read(a, STR("f"), file, &t, &e) == 0 && thresholds_find(&t, STR("http://example.org/a"), &found, &e) == 0)
        return;
}

static void work(const struct growth *g, size_t bytes)
{
    AUTO(arena) a = { .budget_bytes = MIB(2048) };
    bool judged = g->kind == CAME || g->kind == EDITED;
    bytes *= judged ? JUDGED_TIMES : 1;
    struct str old = grow(&a, g, bytes, false);
    struct hotlist list;
    if (g->kind == LIST && hotlist_read(&a, old, &list, NULL) == 0)
        return;
    if (g->kind == ROBOTS)
        work_robots(old);
    else if (g->kind == PATTERN)
        work_pattern(old);
    else if (g->kind == THRESHOLDS)
        work_thresholds(&a, old);
    else if (judged)
        work_judged(&a, g, old, grow(&a, g, bytes, true));
    else if (g->kind < LIST)
        work_pages(&a, g, old, grow(&a, g, bytes, true));
}

/* ---- Sizes ---- */

static void grow_each(const struct growth *g, int n, char **sizes)
{
    for (int i = 0; i < n; i++)
        work(g, strtoul(sizes[i], NULL, 10) << 10);
}

/* A process for each size, which begins with what this one has counted; size 0 does nothing and says how much that is. */
static void grow_apart(const struct growth *g, int n, char **sizes)
{
    for (int i = 0; i < n; i++) {
        size_t kib = strtoul(sizes[i], NULL, 10);
        pid_t child = fork();
        if (child < 0)
            abort();
        if (child == 0) {
            if (kib)
                work(g, kib << 10);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        printf("%d\n", (int)child);
    }
}

static void grow_all_apart(int n, char **sizes)
{
    /* What is loaded or, by valgrind, translated at the first use is there before anything is counted. */
    for (size_t i = 0; i < ARRAY_LEN(inputs); i++)
        work(&inputs[i], 1 << 10);
    for (size_t i = 0; i < ARRAY_LEN(inputs); i++)
        grow_apart(&inputs[i], n, sizes);
}

int main(int n, char **words)
{
    if (n > 2 && strcmp(words[1], "apart") == 0) {
        grow_all_apart(n - 2, words + 2);
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(inputs); i++)
        if (n == 2)
            printf("%s\n", inputs[i].name);
        else if (n > 2 && strcmp(words[1], inputs[i].name) == 0)
            grow_each(&inputs[i], n - 2, words + 2);
        else if (n == 1) {
            work(&inputs[i], 6 << 10);
            ok(true, "%s", inputs[i].name);
        }
    return n == 1 ? tap_done() : 0;
}
