/* What bytes are, by type, by name, by content. */
#include "page/kind.h"

#include "base/auto.h"
#include "tests/tap.h"

static const struct {
    const char *type, *name, *bytes;
    enum page_kind kind;
} row[] = {
    /* The type decides. */
    { "text/html", "data.json", "<p>{}", KIND_MARKUP },
    { "application/atom+xml", "", "", KIND_MARKUP },
    { "application/ld+json", "", "", KIND_JSON },
    { "text/javascript", "", "", KIND_TEXT },
    { "application/yaml", "", "", KIND_TEXT },
    { "text/csv; header=present", "", "", KIND_TABLE },
    { "application/pdf", "", "", KIND_BINARY },
    { "text/css", "", "\x1f\x8b", KIND_BINARY },
    /* ... unless it is text/html, and that cannot be. */
    { "text/html; charset=utf-8", "https://example.org/api", " {\"a\": [1]}\n", KIND_JSON },
    { "text/html", "", "[1, 2]", KIND_JSON },
    { "text/html", "", "{{ title }} and more", KIND_MARKUP },
    { "text/html", "", "[gallery]\n<p>a</p>", KIND_MARKUP },
    { "text/html", "", "# Changes\n\n- one < two\n- <https://example.org/>\n", KIND_TEXT },
    { "text/html", "", "one line", KIND_MARKUP },
    { "text/html", "", "some words\nand <b>more</b>", KIND_MARKUP },
    { "text/html", "https://example.org/raw/README.md", "# Changes\n\n<img src=a> and more\n", KIND_TEXT },
    { "text/html", "https://example.org/blob/README.md", "<!DOCTYPE html><p>a", KIND_MARKUP },
    { "text/html", "https://example.org/a.csv", "a,b\n1,2\n", KIND_TABLE },
    { "application/json", "", "<!DOCTYPE html><p>a", KIND_JSON },
    /* A vague type leaves it to the name. */
    { "text/plain", "https://example.org/prices.csv?day=1#top", "a", KIND_TABLE },
    { "text/plain", "page.html", "<p>a", KIND_TEXT },
    { "text/plain", "page", "<p>a", KIND_TEXT },
    { "application/octet-stream", "notes.TXT", "a", KIND_TEXT },
    { "application/octet-stream", "notes", "a", KIND_BINARY },
    /* The name decides. */
    { "", "a/b/main.c", "<p>", KIND_TEXT },
    { "", "git:web/feed.xml", "", KIND_MARKUP },
    { "", "rcs:RCS/README.md,v", "<p>", KIND_TEXT },
    { "", "Makefile", "<p>", KIND_TEXT },
    { "", "old.html", "{}", KIND_MARKUP },
    { "", "old.html", "\x1f\x8b", KIND_BINARY },
    { "", "https://example.md", "<p>a", KIND_MARKUP },
    /* The bytes decide. */
    { "", "", "", KIND_MARKUP },
    { "", "", "\xef\xbb\xbf \n<!DOCTYPE html>", KIND_MARKUP },
    { "", "", "<?xml version='1.0'?><feed/>", KIND_MARKUP },
    { "", "", "Hello <b>you</b>", KIND_MARKUP },
    { "", "", "hello\n#include <stdio.h>\n", KIND_TEXT },
    { "", "", "<jdoe> hello there", KIND_TEXT },
    { "", "", "#!/bin/sh\necho '<b>x</b>'", KIND_TEXT },
    { "", "", " [1, 2]", KIND_JSON },
    { "", "settings.xyz", "x = <b>1</b>", KIND_TEXT },
    { "", "saved.php", "<html><p>a", KIND_MARKUP },
    { "", "source.php", "<?php echo '<b>x</b>'", KIND_TEXT },
    { "", "", "\xff\xfe<\0p", KIND_MARKUP },
    { "", "", "PK\x03\x04", KIND_BINARY },
};

int main(void)
{
    enum page_kind kind;

    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct kind_facts facts = { str_of(row[i].bytes), str_of(row[i].type), str_of(row[i].name) };
        const char *found = page_kind_name(page_kind_find(&facts));
        ok(strcmp(found, page_kind_name(row[i].kind)) == 0, "%s %s %s: %s", row[i].type, row[i].name, row[i].bytes, found);
    }
    ok(page_kind_find(&(struct kind_facts){ .bytes = STR("a\0b") }) == KIND_BINARY, "a NUL is in no text");
    ok(page_kind_named(STR("json"), &kind) && kind == KIND_JSON && !page_kind_named(STR("tree"), &kind), "kinds by their names");
    eq_str(str_of(page_kind_format(STR("\x89PNG\r\n")).name), STR("a PNG picture"), "what a format is called");
    return tap_done();
}
