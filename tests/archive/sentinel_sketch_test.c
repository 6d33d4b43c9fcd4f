/* Sentinels that are being written: faults beside those that stand, words that fit at a place, the form and the text as one another. */
#include "archive/sentinel_sketch.h"

#include "archive/sentinel_form.h"
#include "archive/sentinels.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct archive_world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct err e;
};

static void must(struct archive_world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

static const char prices_text[] = "CREATE SENTINEL prices\n  USING \"https://example.org/\"\n  MONITOR links\n  BY interactive;\n";

static struct sentinel_sketch sketch(struct archive_world *w, struct caller *c, const char *replaces, const char *text)
{
    struct sentinel_sketch s;

    must(w, sentinel_sketch(c, str_of(replaces), str_of(text), &s, &w->e));
    return s;
}

static void test_sketch(struct archive_world *w, struct caller *ann)
{
    struct sentinels_applied applied;
    struct sentinel_sketch s = sketch(w, ann, "", prices_text);

    ok(s.faults.list.n == 0 && s.graph.n_roots == 1 && str_eq(s.name, STR("prices")), "a text that is right has a graph");
    s = sketch(w, ann, "", "CREATE SENTINEL prices\nON \"https://example.org/\" MONITR links;");
    ok(s.faults.list.n == 1 && s.faults.list.item[0].at.line == 2 && str_eq(s.faults.list.item[0].nearest, STR("MONITOR"))
           && s.graph.n == 0,
       "one that is not names the place and the word");
    must(w, sentinels_apply(ann, str_of(prices_text), &applied, &w->e));
    eq_int(sketch(w, ann, "", prices_text).faults.list.n, 1, "a name that stands already is a fault");
    eq_int(sketch(w, ann, "prices", prices_text).faults.list.n, 0, "but not of the one that it replaces");
    s = sketch(w, ann, "", "CREATE SENTINEL both USING prices MONITOR images;");
    ok(s.faults.list.n == 0 && s.graph.n_roots == 2 && s.graph.n_pages == 1, "it may stand on others, and shares their pages");
    eq_int(sketch(w, ann, "", "CREATE SENTINEL x ON \"https://example.org/\" MONITOR element \"p[\";").faults.list.n, 1,
           "a selector that cannot be read");
}

/* Whether the word is offered behind the text. */
static bool offers(struct archive_world *w, struct caller *c, const char *text, const char *word)
{
    struct sentinel_words words;

    must(w, sentinel_complete(c, str_of(text), strlen(text), &words, &w->e));
    for (uint32_t i = 0; i < words.n; i++)
        if (str_eq(words.item[i].text, str_of(word)))
            return true;
    return false;
}

static void test_complete(struct archive_world *w, struct caller *ann)
{
    struct sentinel_words words;

    ok(offers(w, ann, "", "CREATE") && !offers(w, ann, "", "MONITOR"), "a statement begins with its verb");
    ok(offers(w, ann, "cr", "CREATE") && !offers(w, ann, "cr", "DROP"), "what was typed is its beginning, in any case");
    ok(offers(w, ann, "CREATE SENTINEL x ON ", "prices") && offers(w, ann, "CREATE SENTINEL x ON ", "\"https://example.org/\""),
       "sentinels and pages of one's own");
    ok(offers(w, ann, "CREATE SENTINEL x ON prices M", "MONITOR"), "the next clause");
    ok(offers(w, ann, "CREATE SENTINEL x ON prices MONITOR links ", "AND")
           && offers(w, ann, "CREATE SENTINEL x ON prices MONITOR links ", "NOTIFY"),
       "an expression goes on, or a clause follows");
    ok(offers(w, ann, "CREATE SENTINEL a ON prices MONITOR links; DR", "DROP"), "the next statement");
    must(w, sentinel_complete(ann, STR("CREATE SEN"), 10, &words, &w->e));
    ok(words.n == 1 && words.typed == 3, "how much of it stands there");
    must(w, sentinel_complete(ann, STR("DROP SENTINEL x; \"open"), 999, &words, &w->e));
    ok(words.n == 0, "a place behind the end, in a text without end, offers nothing");
}

/* The text that the form of the text makes; empty: it has no form. */
static struct str through_form(struct archive_world *w, const char *text)
{
    struct grammar *grammar = NEW(&w->arena, struct grammar);
    struct sentinel_file file;
    struct sentinel_form form;
    struct fault_list faults = { 0 };

    grammar_open(&w->arena, grammar);
    must(w, sentinel_read(&w->arena, grammar, str_of(text), &file, &faults, &w->e));
    return file.n == 1 && sentinel_form_of(&w->arena, &file.item[0], &form) ? sentinel_form_text(&w->arena, &form) : STR("");
}

static void test_form(struct archive_world *w)
{
    static const char *const same[] = {
        "CREATE SENTINEL a\n  USING \"https://example.org/\"\n  MONITOR any change\n  FETCH BEST EFFORT\n  NOTIFY IMMEDIATE;\n",
        ("CREATE SENTINEL b\n  USING \"https://a.example/\" OR \"https://b.example/\" OR papers\n  MONITOR (table \"Tables\" AND "
         "keywords(\"price\", \"rise\") AND regex /EUR \\d+/i) WITHIN 2 days\n  FETCH EVERY 6 hours\n  NOTIFY EVERY 1 day\n  BY channel "
         "\"office\"\n  WHEN IMPORTANCE >= 0.4;\n"),
        ("CREATE SENTINEL c\n  USING \"https://a.example/\"\n  MONITOR list 2 SEQ phrase \"from nine\" SEQ element \"#p\"\n  FETCH BEST "
         "EFFORT\n  NOTIFY IMMEDIATE\n  BY interactive;\n"),
    };
    static const char *const more[] = {
        "CREATE SENTINEL a ON \"https://a.example/\" MONITOR links AND NOT images;",
        "CREATE SENTINEL a ON \"https://a.example/\" AND \"https://b.example/\" MONITOR links;",
        "CREATE SENTINEL a ON \"https://a.example/\" MONITOR links AND (images OR words);",
        "CREATE SENTINEL a ON \"https://a.example/\" MONITOR links COMPARE EVERY 2;",
        "CREATE SENTINEL a ON \"https://a.example/\" MONITOR links BY email x@example.org;",
        "CREATE SENTINEL a USING b;",
        "CREATE SET papers AS \"https://a.example/\";",
    };

    for (size_t i = 0; i < ARRAY_LEN(same); i++) {
        struct str again = through_form(w, same[i]);
        ok(again.len && str_eq(again, through_form(w, again.ptr)), "the form writes the same again: %.*s", STR_ARG(again));
        ok(str_find(again, str_sub(str_of(same[i]), 0, 17), 0) == 0, "under its name");
    }
    eq_str(through_form(w, same[0]), str_of(same[0]), "letter by letter");
    ok(str_find(through_form(w, same[1]), STR("WITHIN 2 days"), 0) != SIZE_MAX
           && str_find(through_form(w, same[1]), STR("WHEN IMPORTANCE >= 0.4"), 0) != SIZE_MAX
           && str_find(through_form(w, same[1]), STR("regex /EUR \\d+/i"), 0) != SIZE_MAX,
       "with every clause");
    for (size_t i = 0; i < ARRAY_LEN(more); i++)
        ok(through_form(w, more[i]).len == 0, "what says more than the form can has none: %s", more[i]);
    struct sentinel_form empty = { .by = STR("") };
    ok(sentinel_form_text(&w->arena, &empty).len > 0, "an empty form is a text, with a mistake in it");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct archive_world w = { 0 };

    must(&w, store_open(&w.store, folder_path(&w.arena, &folder, "w.db"), &(struct store_options){ .create = true }, &w.e));
    must(&w, settings_defaults(&w.arena, &w.settings, &w.e));
    struct caller ann = { .who = { .name = STR("ann"), .role = ROLE_USER },
                          .store = &w.store,
                          .settings = &w.settings,
                          .arena = &w.arena,
                          .now = 100000 };
    must(&w, store_user_add(&w.store, ann.who.name, 1, &ann.who.user, &w.e));
    test_sketch(&w, &ann);
    test_complete(&w, &ann);
    test_form(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
