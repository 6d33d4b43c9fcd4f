/* Files under git: history, renames, removal, bytes; and repositories that would like to run something. */
#include "intake/source.h"

#include "intake/source_impl.h"
#include "tests/store/tool.h"

static void make(const struct tool *t)
{
    struct tool at = *t;
    tool_run(t, "git init -q -b main . && git config commit.gpgsign false");
    tool_write(t, "a.html", STR("<p>one\n<p>two\n<p>three\n<p>four\n<p>five\n"));
    at.date = "2001-01-01T00:00:00Z";
    tool_run(&at, "git add . && git commit -qm 'first'");
    tool_write(t, "a.html", STR("<p>one\n<p>2\n<p>three\n<p>four\n<p>five\n\r\0\xff"));
    at.date = "2002-01-01T00:00:00Z";
    tool_run(&at, "git commit -qam 'second\n\nwith a body'");
    at.date = "2003-01-01T00:00:00Z";
    tool_run(&at, "git mv a.html ./-b.html && git commit -qm 'another name'");
    at.date = "2004-01-01T00:00:00Z";
    tool_run(&at, "git checkout -qb side && echo side > other && git add . && git commit -qm side && git checkout -q main"
                  " && echo '<p>six' >> ./-b.html && git commit -qam 'six' && git merge -q --no-ff -m merge side");
    at.date = "2005-01-01T00:00:00Z";
    tool_run(&at, "git rm -q ./-b.html && git commit -qm 'gone'");
}

static void test_history(const struct tool *t)
{
    static const struct {
        const char *message, *path;
        int year;
        size_t len;
    } want[] = {
        { "first", "a.html", 2001, 39 },  { "second\n\nwith a body", "a.html", 2002, 40 },
        { "another name", "", 2003, 40 }, { "six", "", 2004, 47 },
        { "gone", "", 2005, 0 },
    };
    AUTO(source) s = { 0 };
    struct source_versions list = { 0 };
    struct err e = { 0 };
    uint32_t number = 0;
    struct str body;
    if (!ok(source_open(&s, t->arena, tool_path(t, "git:", "-b.html"), &e) == 0, "opened: %s", e.text))
        return;
    ok(source_list(&s, &list, &e) == 0 && list.n == ARRAY_LEN(want), "%u versions", list.n);
    for (uint32_t i = 0; i < MIN(list.n, ARRAY_LEN(want)); i++) {
        const struct source_version *v = &list.item[i];
        eq_int(v->number, i + 1, "numbers from 1");
        eq_str(v->message, str_of(want[i].message), "message");
        eq_str(v->path, str_of(want[i].path), "its name then");
        eq_str(v->author, STR("Ann Author"), "author");
        eq_int(v->label.len, 40, "commit");
        ok(v->at >= INT64_C(31557600000) * (want[i].year - 1970) - 86400000
               && v->at < INT64_C(31557600000) * (want[i].year - 1970) + 86400000,
           "in %d", want[i].year);
        if (v->gone)
            ok(source_body(&s, t->arena, v->number, &body, &e) == E_USAGE, "%s", e.text);
        else
            ok(source_body(&s, t->arena, v->number, &body, &e) == 0 && body.len == want[i].len, "%zu bytes", body.len);
    }
    ok(source_as_of(&s, INT64_C(31557600000) * 32 + INT64_C(8640000000), &number, &e) == 0 && number == 2, "as of 2002: %u",
       number);
    ok(source_as_of(&s, 0, &number, &e) == E_USAGE, "%s", e.text);
    ok(source_body(&s, t->arena, 6, &body, &e) == E_USAGE && source_body(&s, t->arena, 0, &body, &e) == E_USAGE, "%s", e.text);
}

/* Every version's bytes as git itself gives them. */
static void test_bytes(const struct tool *t)
{
    AUTO(source) s = { 0 };
    struct err e = { 0 };
    struct str body;
    if (!ok(source_open(&s, t->arena, tool_path(t, "git:", "-b.html"), &e) == 0, "opened"))
        return;
    for (uint32_t i = 0; i + 1 < s.list.n; i++) {
        const struct source_version *v = &s.list.item[i];
        struct str path = v->path.len ? v->path : STR("-b.html");
        struct str want = tool_run(t, arena_printf(t->arena, "git show %.*s:%.*s", STR_ARG(v->label), STR_ARG(path)).ptr);
        ok(source_body(&s, t->arena, v->number, &body, &e) == 0, "version %u", v->number);
        eq_str(body, want, "byte for byte");
    }
}

static void test_refused(const struct tool *t)
{
    struct source s;
    struct err e = { 0 };
    tool_write(t, "new.html", STR("x"));
    ok(source_open(&s, t->arena, tool_path(t, "git:", "new.html"), &e) == E_USAGE && strstr(e.text, "commit it first"), "%s",
       e.text);
    ok(source_open(&s, t->arena, tool_path(t, "git:", "no/such/file"), &e) == E_USAGE, "%s", e.text);
    ok(source_open(&s, t->arena, tool_path(t, "git:", ""), &e) != 0, "%s", e.text);
    ok(source_open(&s, t->arena, STR("git:/dev/null"), &e) == E_SYSTEM && strstr(e.text, "not a git repository"), "%s", e.text);
    ok(source_open(&s, t->arena, STR("git:"), &e) == E_USAGE, "%s", e.text);
    ok(source_open(&s, t->arena, tool_path(t, "git:", "*.html"), &e) == E_USAGE, "a pattern is no name: %s", e.text);
}

static void test_bare(const struct tool *t)
{
    AUTO(source) s = { 0 };
    struct err e = { 0 };
    struct str body;
    tool_run(t, "git clone -q --bare . bare.git");
    struct str name = arena_printf(t->arena, "git:%s/bare.git:-b.html", t->folder);
    ok(source_open(&s, t->arena, name, &e) == 0 && s.list.n == 5, "a bare repository: %s", e.text);
    ok(source_body(&s, t->arena, 1, &body, &e) == 0 && body.len == 39, "and its bytes");
}

/* Each of these would run a program of the repository's choice, were it believed. */
static void test_hostile(const struct tool *t)
{
    AUTO(source) s = { 0 };
    struct err e = { 0 };
    struct str body;
    tool_write(t, "evil", STR("#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\ncat \"$1\" 2>/dev/null\n"));
    tool_write(t, ".gitattributes", STR("* diff=evil filter=evil\n"));
    tool_run(
        t,
        "chmod +x evil; for k in core.pager pager.log core.fsmonitor core.hooksPath diff.external diff.evil.command diff.evil.textconv"
        " filter.evil.smudge filter.evil.clean gpg.program core.sshCommand core.askPass core.editor alias.log alias.cat-file credential.helper;"
        " do git config $k \"$PWD/evil\"; done; git config log.showSignature true; git config core.fsmonitor \"$PWD/evil\"");
    ok(source_open(&s, t->arena, tool_path(t, "git:", "-b.html"), &e) == 0, "opened: %s", e.text);
    ok(source_body(&s, t->arena, 1, &body, &e) == 0 && body.len == 39, "the bytes as they were committed");
    ok(tool_run(t, "ls").len && str_find(tool_run(t, "ls"), STR("ran"), 0) == SIZE_MAX, "nothing of the repository was run");
}

static void test_parse(const struct tool *t)
{
    struct source_versions list;
    struct str *blobs;
    struct err e = { 0 };
    ok(source_git_parse(t->arena, STR(""), &list, &blobs, &e) == 0 && list.n == 0, "an empty log");
    ok(source_git_parse(t->arena, STR("warning: x\n"), &list, &blobs, &e) == E_FORMAT, "%s", e.text);
    ok(source_git_parse(t->arena,
                        STR("\x02"
                            "abc\0x\0y\0z\0"),
                        &list, &blobs, &e)
           == E_FORMAT,
       "a date that is none");
    ok(source_git_parse(t->arena,
                        STR("\x02"
                            "abc\0"
                            "1\0y\0z\0\x02"
                            "abd\0"
                            "2\0y\0z\0"),
                        &list, &blobs, &e)
               == 0
           && list.n == 0,
       "commits without a change");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    struct tool t = { &a, f.path, NULL };
    make(&t);
    test_history(&t);
    test_bytes(&t);
    test_refused(&t);
    test_bare(&t);
    test_hostile(&t);
    test_parse(&t);
    return tap_done();
}
