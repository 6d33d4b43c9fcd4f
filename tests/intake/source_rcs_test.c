/* RCS archives: written by hand, written by ci(1) and compared with co(1), and broken ones. */
#include "intake/source_rcs.h"

#include "base/buf.h"
#include "intake/source.h"
#include "tests/base/random.h"
#include "tests/store/tool.h"

static const char by_hand[] =
    "head     1.3;\nbranch   ;\naccess   ;\nsymbols  rel:1.2 b:1.1.0.2;\nlocks    ; strict;\ncomment  @# @;\nexpand @o@;\nnewer words @x;y@ 3;\n\n\n"
    "1.3\ndate     2024.01.31.23.59.58;  author carl;  state dead;\nbranches ;\nnext     1.2;\ncommitid 99xyz;\n\n"
    "1.2\ndate     99.12.31.23.59.59;  author ann;  state Exp;\nbranches 1.2.1.1;\nnext     1.1;\n\n"
    "1.1\ndate     96.01.02.03.04.05;  author ann;  state Exp;\nbranches ;\nnext     ;\n\n"
    "1.2.1.1\ndate     2000.01.01.00.00.00;  author eve;  state Exp;\nbranches ;\nnext     ;\n\n"
    "desc\n@a file@\n\n\n"
    "1.3\nlog\n@third: me@@example.org\n@\ntext\n@one\nme@@example.org\n$Id$\nlast@\n\n"
    "1.2\nlog\n@second\n@\nodd phrase;\ntext\n@d2 1\na2 2\ntwo\n2b\nd4 1\na4 1\nend\n@\n\n"
    "1.2.1.1\nlog\n@a branch@\ntext\n@a1 1\nside\n@\n\n"
    "1.1\nlog\n@@\ntext\n@d1 5\na5 1\nall new\n@\n";

static void test_by_hand(void)
{
    static const struct {
        const char *number, *author, *text;
        int64_t at;
    } want[] = {
        { "1.3", "carl", "one\nme@example.org\n$Id$\nlast", INT64_C(1706745598000) },
        { "1.2", "ann", "one\ntwo\n2b\n$Id$\nend\n", INT64_C(946684799000) },
        { "1.1", "ann", "all new\n", INT64_C(820551845000) },
    };
    AUTO(arena) a = { 0 };
    struct rcs r = { 0 };
    struct err e = { 0 };
    struct str text;
    if (!ok(rcs_read(&a, str_of(by_hand), &r, &e) == 0 && r.n == 3, "read: %s", e.text))
        return;
    for (uint32_t i = 0; i < r.n; i++) {
        eq_str(r.item[i].number, str_of(want[i].number), "revision");
        eq_str(r.item[i].author, str_of(want[i].author), "author");
        eq_int(r.item[i].at, want[i].at, "date");
        ok(rcs_text(&a, &r, i, &text, &e) == 0, "text: %s", e.text);
        eq_str(text, str_of(want[i].text), "as it was");
    }
    eq_str(rcs_plain(&a, r.item[0].log), STR("third: me@example.org\n"), "log");
    ok(rcs_text(&a, &r, 3, &text, &e) == E_USAGE, "no fourth one");
}

static struct str changed(struct arena *a, const char *from, const char *to)
{
    struct str all = str_of(by_hand);
    size_t at = str_find(all, str_of(from), 0);
    return at == SIZE_MAX ? STR("the test itself is wrong")
                          : arena_printf(a, "%.*s%s%.*s", (int)at, by_hand, to, (int)(all.len - at - strlen(from)),
                                         by_hand + at + strlen(from));
}

static void test_broken(void)
{
    static const struct {
        const char *from, *to, *says;
    } rows[] = {
        { "head     1.3", "h 1.3", "does not begin" },
        { "head     1.3", "head 1.9", "1.9 is missing" },
        { "next     1.1;", "next 1.3;", "1.3 comes twice" },
        { "next     1.1;", "next 1.2;", "comes twice" },
        { "next     1.1;", "next 9.9;", "9.9 is missing" },
        { "date     99.12", "date     99.13", "without a date" },
        { "date     99.12.31.23.59.59;", "", "without a date" },
        { "text\n@one", "text\none", "a text was expected" },
        { "desc\n@a file@", "desc\n", "desc" },
        { "a5 1\nall new\n@\n", "a5 1\nall new\n", "a text was expected" },
    };
    static const struct {
        const char *from, *to, *says;
    } edits[] = {
        { "d2 1\n", "d0 1\n", "outside" },
        { "d2 1\n", "d2 9\n", "outside" },
        { "d2 1\n", "d9 1\n", "outside" },
        { "d4 1\n", "d1 1\n", "outside" },
        { "a2 2\n", "a2 200\n", "more lines" },
        { "a2 2\n", "x2 2\n", "not an edit" },
        { "d2 1\n", "d2 99999999999\n", "not an edit" },
        { "a4 1\nend\n", "a4\nend\n", "not an edit" },
    };
    AUTO(arena) a = { 0 };
    struct rcs r;
    struct str text;
    struct err e = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        e = (struct err){ 0 };
        ok(rcs_read(&a, changed(&a, rows[i].from, rows[i].to), &r, &e) == E_FORMAT && strstr(e.text, rows[i].says), "%s", e.text);
    }
    for (size_t i = 0; i < ARRAY_LEN(edits); i++) {
        e = (struct err){ 0 };
        ok(rcs_read(&a, changed(&a, edits[i].from, edits[i].to), &r, &e) == 0, "read");
        ok(rcs_text(&a, &r, 2, &text, &e) == E_FORMAT && strstr(e.text, edits[i].says), "%s", e.text);
    }
    ok(rcs_read(&a, STR(""), &r, &e) == E_FORMAT, "%s", e.text);
    for (size_t n = 0; n < sizeof by_hand - 1; n++)
        if (rcs_read(&a, (struct str){ by_hand, n }, &r, NULL) == 0 && rcs_text(&a, &r, r.n - 1, &text, NULL) != 0)
            ok(false, "cut off at %zu", n);
}

/* Random edits, some without an end of line, some with @ and keywords; each revision as co(1) has it. */
static struct str some_text(struct arena *a, struct random *r, struct str before)
{
    static const char *const lines[] = { "<p>one", "<p>two", "@",    "@@ x",     "$Id$", "$Revision: 7 $",
                                         "",       "d1 1",   "a1 1", "\xff\x80", ".",    "text" };
    AUTO(buf) out = BUF(1 << 20);
    struct str made;
    while (before.len) {
        struct str line = str_cut(&before, '\n');
        unsigned what = random_below(r, 8);
        if (what == 0)
            continue;
        buf_add(&out, line);
        buf_add_char(&out, '\n');
        if (what == 1)
            buf_addf(&out, "%s\n", lines[random_below(r, ARRAY_LEN(lines))]);
    }
    for (unsigned n = random_below(r, 4); n; n--)
        buf_addf(&out, "%s\n", lines[random_below(r, ARRAY_LEN(lines))]);
    if (out.len && random_below(r, 3) == 0)
        out.len--;
    return buf_take(&out, a, &made, NULL) ? before : made;
}

static void test_against_co(const struct tool *t)
{
    enum { REVISIONS = 30 };
    struct random r = { 5 };
    struct str text[REVISIONS], body = STR("");
    AUTO(source) s = { 0 };
    struct err e = { 0 };
    tool_run(t, "rcs -q -i -t-page -L -ko page.html </dev/null");
    for (unsigned i = 0; i < REVISIONS; i++) {
        body = text[i] = some_text(t->arena, &r, body);
        tool_write(t, "page.html", body);
        tool_run(t, arena_printf(t->arena,
                                 "rcs -q -l page.html; ci -q -f -d'2001-01-%02u 00:00:00' -m'edit %u @ %u' page.html </dev/null",
                                 i + 1, i, i)
                        .ptr);
    }
    tool_run(t, "rcs -q -nbranch:1.3 page.html");
    if (!ok(source_open(&s, t->arena, tool_path(t, "rcs:", "page.html,v"), &e) == 0, "opened: %s", e.text))
        return;
    eq_int(s.list.n, REVISIONS, "as many as were checked in");
    for (uint32_t i = 0; i < s.list.n; i++) {
        struct str want = tool_run(t, arena_printf(t->arena, "co -q -p -ko -r1.%u page.html,v", i + 1).ptr), got = STR("");
        ok(source_body(&s, t->arena, i + 1, &got, &e) == 0, "version %u: %s", i + 1, e.text);
        eq_str(got, want, "as co gives it");
        eq_str(got, text[i], "and as it was checked in");
        eq_str(s.list.item[i].message, arena_printf(t->arena, "edit %u @ %u", i, i), "message");
        eq_str(s.list.item[i].label, arena_printf(t->arena, "1.%u", i + 1), "revision");
    }
    eq_str(s.list.item[0].author, STR("ann"), "author");
    eq_int(s.list.item[1].at, INT64_C(978393600000), "2001-01-02");
}

static void test_places(const struct tool *t)
{
    AUTO(source) s = { 0 };
    struct err e = { 0 };
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "page.html"), &e) == 0, "FILE finds FILE,v: %s", e.text);
    tool_run(t, "mkdir RCS; cp page.html,v RCS/other.html,v");
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "other.html"), &e) == 0, "and RCS/FILE,v: %s", e.text);
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "none.html"), &e) == E_SYSTEM, "%s", e.text);
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "RCS"), &e) != 0, "%s", e.text);
    tool_write(t, "empty,v", STR("head ;\naccess ;\nsymbols ;\nlocks ; strict;\ncomment @@;\ndesc\n@@\n"));
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "empty,v"), &e) == E_USAGE, "%s", e.text);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    struct tool t = { &a, f.path, NULL };
    test_by_hand();
    test_broken();
    test_against_co(&t);
    test_places(&t);
    return tap_done();
}
