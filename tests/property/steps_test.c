/* What one step costs by itself on pages that somebody made to be slow: many lists, headings, items or blanks. Among all that a check does
 * (growth_test.c) a cheap loop over all of them does not show before a page is large.
 *
 *     steps_test                each of them, small, for the sanitizers
 *     steps_test -              the names
 *     steps_test apart N...     all of them in each size, in processes of their own: steps_test.py has their instructions counted */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "judge/agenda.h"
#include "judge/headline.h"
#include "judge/importance.h"
#include "judge/lessons.h"
#include "judge/returns.h"
#include "judge/weigh.h"
#include "judge/window.h"
#include "tests/judge/judged.h"
#include "visual/vidiff.h"

/* Two versions of a page, and what was found out about them before the step. */
struct prepared {
    struct arena *arena;
    struct buf html[2];
    struct judged *pair;
    struct piece_side old, new;
    struct past past;
    struct headline_piece *item;
    struct weigh_version cut[2];
    struct videlta delta;
};

/* ---- Pages ---- */

#define STAYS "<p>This sentence stays here as it was before all of the others came to it.</p>"

static void add_both(struct prepared *p, const char *text)
{
    buf_add(&p->html[0], str_of(text));
    buf_add(&p->html[1], str_of(text));
}

/* Another for each number, without digits: names of elements and classes are the same with other digits. */
static void add_letters(struct buf *out, unsigned number)
{
    for (number++; number; number /= 26)
        buf_add_char(out, (char)('a' + number % 26));
}

static void add_lists_of_days(struct prepared *p, unsigned n)
{
    enum { DAYS = 5 };
    for (unsigned i = 0; i < n * DAYS; i++)
        for (unsigned v = 0; v < 2; v++) {
            buf_addf(&p->html[v], "<p><x-");
            add_letters(&p->html[v], i % n);
            buf_addf(&p->html[v], ">%u May 2031</p>", 20 - i / n + v);
        }
    for (unsigned i = 0; i < n; i++)
        buf_addf(&p->html[0], "<p>Gone %u</p>", i);
}

static void add_calendars(struct prepared *p, unsigned n)
{
    enum { DAYS = 4 };
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < 2; v++) {
            buf_addf(&p->html[v], "<ul class=");
            add_letters(&p->html[v], i);
            buf_addf(&p->html[v], ">");
            for (unsigned day = v; day < DAYS; day++)
                buf_addf(&p->html[v], "<li>%u May 2031", day + 1);
            buf_addf(&p->html[v], "</ul>");
        }
}

static void add_days_to_item(struct prepared *p, unsigned n)
{
    add_both(p, "<ul><li>");
    for (unsigned i = 0; i < n; i++)
        buf_addf(&p->html[1], "<p>%u May %u</p>", i % 28 + 1, 2000 + i / 28);
    add_both(p, STAYS "</ul>");
}

static void add_words_to_item(struct prepared *p, unsigned n)
{
    add_both(p, "<ul><li>");
    for (unsigned i = 0; i < n; i++)
        buf_addf(&p->html[1], "<p>w%ux here</p>", i);
    add_both(p, STAYS "</ul>");
}

static void add_quotes(struct prepared *p, unsigned n)
{
    add_both(p, "<p>Start of it says ");
    for (unsigned i = 0; i < 4 * n; i++)
        for (unsigned v = 0; v < 2; v++)
            buf_add(&p->html[v], v && i % 4 == 3 ? STR("") : STR("\" a "));
    add_both(p, " end.</p>");
}

static void add_single_headings(struct prepared *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        for (unsigned v = 0; v < 2; v++)
            buf_addf(&p->html[v], "<h2>Part</h2><h3>%s</h3><p>Text of it.</p>", v ? "New" : "Old");
    }
}

static void add_buttons(struct prepared *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < 2; v++)
            buf_addf(&p->html[v], "<p>Boat %u<button%s>Buy</button>", i, v ? " disabled" : "");
}

static void add_other_pictures(struct prepared *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < 2; v++) {
            buf_addf(&p->html[v], "<h2>");
            add_letters(&p->html[v], i);
            buf_addf(&p->html[v], "</h2><img src=/%08u.png width=600 height=400>", i + v * n);
        }
}

static void add_ends_of_lines(struct prepared *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        buf_addf(&p->html[0], "<p>w%ux a", i);
        buf_addf(&p->html[1], "<p>w%ux a b", i);
    }
}

static void add_other_cards(struct prepared *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < 2; v++)
            buf_addf(&p->html[v], "<div class=c><p>w%ux</div>", i + v * n);
}

/* ---- Steps ---- */

static void open_sides(struct prepared *p)
{
    struct judged *j = p->pair;
    p->old = (struct piece_side){ .change = j->delta.old_change, .partner = j->delta.old_to_new, .dates = &j->pieces.old.dates };
    p->new = (struct piece_side){ .change = j->delta.new_change, .partner = j->delta.new_to_old, .dates = &j->pieces.new.dates };
    piece_side_open(p->arena, &j->old, &p->new, &p->old);
    piece_side_open(p->arena, &j->new, &p->old, &p->new);
    place_names_open(&p->old.paths, p->arena, &j->old, NULL);
    place_names_open(&p->new.paths, p->arena, &j->new, &p->old.paths);
}

static void find_windows(struct prepared *p)
{
    window_find(p->arena, &p->old, &p->new, p->pair->pieces.item, p->pair->pieces.n);
}

static void find_agendas(struct prepared *p)
{
    agenda_find(p->arena, &p->pair->delta, &p->old, &p->new, p->pair->pieces.item, p->pair->pieces.n);
}

static void open_past(struct prepared *p)
{
    past_visit(&p->past);
    past_gone(&p->past, 1);
}

static void find_renewed(struct prepared *p)
{
    returns_renewed(&p->pair->delta, &p->past, &p->pair->pieces);
}

static void open_items(struct prepared *p)
{
    const struct headline_worth *worth = headline_worths(p->arena, &p->pair->delta, &p->pair->pieces);
    p->item = NEW_ARRAY(p->arena, struct headline_piece, p->pair->pieces.n + 1);
    for (uint32_t i = 0; i < p->pair->pieces.n; i++)
        p->item[i] = (struct headline_piece){ .piece = &p->pair->pieces.item[i], .worth = &worth[i], .share = 1 };
}

static void make_headline(struct prepared *p)
{
    headline_make(p->arena, &p->pair->delta, &p->pair->pieces, p->item, p->pair->pieces.n);
}

static void write_lessons(struct prepared *p)
{
    lessons_keys(p->arena, &p->pair->delta, &p->pair->pieces, LESSON_PART);
}

/* Each button is a fact. */
static void open_facts(struct prepared *p)
{
    const struct page *page[] = { &p->pair->old, &p->pair->new };
    struct judge_fact *fact = NEW_ARRAY(p->arena, struct judge_fact, page[1]->dom.n);
    struct err e;
    uint32_t n = 0;
    for (unsigned v = 0; v < 2; v++)
        if (weigh_version_of(p->arena, NULL, page[v], STR(""), &p->cut[v], &e))
            abort();
    vidiff(p->arena, &p->cut[0].document, &p->cut[1].document, &(struct vidiff_options){ 0 }, &p->delta);
    for (uint32_t i = 0; i < page[1]->dom.n; i++)
        if (page[1]->dom.node[i].tag == TAG_BUTTON)
            fact[n++] = (struct judge_fact){ .node = i, .weight = 1 };
    p->cut[1].words.fact = fact;
    p->cut[1].words.n_facts = n;
}

static void weigh_facts(struct prepared *p)
{
    struct importance found;
    struct importance_pair in = { &p->cut[0].document, &p->cut[1].document, &p->delta,
                                  &p->cut[0].words,    &p->cut[1].words,    &importance_weights };
    importance_of(p->arena, &in, &found);
}

static void find_evidence(struct prepared *p)
{
    struct evidence_context c = evidence_open(&p->pair->delta, &p->past, &p->pair->pieces);
    for (uint32_t i = 0; i < p->pair->pieces.n; i++)
        evidence_of(&c, &p->pair->pieces.item[i]);
}

static void compare(struct prepared *p)
{
    struct delta d;
    struct err e;
    if (compare_pages(p->arena, &p->pair->old, &p->pair->new, &d, &e))
        abort();
}

static const struct step {
    const char *name;
    void (*add)(struct prepared *, unsigned n);
    void (*prepare)(struct prepared *); /* NULL: there is nothing to */
    void (*run)(struct prepared *);
    unsigned times; /* as many of what is added */
} steps[] = {
    { "lists of days that move on", add_lists_of_days, open_sides, find_windows, 1 },
    { "calendars of which the first day is over", add_calendars, open_sides, find_agendas, 1 },
    { "days that came to an item", add_days_to_item, open_past, find_renewed, 1 },
    { "paragraphs that came to an item, as a headline", add_words_to_item, open_items, make_headline, 1 },
    { "quotes that went from a line, as a headline", add_quotes, open_items, make_headline, 1 },
    { "single headings below others, as lessons", add_single_headings, NULL, write_lessons, 1 },
    { "buttons that cannot be pressed any more, weighed", add_buttons, open_facts, weigh_facts, 1 },
    { "pictures in the place of others, as evidence", add_other_pictures, NULL, find_evidence, 2 },
    { "words that came to the ends of lines, compared", add_ends_of_lines, NULL, compare, 1 },
    { "cards in the place of others, compared", add_other_cards, NULL, compare, 8 }, /* up to 1000 beside each are looked at */
};

/* ---- Sizes ---- */

static void prepare(struct arena *a, const struct step *s, unsigned n, struct prepared *p)
{
    *p = (struct prepared){ .arena = a, .html = { BUF(MIB(16)), BUF(MIB(16)) } };
    add_both(p, "<title>Boats</title><body><h1>Boats</h1>");
    s->add(p, n * s->times);
    p->pair = judged(a, arena_printf(a, "%.*s", STR_ARG(buf_str(&p->html[0]))).ptr,
                     arena_printf(a, "%.*s", STR_ARG(buf_str(&p->html[1]))).ptr);
    buf_drop(&p->html[0]);
    buf_drop(&p->html[1]);
    if (s->prepare)
        s->prepare(p);
}

/* A process that takes the step, which begins with what this one has counted, or takes none, and says how much that is. */
static void run_apart(const struct step *s, struct prepared *p, bool step)
{
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        if (step)
            s->run(p);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    printf("%d\n", (int)child);
}

/* Lets the next block of the arena begin here: to clear one costs as much as many a step, and the larger of two may be the one to open
 * it. */
static void open_block(struct arena *a)
{
    while ((size_t)(a->end - a->at) < MIB(1) - KIB(4))
        arena_alloc(a, KIB(1));
}

static void run_all_apart(int n, char **sizes)
{
    for (size_t i = 0; i < ARRAY_LEN(steps); i++)
        for (int k = 0; k < n; k++) {
            AUTO(arena) a = { .budget_bytes = MIB(2048) };
            struct prepared p;
            prepare(&a, &steps[i], (unsigned)strtoul(sizes[k], NULL, 10), &p);
            open_block(&a);
            run_apart(&steps[i], &p, false);
            run_apart(&steps[i], &p, true);
            fflush(stdout);
        }
}

int main(int n, char **words)
{
    if (n > 2 && strcmp(words[1], "apart") == 0) {
        run_all_apart(n - 2, words + 2);
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        AUTO(arena) a = { .budget_bytes = MIB(2048) };
        struct prepared p;
        if (n > 1) {
            printf("%s\n", steps[i].name);
            continue;
        }
        prepare(&a, &steps[i], 30, &p);
        steps[i].run(&p);
        ok(p.pair->pieces.n > 0, "%s", steps[i].name);
    }
    return n == 1 ? tap_done() : 0;
}
