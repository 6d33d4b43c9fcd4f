/* Hotlists: the format is told by the content, addresses come once, what is lost is told; and, where they lie beside the tree, the bookmark
 * files that other programs wrote. */
#include "intake/hotlist.h"

#include <dirent.h>
#include <stdlib.h>

#include "base/io.h"
#include "tests/intake/hotlists.h"

static void test_formats(void)
{
    static const struct {
        const char *text;
        enum hotlist_format format;
        unsigned n;
    } rows[] = {
        { "http://a.org/\n", HOTLIST_PLAIN, 1 },
        { "\xef\xbb\xbfhttp://a.org/\r\n", HOTLIST_PLAIN, 1 },
        { "", HOTLIST_PLAIN, 0 },
        { "# nothing\n", HOTLIST_PLAIN, 0 },
        { "url: http://a.org/\n", HOTLIST_URLWATCH, 1 },
        { "# jobs\n---\nname: x\nurl: http://a.org/\n", HOTLIST_URLWATCH, 1 },
        { "- url: http://a.org/\n- url: http://b.org/\n", HOTLIST_URLWATCH, 2 },
        { "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=http://a.org/>A</A></DL>", HOTLIST_NETSCAPE, 1 },
        { " \n<dl><dt><a href=http://a.org/>A</a>", HOTLIST_NETSCAPE, 1 },
        { "<?xml version=\"1.0\"?><opml><body><outline xmlUrl=\"http://a.org/\"/></body></opml>", HOTLIST_OPML, 1 },
        { "{\"roots\":{\"bookmark_bar\":{\"children\":[{\"url\":\"http://a.org/\"}]}}}", HOTLIST_CHROMIUM, 1 },
        { "{\"watching\":{\"1\":{\"url\":\"http://a.org/\"}}}", HOTLIST_CHANGEDETECTION, 1 },
        { "{\"url\":\"http://a.org/\"}", HOTLIST_CHANGEDETECTION, 1 },
        { "[{\"url\":\"http://a.org/\"}]", HOTLIST_CHANGEDETECTION, 1 },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct hotlist h = { 0 };
        struct err e = { 0 };
        ok(hotlist_read(&a, str_of(rows[i].text), &h, &e) == 0 && h.format == rows[i].format && h.n == rows[i].n, "%s, %u: %s",
           hotlist_format_name(h.format), h.n, e.text);
    }
    eq_str(str_of(hotlist_format_name(HOTLIST_FORMATS)), STR("?"), "no such format");
    hotlist_fails("{\"a\":1}", E_FORMAT, "neither");
    hotlist_fails("{", E_FORMAT, "line 1");
    hotlist_fails("words and words\n", E_FORMAT, "not a list of pages");
}

static void test_limits(void)
{
    AUTO(arena) a = { .budget_bytes = 1 << 20 };
    AUTO(arena) b = { 0 };
    AUTO(buf) text = BUF(1 << 26);
    struct hotlist h = { 0 };
    struct err e = { 0 };
    for (unsigned i = 0; i < 20000; i++)
        buf_addf(&text, "http://a.org/%u\n", i);
    ok(hotlist_read(&a, buf_str(&text), &h, &e) == E_LIMIT, "the arena's budget holds: %s", e.text);
    buf_clear(&text);
    for (unsigned i = 0; i < 3000; i++)
        buf_addf(&text, "ftp://a.org/%u\n", i);
    buf_add(&text, STR("http://a.org/\nhttp://a.org/"));
    ok(hotlist_read(&b, buf_str(&text), &h, &e) == 0 && h.n == 1 && h.lost.n == HOTLIST_LOST_MAX + 1, "%u losses are told",
       h.lost.n);
    eq_str(h.lost.item[HOTLIST_LOST_MAX], STR("and 2000 more like these"), "and how many there are besides");
    ok(hotlist_load(&b, "/no/such/file", &h, &e) == E_SYSTEM, "%s", e.text);
    ok(hotlist_load(&b, "/tmp", &h, &e) != 0, "%s", e.text);
}

/* ---- Files of other programs ---- */

/* Distinct http(s) addresses behind `name` in quotes, found the plainest way there is. */
static unsigned count_addresses(struct arena *a, struct str text, const char *name)
{
    struct str found[5000];
    unsigned n = 0, k;
    for (size_t at = 0; (at = str_find_nocase(text, str_of(name), at)) != SIZE_MAX;) {
        at += strlen(name);
        struct str rest = str_sub(text, at, text.len), url = str_trim(str_cut(&rest, '"'));
        if (!str_starts_nocase(url, STR("http://")) && !str_starts_nocase(url, STR("https://")))
            continue;
        for (k = 0; k < n && !str_eq(found[k], url); k++)
            ;
        if (k == n && n < ARRAY_LEN(found))
            found[n++] = arena_str(a, url);
    }
    return n;
}

static void check_file(const char *folder, const char *name)
{
    AUTO(arena) a = { 0 };
    const char *path = arena_printf(&a, "%s/%s", folder, name).ptr;
    bool opml = str_ends(str_of(name), STR(".opml"));
    struct hotlist h = { 0 };
    struct str text = STR("");
    struct err e = { 0 };
    ok(hotlist_load(&a, path, &h, &e) == 0 && io_read(&a, path, HOTLIST_BYTES_MAX, &text, &e) == 0, "%s: %s", name, e.text);
    if (text.len && !strstr(name, "missing"))
        ok(h.format == (opml ? HOTLIST_OPML : HOTLIST_NETSCAPE), "%s", hotlist_format_name(h.format));
    unsigned want = count_addresses(&a, text, opml ? "xmlUrl=\"" : "href=\"");
    if (!strstr(name, "missing"))
        eq_int(h.n, want, "as many as there are");
}

static void test_corpus(void)
{
    char line[4096] = "";
    FILE *script =
        popen("d=$(\"$WEFT_SOURCE\"/tests/property/unpack-corpus) && [ -d \"$d/../bookmarks\" ] && echo \"$d/../bookmarks\"", "r");
    struct dirent **entry = NULL;
    if (script && fgets(line, sizeof line, script))
        line[strcspn(line, "\n")] = '\0';
    if (script)
        pclose(script);
    int n = line[0] ? scandir(line, &entry, NULL, alphasort) : 0;
    if (n <= 0)
        skip("given data: no bookmark files beside this checkout");
    for (int i = 0; i < n; i++) {
        if (strstr(entry[i]->d_name, ".htm") || strstr(entry[i]->d_name, ".opml"))
            check_file(line, entry[i]->d_name);
        heap_free(entry[i]);
    }
    heap_free(entry);
}

int main(void)
{
    test_formats();
    test_limits();
    test_corpus();
    return tap_done();
}
