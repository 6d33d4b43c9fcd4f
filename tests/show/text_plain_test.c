/* The text view of what is not HTML: JSON, tables, program text, letters and feeds, each with the places that a reader of it knows. */
#include "show/text.h"

#include "compare/delta.h"
#include "page/body.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

struct plain_case {
    const char *name, *file, *old, *new, *want;
};

static bool read_body(struct arena *a, struct symbols *symbols, const char *file, const char *text, struct page *out)
{
    struct body body = { .bytes = str_of(text), .name = str_of(file) };

    return body_read_as(a, symbols, &body, body_kind(&body), out, NULL) == 0;
}

/* The lines between the names of the files and the summary. */
static struct str plain_lines(struct arena *a, const struct plain_case *c)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct show_options options = { .old_name = STR("a"), .new_name = STR("b") };
    struct symbols symbols;
    struct page old, new;
    struct delta delta;

    symbols_open(&symbols, a);
    if (!read_body(a, &symbols, c->file, c->old, &old) || !read_body(a, &symbols, c->file, c->new, &new)
        || compare_pages(a, &old, &new, &delta, NULL) || show_text(a, &delta, &options, &out, NULL))
        return STR("(failed)");
    struct str all = arena_str(a, buf_str(&out)), head = STR("--- a\n+++ b\n");
    size_t end = all.len ? all.len - 1 : 0;
    while (end > 0 && all.ptr[end - 1] != '\n')
        end--;
    return str_starts(all, head) ? str_sub(all, head.len, end) : all;
}

static const struct plain_case json[] = {
    { "a value", "x.json", "{\"price\":10,\"name\":\"Tea\"}", "{\"price\":12,\"name\":\"Tea\"}",
      "@@ Top level\n"
      "  ~ price | [-10-]{+12+}\n" },
    { "a value deep inside", "x.json", "{\"shop\":{\"tea\":{\"price\":10}}}", "{\"shop\":{\"tea\":{\"price\":12}}}",
      "@@ shop › tea\n"
      "  ~ price | [-10-]{+12+}\n" },
    { "a key that came", "x.json", "{\"price\":10}", "{\"price\":10,\"sale\":true}",
      "@@ Top level\n"
      "  + {+sale | true+}\n" },
    { "a key that went", "x.json", "{\"price\":10,\"sale\":true}", "{\"price\":10}",
      "@@ Top level\n"
      "  - [-sale | true-]\n" },
    { "a thing of a list by its name", "x.json", "[{\"name\":\"Tea\",\"n\":1},{\"name\":\"Milk\",\"n\":2}]",
      "[{\"name\":\"Tea\",\"n\":1},{\"name\":\"Milk\",\"n\":3}]",
      "@@ Milk\n"
      "  ~ n | [-2-]{+3+}\n" },
    { "a thing that came", "x.json", "[{\"name\":\"Tea\",\"n\":1}]", "[{\"name\":\"Tea\",\"n\":1},{\"name\":\"Milk\",\"n\":3}]",
      "@@ Top level\n"
      "  + {+name | Milk · n | 3+}\n" },
    { "a number that is a text now", "x.json", "{\"n\":1}", "{\"n\":\"1\"}",
      "@@ Top level\n"
      "  ~ n: type was \"number\", is now \"string\": \"1\"\n" },
    { "nothing that is something now", "x.json", "{\"n\":null}", "{\"n\":false}",
      "@@ Top level\n"
      "  ~ n | [-null-]{+false+}\n" },
    { "keys in another order", "x.json", "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "" },
    { "other blanks are no change", "x.json", "{\"a\":1}", "{ \"a\" : 1 }\n", "" },
    { "an item of a list of numbers", "x.json", "{\"a\":[1,2,3]}", "{\"a\":[1,5,3]}",
      "@@ Top level\n"
      "  ~ a | 1 · [-2-]{+5+} · 3\n" },
    { "an empty list that has something now", "x.json", "{\"a\":[]}", "{\"a\":[1]}",
      "@@ Top level\n"
      "  ~ a | [-[]-]{+1+}\n" },
};

static const struct plain_case tables[] = {
    { "a cell", "x.csv", "name,price\ntea,10\nmilk,4\n", "name,price\ntea,12\nmilk,4\n",
      "@@ row 2\n"
      "  ~ tea | [-10-]{+12+}\n" },
    { "a row that came", "x.csv", "name,price\ntea,10\nmilk,4\n", "name,price\ntea,10\nwater,0\nmilk,4\n",
      "@@ row 3\n"
      "  + {+water | 0+}\n" },
    { "a row that went", "x.csv", "name,price\ntea,10\nmilk,4\n", "name,price\ntea,10\n",
      "@@ row 2\n"
      "  - [-milk | 4-]\n" },
    { "a column that came", "x.csv", "name,price\ntea,10\nmilk,4\n", "name,kind,price\ntea,hot,10\nmilk,cold,4\n",
      "  ~ name | {+kind+} | price\n"
      "  ~ tea | {+hot+} | 10\n"
      "  ~ milk | {+cold+} | 4\n" },
    { "a cell in quotes", "x.csv", "name,text\ntea,\"hot, strong\"\n", "name,text\ntea,\"hot, weak\"\n",
      "@@ row 2\n"
      "  ~ tea | hot, [-strong-]{+weak+}\n" },
    { "two rows far apart", "x.csv", "n,v\na,1\nb,2\nc,3\nd,4\ne,5\n", "n,v\na,9\nb,2\nc,3\nd,4\ne,8\n",
      "@@ row 2\n"
      "  ~ a | [-1-]{+9+}\n"
      "@@ row 6\n"
      "  ~ e | [-5-]{+8+}\n" },
};

static const struct plain_case lines[] = {
    { "a word of a line", "x.txt", "one two\nthree four\n", "one two\nthree five\n",
      "@@ line 2\n"
      "  ~ three [-four-]{+five+}\n" },
    { "a line that came", "x.txt", "one two\nthree four\n", "one two\nnew line\nthree four\n",
      "@@ line 2\n"
      "  + {+new line+}\n" },
    { "a line that went", "x.txt", "one two\ngone line\nthree four\n", "one two\nthree four\n",
      "@@ line 2\n"
      "  - [-gone line-]\n" },
    { "lines next to each other stand under one place", "x.txt", "a b\nc d\ne f\n", "a x\nc y\ne z\n",
      "  ~ a [-b-]{+x+}\n"
      "  ~ c [-d-]{+y+}\n"
      "  ~ e [-f-]{+z+}\n" },
    { "program text", "x.c", "int main(void)\n{\n    return 0;\n}\n", "int main(void)\n{\n    return 1;\n}\n",
      "@@ line 3\n"
      "  ~ return [-0-]{+1+};\n" },
    { "its indent counts", "x.c", "int main(void)\n{\n    return 0;\n}\n", "int main(void)\n{\n  return 0;\n}\n",
      "@@ line 3\n"
      "  ~ indentation changed: \"return\"\n" },
    { "a heading of a text", "x.md", "# News\n\nRain today.\n", "# News\n\nSun today.\n",
      "@@ # News, line 3\n"
      "  ~ [-Rain-]{+Sun+} today.\n" },
    { "an item of a list", "x.md", "* one\n* two\n", "* one\n* new\n* two\n",
      "@@ line 2\n"
      "  + {+* new+}\n" },
    { "markup in a text is text", "x.txt", "say <b>one</b>\n", "say <b>two</b>\n", "  ~ say <b>[-one-]{+two+}</b>\n" },
};

#define FEED(items) \
    "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><link>https://a.example/</link><description>All</description>" items \
    "</channel></rss>"
#define ENTRY(n, title, text) \
    "<item><title>" title "</title><link>https://a.example/" n "</link><guid>" n "</guid><description>" text "</description></item>"

static const struct plain_case feeds[] = {
    { "an entry that came", "x.rss", FEED(ENTRY("1", "Rain", "It rains.")),
      FEED(ENTRY("2", "Sun", "It shines.") ENTRY("1", "Rain", "It rains.")),
      "@@ News\n"
      "  + {+Sun · It shines.+}\n" },
    { "an entry of which the text changed", "x.rss", FEED(ENTRY("1", "Rain", "It rains.")), FEED(ENTRY("1", "Rain", "It pours.")),
      "@@ Rain\n"
      "  ~ It [-rains-]{+pours+}.\n" },
    { "an entry that fell off the end", "x.rss", FEED(ENTRY("2", "Sun", "It shines.") ENTRY("1", "Rain", "It rains.")),
      FEED(ENTRY("2", "Sun", "It shines.")),
      "@@ News\n"
      "  - [-Rain · It rains.-]\n" },
    { "an entry with another address", "x.rss", FEED(ENTRY("1", "Rain", "It rains.")), FEED(ENTRY("7", "Rain", "It rains.")),
      "@@ News\n"
      "  ~ link \"Rain\": [-https://a.example/1-]{+https://a.example/7+}\n" },
};

static void check(const struct plain_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        eq_str(plain_lines(&a, &cases[i]), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    check(json, ARRAY_LEN(json));
    check(tables, ARRAY_LEN(tables));
    check(lines, ARRAY_LEN(lines));
    check(feeds, ARRAY_LEN(feeds));
    return tap_done();
}
