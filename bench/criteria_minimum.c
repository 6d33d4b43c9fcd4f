/* Where the phases of IED are not the cheapest way: criteria_minimum [WORDS] [DIFFERENT]
 *
 * Every pair of texts of at most WORDS (default 3) words each with at most DIFFERENT (default 6) different ones between them, up to
 * renaming, is compared two ways: by the phases of ied.c, and by the cheapest of all sequences of operations (equation 5), found by
 * Dijkstra's search over texts. Operations are as Definitions 1 to 4 say of the text at hand: a new word is added for 1, one that is
 * there copied for a; one that stands once is dropped for 1, a repeated one shrunk for a; any is replaced for 1 or moved for b.
 * Texts on the way have at most 2 words more.
 * Out: for some costs, how often the phases say more than the least cost and how often less, how often it matters which longest common
 * subsequence is kept, and the smallest pair of each sort. docs/design/metrics.md tells why.
 * Cost: O(DIFFERENT^(WORDS + 2)) texts, searched once for each old text: a second; for 4 words and 5 different ones 15. */
#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "compare/ied.h"

enum { WORDS_MAX = 5, DIFFERENT_MAX = 6, LONGEST = WORDS_MAX + 2, UNIT = 20, FAR = UINT16_MAX, STEPS_MAX = 16 };

/* Costs in twentieths, so that sums are exact. */
struct price {
    unsigned copy, move;
};

struct line {
    uint32_t n;
    uint32_t word[LONGEST]; /* from 0 on */
};

struct step {
    uint32_t from; /* the text before, by number */
    const char *what;
};

struct search {
    uint32_t longest, different, n_texts;
    uint32_t first[LONGEST + 2]; /* number of the first text of each length */
    struct price price;
    uint16_t *cost;
    struct step *step;
    VEC(uint32_t) queue[UNIT * STEPS_MAX]; /* by cost */
    struct arena arena;
};

struct found {
    bool any;
    struct line old, new;
    struct operations phases;
    unsigned phases_cost, least;
    char way[256];
};

static uint32_t number_of(const struct search *s, const struct line *t)
{
    uint32_t number = 0;

    for (uint32_t i = 0; i < t->n; i++)
        number = number * s->different + t->word[i];
    return s->first[t->n] + number;
}

static void text_of(const struct search *s, uint32_t number, struct line *out)
{
    out->n = 0;
    while (s->first[out->n + 1] <= number)
        out->n++;
    number -= s->first[out->n];
    for (uint32_t i = out->n; i-- > 0; number /= s->different)
        out->word[i] = number % s->different;
}

static void search_open(struct search *s, uint32_t words, uint32_t different)
{
    uint32_t size = 1;

    *s = (struct search){ .longest = words + 2, .different = different };
    for (uint32_t n = 0; n <= s->longest; n++, size *= different)
        s->first[n + 1] = s->first[n] + size;
    s->n_texts = s->first[s->longest + 1];
    s->cost = NEW_ARRAY(&s->arena, uint16_t, s->n_texts);
    s->step = NEW_ARRAY(&s->arena, struct step, s->n_texts);
}

static void reach(struct search *s, uint32_t from, const struct line *t, unsigned price, const char *what)
{
    uint32_t number = number_of(s, t);
    unsigned cost = s->cost[from] + price;

    if (cost >= s->cost[number] || cost >= ARRAY_LEN(s->queue))
        return;
    s->cost[number] = (uint16_t)cost;
    s->step[number] = (struct step){ from, what };
    *VEC_ADD(&s->arena, &s->queue[cost]) = number;
}

static struct line inserted(const struct line *t, uint32_t at, uint32_t word)
{
    struct line out = { .n = t->n + 1 };

    memcpy(out.word, t->word, at * sizeof *out.word);
    out.word[at] = word;
    memcpy(out.word + at + 1, t->word + at, (t->n - at) * sizeof *out.word);
    return out;
}

static struct line removed(const struct line *t, uint32_t at)
{
    struct line out = { .n = t->n - 1 };

    memcpy(out.word, t->word, at * sizeof *out.word);
    memcpy(out.word + at, t->word + at + 1, (t->n - at - 1) * sizeof *out.word);
    return out;
}

static uint32_t count_of(const struct line *t, uint32_t word)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->n; i++)
        n += t->word[i] == word;
    return n;
}

/* All texts that one operation makes of this one. */
static void expand(struct search *s, uint32_t from)
{
    struct line t, next;

    text_of(s, from, &t);
    for (uint32_t word = 0; word < s->different && t.n < s->longest; word++) {
        bool there = count_of(&t, word) > 0;
        for (uint32_t at = 0; at <= t.n; at++) {
            next = inserted(&t, at, word);
            reach(s, from, &next, there ? s->price.copy : UNIT, there ? "copy" : "add");
        }
    }
    for (uint32_t at = 0; at < t.n; at++) {
        bool again = count_of(&t, t.word[at]) > 1;
        struct line without = removed(&t, at);
        reach(s, from, &without, again ? s->price.copy : UNIT, again ? "shrink" : "drop");
        for (uint32_t to = 0; to <= without.n; to++) {
            next = inserted(&without, to, t.word[at]);
            reach(s, from, &next, s->price.move, "move");
        }
        next = t;
        for (uint32_t word = 0; word < s->different; word++) {
            next.word[at] = word;
            reach(s, from, &next, UNIT, "replace");
        }
    }
}

/* The least cost of every text from this one. */
static void search_from(struct search *s, const struct line *old)
{
    uint32_t start = number_of(s, old);

    memset(s->cost, 0xff, s->n_texts * sizeof *s->cost);
    s->cost[start] = 0;
    for (unsigned cost = 0; cost < ARRAY_LEN(s->queue); cost++)
        s->queue[cost].n = 0;
    *VEC_ADD(&s->arena, &s->queue[0]) = start;
    for (unsigned cost = 0; cost < ARRAY_LEN(s->queue); cost++)
        for (uint32_t i = 0; i < s->queue[cost].n; i++)
            if (s->cost[s->queue[cost].item[i]] == cost)
                expand(s, s->queue[cost].item[i]);
}

static unsigned cost_of(const struct operations *o, struct price price)
{
    return UNIT * (o->add + o->drop + o->replace) + price.copy * (o->copy + o->shrink) + price.move * o->move;
}

static void phases(const struct line *old, const struct line *new, const struct runs *kept, struct price price,
                   struct operations *out)
{
    AUTO(arena) a = { 0 };
    struct text text[2] = { { old->word, old->n }, { new->word, new->n } };
    struct tally *tally = ied_tally(&a, text[0], text[1], DIFFERENT_MAX);
    struct text_pair pair = { { text[0], text[1] }, tally, DIFFERENT_MAX };

    ied_operations(&pair, kept, (struct costs){ price.copy / (double)UNIT, price.move / (double)UNIT }, out);
}

/* All longest common subsequences, as runs of one word each, and what the phases cost beside each. */
struct choices {
    const struct line *old, *new;
    struct price price;
    uint32_t common; /* the length wanted */
    struct run run[LONGEST];
    unsigned least, most;
    struct operations dearest;
};

static void try_choices(struct choices *c, uint32_t n, uint32_t from_old, uint32_t from_new)
{
    if (n == c->common) {
        struct operations o;
        phases(c->old, c->new, &(struct runs){ c->run, n, n, true }, c->price, &o);
        unsigned cost = cost_of(&o, c->price);
        c->least = MIN(c->least, cost);
        if (cost >= c->most)
            c->dearest = o;
        c->most = MAX(c->most, cost);
        return;
    }
    for (uint32_t i = from_old; i < c->old->n; i++) {
        for (uint32_t j = from_new; j < c->new->n; j++) {
            if (c->old->word[i] != c->new->word[j])
                continue;
            c->run[n] = (struct run){ i, j, 1 };
            try_choices(c, n + 1, i + 1, j + 1);
        }
    }
}

static void tell_way(const struct search *s, const struct line *new, char *out, size_t room)
{
    const char *what[STEPS_MAX * UNIT];
    uint32_t n = 0, number = number_of(s, new);
    size_t at = 0;

    for (; s->cost[number] > 0 && n < ARRAY_LEN(what); number = s->step[number].from)
        what[n++] = s->step[number].what;
    out[0] = '\0';
    while (n-- > 0 && at + 16 < room)
        at += (size_t)snprintf(out + at, room - at, "%s%s", at ? ", " : "", what[n]);
}

/* What the whole search finds for one pair of prices. */
struct result {
    uint32_t n_pairs, n_more, n_less, n_choice, n_over;
    double most;
    struct found more, more_once /* no word stands twice in a text */, less, choice, over /* distance > max(m, n) */;
};

/* Pairs come in order of their words together, so the first one found is the smallest. */
static void keep_first(struct found *f, const struct found *one)
{
    if (!f->any)
        *f = *one;
}

static bool repeats(const struct line *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (count_of(t, t->word[i]) > 1)
            return true;
    return false;
}

static void look_at(struct search *s, const struct line *old, const struct line *new, struct result *out)
{
    AUTO(arena) a = { 0 };
    struct found one = { .any = true, .old = *old, .new = *new, .least = s->cost[number_of(s, new)] };
    struct choices c = { .old = old, .new = new, .price = s->price, .least = UINT32_MAX };
    struct runs kept;

    sequence_match(&a, old->word, old->n, new->word, new->n, &kept);
    phases(old, new, &kept, s->price, &one.phases);
    one.phases_cost = cost_of(&one.phases, s->price);
    c.common = kept.common;
    try_choices(&c, 0, 0, 0);
    tell_way(s, new, one.way, sizeof one.way);
    out->n_pairs++;
    if (one.phases_cost > one.least) {
        out->n_more++;
        out->most = MAX(out->most, one.phases_cost / (double)one.least);
        keep_first(&out->more, &one);
        if (!repeats(old) && !repeats(new))
            keep_first(&out->more_once, &one);
    }
    if (one.phases_cost < one.least) {
        out->n_less++;
        keep_first(&out->less, &one);
    }
    if (one.phases_cost > UNIT * MAX(old->n, new->n)) {
        out->n_over++;
        keep_first(&out->over, &one);
    }
    if (c.least < c.most) {
        out->n_choice++;
        one.least = c.least;
        one.phases_cost = c.most;
        one.phases = c.dearest;
        snprintf(one.way, sizeof one.way, "the same phases beside another longest common subsequence");
        keep_first(&out->choice, &one);
    }
}

/* The next line in which a new word has the next number free, `used` being taken; false after the last. */
static bool next_line(struct line *t, uint32_t used, uint32_t different)
{
    for (uint32_t i = t->n; i-- > 0;) {
        uint32_t most = used;
        for (uint32_t k = 0; k < i; k++)
            most = MAX(most, t->word[k] + 1);
        if (t->word[i] < most && t->word[i] + 1 < different) {
            t->word[i]++;
            memset(t->word + i + 1, 0, (t->n - i - 1) * sizeof *t->word);
            return true;
        }
    }
    return false;
}

static void look_at_all(struct search *s, uint32_t n_old, uint32_t n_new, struct result *out)
{
    struct line old = { .n = n_old };

    do {
        struct line new = { .n = n_new };
        uint32_t used = 0;
        for (uint32_t i = 0; i < n_old; i++)
            used = MAX(used, old.word[i] + 1);
        search_from(s, &old);
        do
            look_at(s, &old, &new, out);
        while (next_line(&new, used, s->different));
    } while (next_line(&old, 0, s->different));
}

static void print_line(const struct line *t)
{
    printf("<");
    for (uint32_t i = 0; i < t->n; i++)
        printf("%sw%u", i ? " " : "", t->word[i] + 1);
    printf(">");
}

static void print_found(const char *what, const struct found *f)
{
    const struct operations *o = &f->phases;

    printf("  %s: ", what);
    if (!f->any) {
        printf("none\n");
        return;
    }
    print_line(&f->old);
    printf(" to ");
    print_line(&f->new);
    printf("\n      phases: %g (add %u, drop %u, copy %u, shrink %u, replace %u, move %u)\n      least:  %g (%s)\n",
           f->phases_cost / (double)UNIT, o->add, o->drop, o->copy, o->shrink, o->replace, o->move, f->least / (double)UNIT,
           f->way);
}

static double percent(uint32_t n, const struct result *r)
{
    return 100.0 * n / r->n_pairs;
}

static void run(uint32_t words, uint32_t different, struct price price)
{
    struct search s;
    struct result r = { 0 };

    search_open(&s, words, different);
    s.price = price;
    for (uint32_t both = 0; both <= 2 * words; both++)
        for (uint32_t n = both > words ? both - words : 0; n <= MIN(both, words); n++)
            look_at_all(&s, n, both - n, &r);
    printf("\na = %g, b = %g: %u pairs\n", price.copy / (double)UNIT, price.move / (double)UNIT, r.n_pairs);
    printf("  the phases say more than the least cost in %.1f %%, up to %.2f times; less in %.1f %%\n", percent(r.n_more, &r),
           r.most, percent(r.n_less, &r));
    printf("  it matters which subsequence is kept in %.1f %%; the distance is over max(m, n) in %.1f %%\n",
           percent(r.n_choice, &r), percent(r.n_over, &r));
    print_found("smallest with more", &r.more);
    print_found("the same, no word repeated", &r.more_once);
    print_found("smallest with less", &r.less);
    print_found("smallest where the choice matters", &r.choice);
    print_found("smallest over max(m, n)", &r.over);
    arena_drop(&s.arena);
}

int main(int argc, char **argv)
{
    static const struct price prices[] = { { 15, 15 }, { 8, 18 }, { 5, 20 }, { 20, 20 } };
    long words = argc > 1 ? strtol(argv[1], NULL, 10) : 3, different = argc > 2 ? strtol(argv[2], NULL, 10) : 6;

    if (words < 1 || words > WORDS_MAX || different < 1 || different > DIFFERENT_MAX) {
        fprintf(stderr, "criteria_minimum: at most %d words and %d different ones\n", WORDS_MAX, DIFFERENT_MAX);
        return 2;
    }
    printf("All pairs of at most %ld words each, %ld different ones between them\n", words, different);
    for (size_t i = 0; i < ARRAY_LEN(prices); i++)
        run((uint32_t)words, (uint32_t)different, prices[i]);
    return 0;
}
