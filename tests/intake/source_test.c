/* What is a version source, and what all kinds share. */
#include "intake/source.h"

#include "tests/store/tool.h"

static void test_names(void)
{
    static const struct {
        const char text[16];
        bool named;
    } rows[] = {
        { "git:index.html", true }, { "rcs:a,v", true }, { "git:", false },  { "rcs:", false }, { "index.html", false },
        { "http://a.org/", false }, { "Git:x", false },  { "svn:x", false }, { "", false },
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct source s;
        struct err e = { 0 };
        ok(source_named(str_of(rows[i].text)) == rows[i].named, "\"%s\"", rows[i].text);
        if (!rows[i].named)
            ok(source_open(&s, &a, str_of(rows[i].text), &e) == E_USAGE, "%s", e.text);
    }
}

/* Clocks differ: the second revision is dated before the first. */
static void test_dates(const struct tool *t)
{
    static const char archive[] = "head 1.3;\naccess;\nsymbols;\nlocks; strict;\n"
                                  "1.3 date 1970.01.01.00.00.09; author a; state Exp; branches; next 1.2;\n"
                                  "1.2 date 1970.01.01.00.00.02; author a; state dead; branches; next 1.1;\n"
                                  "1.1 date 1970.01.01.00.00.05; author a; state Exp; branches; next;\n"
                                  "desc @@ 1.3 log @@ text @x\n@ 1.2 log @@ text @@ 1.1 log @@ text @d1 1\n@\n";
    static const struct {
        int64_t at;
        uint32_t number;
    } rows[] = { { 1999, 0 }, { 2000, 2 }, { 5000, 2 }, { 8999, 2 }, { 9000, 3 }, { INT64_MAX, 3 } };
    AUTO(source) s = { 0 };
    struct source_versions list = { 0 };
    struct str body = { "", 0 };
    struct err e = { 0 };
    ok(source_list(&s, &list, &e) == E_USAGE, "%s", e.text);
    tool_write(t, "d,v", str_of(archive));
    ok(source_open(&s, t->arena, tool_path(t, "rcs:", "d,v"), &e) == 0, "opened: %s", e.text);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        uint32_t number = 0;
        ok(source_as_of(&s, rows[i].at, &number, &e) == (rows[i].number ? 0 : E_USAGE) && number == rows[i].number,
           "at %lld: version %u", (long long)rows[i].at, number);
    }
    ok(source_body(&s, t->arena, 2, &body, &e) == E_USAGE && strstr(e.text, "removal"), "%s", e.text);
    ok(source_body(&s, t->arena, 1, &body, &e) == 0 && body.len == 0, "an empty version");
    ok(source_body(&s, t->arena, 4, &body, &e) == E_USAGE && strstr(e.text, "there are 3"), "%s", e.text);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    struct tool t = { &a, f.path, NULL };
    test_names();
    test_dates(&t);
    return tap_done();
}
