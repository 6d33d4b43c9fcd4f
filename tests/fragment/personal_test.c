/* Copies of a page in variants: what varies by variant is told from what varies by itself. */
#include "fragment/personal.h"

#include <math.h>

#include "tests/fragment/site.h"
#include "tests/tap.h"

enum { VARIANTS = 3, ROUNDS = 3, COPIES = VARIANTS * ROUNDS };

static void add_seeded(struct buf *out, uint64_t seed, unsigned n)
{
    struct random r = { seed };
    random_next(&r);
    random_next(&r);
    add_words(out, &r, n);
}

/* A frame, a greeting and a list by user, an advert that is new in each copy, a box for signed-in users (all but the first variant), a list
 * in another order for the last user, another advert, and a footer. */
static struct page copy_of(struct arena *a, unsigned variant, unsigned number)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str html;

    buf_add(&b, STR("<body><h1>"));
    add_seeded(&b, 1, 6);
    buf_addf(&b, "</h1><p>Hello %s</p><ul>", variant == 0 ? "guest" : variant == 1 ? "Anna" : "Benjamin");
    for (unsigned i = 0; i < 5; i++) {
        buf_add(&b, STR("<li>"));
        add_seeded(&b, 100 + 10 * variant + i, 8);
    }
    buf_add(&b, STR("</ul><div class=advert>"));
    add_seeded(&b, 1000 + number, 12);
    buf_add(&b, STR("</div>"));
    if (variant) {
        buf_add(&b, STR("<section><p>"));
        add_seeded(&b, 50, 12);
        buf_add(&b, STR("</p><p>"));
        add_seeded(&b, 51, 12);
        buf_add(&b, STR("</p></section>"));
    }
    buf_add(&b, STR("<ol>"));
    for (unsigned i = 0; i < 4; i++) {
        buf_add(&b, STR("<li>"));
        add_seeded(&b, 200 + (variant == 2 ? 3 - i : i), 8);
    }
    buf_add(&b, STR("</ol><aside>"));
    add_seeded(&b, 3000 + number, 12);
    buf_add(&b, STR("</aside><address>"));
    add_seeded(&b, 2, 20);
    if (buf_take(&b, a, &html, NULL))
        abort();
    return read_page(a, html);
}

/* `order` says which variant stands for which, to show that their order does not matter. */
static struct personal find(struct arena *a, const unsigned *order, unsigned n_variants, unsigned n_rounds)
{
    struct personal_copy *copy = NEW_ARRAY(a, struct personal_copy, n_variants * n_rounds);
    struct page *page = NEW_ARRAY(a, struct page, n_variants * n_rounds);
    struct lp_options options = LP_DEFAULT;
    struct personal out;
    struct err e;

    options.min_bytes = 1;
    for (unsigned i = 0; i < n_variants * n_rounds; i++) {
        page[i] = copy_of(a, order[i % n_variants], i);
        copy[i] = (struct personal_copy){ &page[i], i % n_variants };
    }
    if (personal_find(a, copy, n_variants * n_rounds, &options, &out, &e))
        abort();
    return out;
}

static const struct personal_fragment *at(const struct personal *r, const char *path)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (str_eq(r->item[i].path, str_of(path)))
            return &r->item[i];
    return NULL;
}

static void is(const struct personal *r, const char *path, enum personal_class class, unsigned n_values, const char *what)
{
    const struct personal_fragment *f = at(r, path);
    if (!ok(f && f->class == class && f->n_values == n_values, "%s", what))
        printf("# %s: %s, %u values\n", path, f ? personal_class_name(f->class) : "not there", f ? f->n_values : 0);
}

static void test_planted(void)
{
    AUTO(arena) a = { 0 };
    struct personal r = find(&a, (unsigned[]){ 0, 1, 2 }, VARIANTS, ROUNDS);

    eq_int(r.n_variants, VARIANTS, "variants");
    eq_int(r.n_rounds, ROUNDS, "rounds");
    is(&r, "/html/body/p", PERSONAL_SURE, 3, "the greeting is personal, small as it is");
    is(&r, "/html/body/ul", PERSONAL_SURE, 3, "the list by user is one part");
    is(&r, "/html/body/div", PERSONAL_CHURN, COPIES, "the advert is churn");
    is(&r, "/html/body/aside", PERSONAL_CHURN, COPIES, "so is the one below a box that some copies have");
    is(&r, "/html/body/ol", PERSONAL_SURE, 2, "another order is another value");
    is(&r, "/html/body/section", PERSONAL_SURE, 2, "a box for some users only");
    eq_int(r.n, 6, "and nothing else");
    const struct personal_fragment *box = at(&r, "/html/body/section"), *order = at(&r, "/html/body/ol");
    if (ok(box && order, "both")) {
        eq_int(box->copy, 1, "the box is shown in the first copy that has it");
        ok(box->value[0] == 0 && box->value[1] == 1 && box->value[2] == 1, "which variants have which value");
        ok(order->value[0] == 0 && order->value[1] == 0 && order->value[2] == 1, "and here");
        ok(box->bytes > 100 && box->end > box->node, "its size and place");
    }
}

static void test_order(void)
{
    AUTO(arena) a = { 0 };
    struct personal r = find(&a, (unsigned[]){ 2, 1, 0 }, VARIANTS, ROUNDS);

    is(&r, "/html/body/p", PERSONAL_SURE, 3, "greeting, the last user first");
    is(&r, "/html/body/section", PERSONAL_SURE, 2, "a box that the first variant has and the last lacks");
    is(&r, "/html/body/ol", PERSONAL_SURE, 2, "the order");
    is(&r, "/html/body/div", PERSONAL_CHURN, COPIES, "the advert");
    eq_int(r.n, 6, "the same parts");
}

static void test_few(void)
{
    AUTO(arena) a = { 0 };
    struct personal once = find(&a, (unsigned[]){ 0, 1 }, 2, 1), same = find(&a, (unsigned[]){ 1, 1 }, 2, 4),
                    none = find(&a, (unsigned[]){ 0 }, 0, 0), one = find(&a, (unsigned[]){ 0 }, 1, 1);

    is(&once, "/html/body/p", PERSONAL_UNKNOWN, 2, "one round cannot tell users from chance");
    is(&once, "/html/body/div", PERSONAL_UNKNOWN, 2, "nor adverts");
    eq_int(same.n, 2, "variants that make no difference");
    is(&same, "/html/body/div", PERSONAL_CHURN, 8, "leave the advert");
    eq_int(none.n, 0, "no copies, no parts");
    eq_int(one.n, 0, "a copy by itself varies by nothing");
}

/* All ways to deal the values to the copies, counted. */
struct deal {
    unsigned left[3], dealt[16], n_variants, n_copies;
    double all, steady;
};

static void count_ways(struct deal *d, unsigned at)
{
    if (at == d->n_copies) {
        bool same = true;
        for (unsigned i = d->n_variants; i < at; i++)
            same = same && d->dealt[i] == d->dealt[i % d->n_variants];
        d->all += 1;
        d->steady += same;
        return;
    }
    for (unsigned g = 0; g < ARRAY_LEN(d->left); g++) {
        if (d->left[g] == 0)
            continue;
        d->left[g]--;
        d->dealt[at] = g;
        count_ways(d, at + 1);
        d->left[g]++;
    }
}

static void test_chance(void)
{
    static const uint32_t n_of[][3] = { { 1, 1, 0 }, { 1, 2, 0 }, { 1, 1, 1 }, { 2, 2, 0 }, { 3, 1, 0 } };

    for (unsigned i = 0; i < ARRAY_LEN(n_of); i++) {
        for (unsigned n_rounds = 1; n_rounds <= 3; n_rounds++) {
            struct deal d = { .n_variants = n_of[i][0] + n_of[i][1] + n_of[i][2] };
            d.n_copies = d.n_variants * n_rounds;
            for (unsigned g = 0; g < 3; g++)
                d.left[g] = n_of[i][g] * n_rounds;
            count_ways(&d, 0);
            ok(fabs(personal_chance(n_of[i], 3, n_rounds) - d.steady / d.all) < 1e-9, "as counted: %.4f", d.steady / d.all);
        }
    }
}

/* Pages of many parts, each of a kind that is known: the same, by variant, by copy. */
static void test_random(void)
{
    struct random r = { 77 };
    unsigned right = 0, told = 0, planted = 0;

    for (unsigned turn = 0; turn < 40; turn++) {
        AUTO(arena) a = { 0 };
        enum { PARTS = 24 };
        unsigned kind[PARTS];
        struct page page[8];
        struct personal_copy copy[8];
        struct lp_options options = LP_DEFAULT;
        struct personal found;
        struct err e;

        for (unsigned i = 0; i < PARTS; i++)
            kind[i] = random_below(&r, 5) < 3 ? 0 : 1 + (unsigned)random_below(&r, 2);
        for (unsigned c = 0; c < 8; c++) {
            AUTO(buf) b = BUF(1 << 20);
            struct str html;
            buf_add(&b, STR("<body>"));
            for (unsigned i = 0; i < PARTS; i++) {
                unsigned seed = 1000 * turn + 20 * i + 1 + (kind[i] == 1 ? c % 2 : kind[i] == 2 ? c : 0);
                buf_add(&b, STR("<div>"));
                add_seeded(&b, seed, 10);
                buf_add(&b, STR("</div>"));
            }
            if (buf_take(&b, &a, &html, NULL))
                abort();
            page[c] = read_page(&a, html);
            copy[c] = (struct personal_copy){ &page[c], c % 2 };
        }
        options.child_change = 1; /* part by part */
        if (personal_find(&a, copy, 8, &options, &found, &e))
            abort();
        for (unsigned i = 0; i < PARTS; i++) {
            const struct personal_fragment *f = at(&found, arena_printf(&a, "/html/body/div[%u]", i + 1).ptr);
            planted += kind[i] != 0;
            right += f && kind[i] && f->class == (kind[i] == 1 ? PERSONAL_SURE : PERSONAL_CHURN);
        }
        told += found.n;
    }
    eq_int(right, planted, "every planted part is found, with its class");
    eq_int(told, planted, "and no other");
}

/* How likely chance alone would deal out values so that each variant has its own. */
static void test_chances(void)
{
    static const struct {
        const char *name;
        uint32_t n_of[4], n_values, n_rounds;
        const char *want;
    } cases[] = {
        { "two variants, one round", { 1, 1 }, 2, 1, "1.0000" },
        { "two variants, two rounds", { 1, 1 }, 2, 2, "0.3333" },
        { "two variants, three rounds", { 1, 1 }, 2, 3, "0.1000" },
        { "two variants, four rounds", { 1, 1 }, 2, 4, "0.0286" },
        { "three variants with three values, two rounds", { 1, 1, 1 }, 3, 2, "0.0667" },
        { "three variants, one of them another, two rounds", { 2, 1 }, 2, 2, "0.2000" },
        { "three variants, one of them another, three rounds", { 2, 1 }, 2, 3, "0.0357" },
        { "four variants in two pairs, two rounds", { 2, 2 }, 2, 2, "0.0857" },
        { "all the same", { 3 }, 1, 4, "1.0000" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(arena_printf(&a, "%.4f", personal_chance(cases[i].n_of, cases[i].n_values, cases[i].n_rounds)),
               str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_planted();
    test_order();
    test_few();
    test_chance();
    test_random();
    test_chances();
    return tap_done();
}
