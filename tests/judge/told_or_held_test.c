/* A law: what came to a page or went from it is told, or stands in the list of what is held back with a reason. Pages are made with a list
 * of the latest, a box that shows one of many, a table of goods, a side column and a foot; on each visit one or two of them are another.
 * Each text has a word of its own, by which it is found again in what people read. */
#include "judge/telling.h"
#include "judge/verdict.h"
#include "page/body.h"
#include "tests/base/random.h"
#include "tests/tap.h"

enum { PAGES = 12, VISITS = 24, LATEST = 6, GOODS = 4, NOTES = 3, TEXTS = LATEST + GOODS + 2 * NOTES + 4 };

/* A page by its texts, each a number that makes its word. */
struct made {
    unsigned latest[LATEST], day; /* the newest first; of the newest */
    unsigned shown[2];            /* of many */
    unsigned good[GOODS];
    unsigned note[NOTES], rule[NOTES]; /* the newest first; of few rules */
    unsigned aside, foot;
};

static struct str word_of(struct arena *a, unsigned n)
{
    static const char *const syllable[] = { "ba", "ke", "mi", "to", "lu", "ra", "se", "ni",
                                            "go", "du", "fa", "pe", "vi", "jo", "hu", "za" };
    return arena_printf(a, "%s%s%s%sn", syllable[n >> 8 & 15], syllable[n >> 4 & 15], syllable[n & 15], syllable[(n >> 2) % 16]);
}

static struct str page_of(struct arena *a, const struct made *m)
{
    AUTO(buf) b = BUF(1 << 16);
    buf_add(&b, STR("<title>Harbour</title><body><header><h1>The harbour</h1></header><main><h2>What is new</h2><ul>"));
    for (unsigned i = 0; i < LATEST; i++)
        buf_addf(&b, "<li><p>2026-%02u-%02u</p><a href='/n/%u'>The %.*s boat</a></li>", 1 + (m->day - i) / 28 % 12,
                 1 + (m->day - i) % 28, m->latest[i], STR_ARG(word_of(a, m->latest[i])));
    buf_add(&b,
            STR("</ul><p>All boats are looked at every year by the harbour master, who says whether they may leave.</p><h2>Known "
                "to sailors</h2><div>"));
    for (unsigned i = 0; i < 2; i++)
        buf_addf(&b, "<p>An old sailor called %.*s said that wind is free.</p>", STR_ARG(word_of(a, m->shown[i])));
    buf_add(&b, STR("</div><h2>Notes</h2>"));
    for (unsigned i = 0; i < NOTES; i++)
        buf_addf(&b, "<p>Whoever ties up at pier %.*s pays at the gate. The rule called %.*s holds for all of you there.</p>",
                 STR_ARG(word_of(a, m->note[i])), STR_ARG(word_of(a, m->rule[i])));
    buf_add(&b, STR("<table><tr><th>Goods</th><th>Price</th></tr>"));
    for (unsigned i = 0; i < GOODS; i++)
        buf_addf(&b, "<tr><td>Rope %.*s</td><td>%u €</td></tr>", STR_ARG(word_of(a, m->good[i])), 10 + m->good[i] % 7);
    buf_addf(&b,
             "</table></main><aside><h3>Weather</h3><p>Fog at %.*s today</p></aside><footer><p>Made by %.*s and sons</p></footer>",
             STR_ARG(word_of(a, m->aside)), STR_ARG(word_of(a, m->foot)));
    return arena_str(a, buf_str(&b));
}

static void texts_of(const struct made *m, unsigned out[TEXTS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < LATEST; i++)
        out[n++] = m->latest[i];
    for (unsigned i = 0; i < GOODS; i++)
        out[n++] = m->good[i];
    for (unsigned i = 0; i < NOTES; i++) {
        out[n++] = m->note[i];
        out[n++] = m->rule[i];
    }
    out[n++] = m->shown[0];
    out[n++] = m->shown[1];
    out[n++] = m->aside;
    out[n++] = m->foot;
}

static void change(struct random *r, struct made *m, unsigned *next)
{
    switch (random_below(r, 8)) {
    case 0:
    case 1:
        for (unsigned i = LATEST; --i > 0;)
            m->latest[i] = m->latest[i - 1];
        m->latest[0] = ++*next;
        m->day++;
        break;
    case 2:
        m->shown[random_below(r, 2)] = 3000 + random_below(r, 5); /* some come back */
        break;
    case 3:
        m->good[random_below(r, GOODS)] = ++*next;
        break;
    case 4:
    case 5:
        for (unsigned i = NOTES; --i > 0;) {
            m->note[i] = m->note[i - 1];
            m->rule[i] = m->rule[i - 1];
        }
        m->note[0] = ++*next;
        m->rule[0] = 4000 + random_below(r, 6);
        break;
    case 6:
        m->aside = ++*next;
        break;
    default:
        m->foot = ++*next;
        break;
    }
}

static bool has(const unsigned text[TEXTS], unsigned one)
{
    unsigned i = 0;
    while (i < TEXTS && text[i] != one)
        i++;
    return i < TEXTS;
}

/* All that people read of it. */
static void read_all(const struct verdict *v, struct buf *out)
{
    for (uint32_t i = 0; i < v->held.n; i++)
        buf_addf(out, "%.*s\n", STR_ARG(v->held.item[i].what));
    if (!v->any)
        return;
    buf_addf(out, "%.*s\n", STR_ARG(v->whole.headline.text));
    for (uint32_t i = 0; i < v->whole.headline.n_lines; i++)
        buf_addf(out, "%.*s\n", STR_ARG(v->whole.headline.line[i]));
}

/* How many texts came or went and are in no list. Of a sentence with another word what it says now is enough. */
static unsigned count_lost(struct arena *a, const struct made *was, const struct made *is, const struct verdict *v)
{
    AUTO(buf) said = BUF(1 << 16);
    unsigned old[TEXTS], new[TEXTS], lost = 0;
    read_all(v, &said);
    texts_of(was, old);
    texts_of(is, new);
    for (unsigned i = 0; i < TEXTS; i++) {
        lost += !has(old, new[i]) && str_find(buf_str(&said), word_of(a, new[i]), 0) == SIZE_MAX;
        lost += i < LATEST && !has(new, old[i]) && str_find(buf_str(&said), word_of(a, old[i]), 0) == SIZE_MAX;
    }
    return lost;
}

/* How many lines have another reason where somebody asks what they may be told of after all. */
static unsigned count_other_reasons(struct arena *a, const struct body *old, const struct body *new, const struct verdict *v)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct body body[2] = { *old, *new };
    struct page page[2];
    struct delta delta;
    struct judge_pieces pieces;
    struct past *known = NEW(a, struct past);
    struct err e = { 0 };
    unsigned n = 0;
    symbols_open(symbols, a);
    past_read(known, v->known);
    if (body_read_pair(a, symbols, body, page, &e) || compare_pages(a, &page[0], &page[1], &delta, &e)
        || pieces_find(a, &delta, &pieces, &e))
        ok(false, "%s", e.text);
    struct held_changes all = telling_parts(a, &delta, known, NULL, &pieces);
    for (uint32_t i = 0; i < v->held.n; i++)
        for (uint32_t k = 0; k < all.n; k++)
            n += str_eq(v->held.item[i].what, all.item[k].what) && !str_eq(v->held.item[i].why, all.item[k].why);
    return n;
}

static void watch(unsigned seed)
{
    struct random r = { .state = seed };
    AUTO(arena) kept = { 0 };
    unsigned next = seed * 100, lost = 0, without = 0, others = 0;
    struct made now = { .day = 40, .shown = { 3000, 3001 } }, was;
    struct str past = STR(""), text = STR("");
    for (unsigned i = 0; i < LATEST; i++)
        now.latest[i] = ++next;
    for (unsigned i = 0; i < GOODS; i++)
        now.good[i] = ++next;
    for (unsigned i = 0; i < NOTES; i++) {
        now.note[i] = ++next;
        now.rule[i] = 4000 + i;
    }
    now.aside = ++next;
    now.foot = ++next;
    for (unsigned visit = 0; visit < VISITS; visit++) {
        AUTO(arena) a = { 0 };
        struct interest all = { 0 };
        struct verdict v = { 0 };
        struct err e = { 0 };
        struct str before = text, type = STR("text/html"), url = STR("http://h/");
        text = arena_str(&kept, page_of(&a, &now));
        struct body old = { .bytes = before, .content_type = type, .url = url };
        struct verdict_facts facts = { .new = { .bytes = text, .content_type = type, .url = url },
                                       .old = before.len ? &old : NULL,
                                       .interest = &all,
                                       .n_interests = 1,
                                       .past = past };
        if (verdict_make(&a, &facts, &v, &e))
            ok(false, "%s", e.text);
        for (uint32_t i = 0; i < v.held.n; i++)
            without += v.held.item[i].why.len == 0;
        lost += before.len && !v.held.n_more ? count_lost(&a, &was, &now, &v) : 0;
        others += before.len ? count_other_reasons(&a, &old, &facts.new, &v) : 0;
        past = arena_str(&kept, v.past);
        was = now;
        for (unsigned n = 1 + random_below(&r, 2); n-- > 0;)
            change(&r, &now, &next);
    }
    eq_int(lost, 0, "each text that came or went is told or held back");
    eq_int(without, 0, "each with a reason");
    eq_int(others, 0, "which is the same wherever it is read");
}

int main(void)
{
    for (unsigned seed = 1; seed <= PAGES; seed++)
        watch(seed);
    return tap_done();
}
