/* What words of a page weigh by where they stand and what they are. */
#include "judge/weigh.h"

#include <stdlib.h>

#include "base/limits.h"
#include "tests/tap.h"

#define TEXT \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. "

static const char written_page[] =
    "<title>The bridge - Town news</title><header><h2>Town news</h2></header><nav><a href=/>Home</a> <a href=/about>Imprint</a></nav>"
    "<main><h1>The bridge</h1><p>" TEXT "<p>" TEXT "<p>Tickets cost 340 euro, said 2 hours ago<p>" TEXT
    "</main><footer>Published by the Town in 2024</footer>";

static const struct judge_word *find(const struct page *p, const struct judge_words *w, const char *word)
{
    for (uint32_t i = 0; i < w->n; i++)
        if (w->item[i].word != NONE && str_eq(page_word(p, w->item[i].word), str_of(word)))
            return &w->item[i];
    return NULL;
}

/* A page that goes by dates: the heading of its newest entry is not what the page is about. */
static void test_dated_heading(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;
    struct weigh_version v;
    symbols_open(&symbols, &a);
    struct str html = STR("<title>Following the releases</title><h2><a href=/>Site</a> Following the releases</h2>"
                          "<p>" TEXT "<p>" TEXT "<h3>2020/10/07 - No entries yet</h3><p>" TEXT);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = html }, STR(""), &p, NULL)
        || weigh_version_of(&a, NULL, &p, STR(""), &v, NULL))
        abort();
    const struct judge_word *main = find(&p, &v.words, "Following"), *entry = find(&p, &v.words, "entries");
    eq_int(v.words.unit[main->unit].kind, UNIT_MAIN_HEADING, "the heading that the title repeats");
    eq_int(v.words.unit[entry->unit].kind, UNIT_HEADING, "not the one that begins with a date");
}

/* A page that is a list, with little that looks like an article: the list is what it is about. */
static void test_list(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(KIB(16));
    struct symbols symbols;
    struct page p;
    struct weigh_version v;
    symbols_open(&symbols, &a);
    buf_add(&html, STR("<title>Spring course</title><nav><a href=/>Home</a></nav><article><p>" TEXT "</article><div>"));
    for (unsigned i = 1; i <= 40; i++)
        buf_addf(&html, "<div><a href=/n%u>Notes, part %u: gates and rivers</a></div>", i, i);
    buf_add(&html, STR("</div><footer>Published by the Town</footer>"));
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = buf_str(&html) }, STR(""), &p, NULL)
        || weigh_version_of(&a, NULL, &p, STR(""), &v, NULL))
        abort();
    ok(find(&p, &v.words, "rivers")->weight > 0.8f, "an entry weighs nearly all: %f", (double)find(&p, &v.words, "rivers")->weight);
    ok(find(&p, &v.words, "Published")->weight < 0.5f, "the footer stays what it is");
}

/* The title is read once, however many headings may repeat it. */
static void test_title(void)
{
    enum { HEADINGS = 400, TITLE_WORDS = 2000 };
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(MIB(1));
    struct symbols symbols;
    struct page p;
    struct judge_places places;
    struct judge_words was, is;
    symbols_open(&symbols, &a);
    buf_add(&html, STR("<title>"));
    for (unsigned i = 0; i < TITLE_WORDS; i++)
        buf_addf(&html, "w%ux ", i);
    buf_add(&html, STR("</title>"));
    for (unsigned i = 0; i < HEADINGS; i++)
        buf_addf(&html, "<h2>%s</h2>", i == HEADINGS / 2 ? "w7x w8x" : "Opening hours");
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = buf_str(&html) }, STR(""), &p, NULL)
        || places_find(&a, &p, NULL, &places, NULL))
        abort();
    size_t used = a.used_bytes;
    judge_words_of_changes(&a, &places, &places, &was, &is);
    used = a.used_bytes - used;
    eq_int(is.unit[1 + HEADINGS / 2].kind, UNIT_MAIN_HEADING, "the heading that the title repeats");
    ok(used < MIB(2), "in little memory: %zu bytes", used);
}

int main(void)
{
    test_title();
    test_dated_heading();
    test_list();
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;
    struct weigh_version v;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(written_page) }, STR(""), &p, &e)
        || weigh_version_of(&a, NULL, &p, STR(""), &v, &e))
        ok(false, "%s", e.text);
    const struct judge_word *body = find(&p, &v.words, "council"), *footer = find(&p, &v.words, "Published"),
                            *menu = find(&p, &v.words, "Imprint"), *heading = find(&p, &v.words, "bridge"),
                            *mark = find(&p, &v.words, ",");
    ok(body->weight == 1, "the main content weighs all");
    ok(body->weight > footer->weight && footer->weight >= menu->weight && menu->weight > 0, "then the footer, then the menu: %f %f",
       (double)footer->weight, (double)menu->weight);
    ok(mark->weight < body->weight, "a comma weighs little");
    eq_int(v.words.unit[heading->unit].kind, UNIT_MAIN_HEADING, "the main heading is a unit");
    eq_int(v.words.unit[find(&p, &v.words, "Town")->unit].kind, UNIT_HEADING, "which the site's name is not");
    eq_int(menu->kind, VI_LINK, "words of a link are its");
    uint32_t chosen[] = { p.word[body->word].node };
    judge_words_scale(&a, &v.words, &p.dom, &(struct judge_rule){ chosen, 1, 0, STR("rule 'p'") });
    ok(body->factor == 0 && footer->factor == 1, "a rule is for the words that it chooses");
    return tap_done();
}
