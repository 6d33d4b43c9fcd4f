/* The phases of the extended edit distance: the paper's example, each rule, and a plain twin that works on lists as the paper tells it. */
#include "compare/ied.h"

#include "tests/base/random.h"
#include "tests/tap.h"

enum { WORDS_MAX = 240, SYMBOLS = 64, PAIRS = 6000 };

struct words {
    uint32_t n, word[WORDS_MAX];
};

/* From a line such as "1 2 2 3". */
static struct words words_of(const char *line)
{
    struct words out = { 0 };

    for (struct str rest = str_of(line); rest.len;) {
        struct str word = str_cut(&rest, ' ');
        uint64_t number = 0;
        if (str_number(word, SYMBOLS - 1, &number))
            out.word[out.n++] = (uint32_t)number;
    }
    return out;
}

static struct operations phases(const struct words *old, const struct words *new, const struct runs *kept, struct costs cost)
{
    AUTO(arena) a = { 0 };
    struct text_pair pair = { { { old->word, old->n }, { new->word, new->n } }, NULL, SYMBOLS };
    struct operations out;

    pair.tally = ied_tally(&a, pair.text[0], pair.text[1], SYMBOLS);
    ied_operations(&pair, kept, cost, &out);
    return out;
}

static struct operations measure(const struct words *old, const struct words *new, struct costs cost)
{
    AUTO(arena) a = { 0 };
    struct runs kept;

    sequence_match(&a, old->word, old->n, new->word, new->n, &kept);
    return phases(old, new, &kept, cost);
}

static bool same(struct operations a, struct operations b)
{
    return a.add == b.add && a.drop == b.drop && a.copy == b.copy && a.shrink == b.shrink && a.replace == b.replace
           && a.move == b.move;
}

static const struct costs USUAL = { 0.75, 0.75 };

static void test_rules(void)
{
    static const struct {
        const char *old, *new;
        struct costs cost;
        struct operations want;
        const char *what;
    } rows[] = {
        /* add drop copy shrink replace move */
        { "1 2 2 2 3 3 4 5 2", "3 1 4 2 3 5 5 6 6 7", { 0.4, 0.9 }, { 2, 0, 3, 4, 0, 1 }, "Example 1" },
        { "", "", { 0.75, 0.75 }, { 0 }, "two empty texts" },
        { "1 2 3", "1 2 3", { 0.75, 0.75 }, { 0 }, "equal texts" },
        { "", "1 1 1", { 0.75, 0.75 }, { 1, 0, 2, 0, 0, 0 }, "a new word three times: added once, then copied" },
        { "1 1 1", "", { 0.75, 0.75 }, { 0, 1, 0, 2, 0, 0 }, "a word gone three times: dropped once, else shrunk" },
        { "1 2 3", "1 4 3", { 0.75, 0.75 }, { 0, 0, 0, 0, 1, 0 }, "another word at the same index is a replacement" },
        { "1 2 3", "4 1 5 3", { 0.75, 0.75 }, { 2, 1, 0, 0, 0, 0 }, "at another index it is not" },
        { "1 2 3 4", "2 3 4 1", { 0.75, 0.75 }, { 0, 0, 0, 0, 0, 1 }, "a moved word" },
        { "1 1 2 2 2", "2 2 2 1 1", { 0.4, 0.8 }, { 0, 0, 0, 0, 0, 2 }, "b = 2a: words that stand twice in both move" },
        { "1 1 2 2 2", "2 2 2 1 1", { 0.4, 0.81 }, { 0, 0, 2, 2, 0, 0 }, "b > 2a: they are copied and shrunk" },
        { "1 2 2 2", "2 2 2 1", { 0.4, 0.9 }, { 0, 0, 0, 0, 0, 1 }, "b > 2a: words that stand once move all the same" },
        { "1 2 1", "1 2 2", { 0.49, 0.9 }, { 0, 0, 1, 1, 0, 0 }, "a < 0.5: copy and shrink at one index" },
        { "1 2 1", "1 2 2", { 0.5, 0.9 }, { 0, 0, 0, 0, 1, 0 }, "a = 0.5: one replacement instead" },
        { "1 2 1", "1 2 2", { 0.75, 0.75 }, { 0, 0, 0, 0, 1, 0 }, "and above" },
        { "1 1",
          "1 2",
          { 0.75, 0.75 },
          { 1, 0, 0, 1, 0, 0 },
          "not minimal: a shrunk and an added word at one index are not replaced" },
        { "1 2", "3 4 1", { 0.75, 0.75 }, { 1, 0, 0, 0, 1, 0 }, "less than the least: a replacement across a kept word" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct words old = words_of(rows[i].old), new = words_of(rows[i].new);
        struct operations got = measure(&old, &new, rows[i].cost);
        if (!ok(same(got, rows[i].want), "%s", rows[i].what))
            printf("# add %u drop %u copy %u shrink %u replace %u move %u\n", got.add, got.drop, got.copy, got.shrink, got.replace,
                   got.move);
    }
    double distance = ied_distance(&rows[0].want, rows[0].cost);
    ok(distance > 5.7 - 1e-12 && distance < 5.7 + 1e-12, "phase 5: 5.7");
}

/* A list of words with their indexes, from which words are taken out. */
struct list {
    uint32_t n, word[WORDS_MAX], at[WORDS_MAX];
};

static void list_add(struct list *l, uint32_t word, uint32_t at)
{
    l->word[l->n] = word;
    l->at[l->n++] = at;
}

static void list_remove(struct list *l, uint32_t i)
{
    l->n--;
    memmove(l->word + i, l->word + i + 1, (l->n - i) * sizeof *l->word);
    memmove(l->at + i, l->at + i + 1, (l->n - i) * sizeof *l->at);
}

static void list_remove_at(struct list *l, uint32_t at)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == at) {
            list_remove(l, i);
            return;
        }
}

static uint32_t list_find_word(const struct list *l, uint32_t word)
{
    uint32_t i = 0;

    while (i < l->n && l->word[i] != word)
        i++;
    return i;
}

static uint32_t list_find_at(const struct list *l, uint32_t at)
{
    uint32_t i = 0;

    while (i < l->n && l->at[i] != at)
        i++;
    return i;
}

static uint32_t times(const struct words *text, uint32_t word)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < text->n; i++)
        n += text->word[i] == word;
    return n;
}

/* Phase 2 on A' and B'. */
static void twin_moves(const struct words *old, const struct words *new, struct list *a, struct list *b, struct costs cost,
                       struct operations *out)
{
    for (uint32_t i = 0; i < a->n;) {
        uint32_t word = a->word[i], j = list_find_word(b, word);
        bool excluded = cost.move > 2 * cost.copy && times(old, word) > 1 && times(new, word) > 1;
        if (j == b->n || excluded) {
            i++;
            continue;
        }
        list_remove(a, i);
        list_remove(b, j);
        out->move++;
    }
}

/* The candidates of phase 3: what stands in the text more than once. A word that the other text has not at all must come or go once. */
static struct list twin_candidates(const struct list *rest, const struct words *text, const struct words *other)
{
    struct list out = { 0 };

    for (uint32_t i = 0; i < rest->n; i++) {
        bool first = list_find_word(rest, rest->word[i]) == i;
        if (times(text, rest->word[i]) > 1 && !(first && times(other, rest->word[i]) == 0))
            list_add(&out, rest->word[i], rest->at[i]);
    }
    return out;
}

static void twin_copies(struct list *a, struct list *b, struct list *shrink, struct list *copy, struct costs cost,
                        struct operations *out)
{
    for (uint32_t i = 0; i < shrink->n;) {
        uint32_t j = list_find_word(copy, shrink->word[i]);
        if (j == copy->n) {
            i++;
            continue;
        }
        out->copy++;
        out->shrink++;
        list_remove_at(a, shrink->at[i]);
        list_remove_at(b, copy->at[j]);
        list_remove(shrink, i);
        list_remove(copy, j);
    }
    for (uint32_t i = 0; i < shrink->n;) {
        uint32_t j = list_find_at(copy, shrink->at[i]);
        if (j == copy->n) {
            i++;
            continue;
        }
        if (cost.copy < 0.5) {
            out->copy++;
            out->shrink++;
            list_remove_at(a, shrink->at[i]);
            list_remove_at(b, copy->at[j]);
        }
        list_remove(shrink, i);
        list_remove(copy, j);
    }
    out->copy += copy->n;
    out->shrink += shrink->n;
    for (uint32_t i = 0; i < shrink->n; i++)
        list_remove_at(a, shrink->at[i]);
    for (uint32_t j = 0; j < copy->n; j++)
        list_remove_at(b, copy->at[j]);
}

static struct operations twin(const struct words *old, const struct words *new, const struct runs *kept, struct costs cost)
{
    struct operations out = { 0 };
    struct list a = { 0 }, b = { 0 };
    bool old_kept[WORDS_MAX] = { 0 }, new_kept[WORDS_MAX] = { 0 };

    for (uint32_t r = 0; r < kept->n; r++)
        for (uint32_t i = 0; i < kept->item[r].n; i++)
            old_kept[kept->item[r].a + i] = new_kept[kept->item[r].b + i] = true;
    for (uint32_t i = 0; i < old->n; i++)
        if (!old_kept[i])
            list_add(&a, old->word[i], i);
    for (uint32_t i = 0; i < new->n; i++)
        if (!new_kept[i])
            list_add(&b, new->word[i], i);
    twin_moves(old, new, &a, &b, cost, &out);
    struct list shrink = twin_candidates(&a, old, new), copy = twin_candidates(&b, new, old);
    twin_copies(&a, &b, &shrink, &copy, cost, &out);
    for (uint32_t i = 0; i < a.n; i++)
        out.replace += list_find_at(&b, a.at[i]) < b.n;
    out.drop = a.n - out.replace;
    out.add = b.n - out.replace;
    return out;
}

/* The length of the longest common subsequence by the plain table. */
static uint32_t plain_length(const struct words *old, const struct words *new)
{
    static uint32_t table[WORDS_MAX + 1][WORDS_MAX + 1];

    for (uint32_t i = 1; i <= old->n; i++)
        for (uint32_t j = 1; j <= new->n; j++) {
            uint32_t skip = MAX(table[i - 1][j], table[i][j - 1]);
            table[i][j] = old->word[i - 1] == new->word[j - 1] ? table[i - 1][j - 1] + 1 : skip;
        }
    return table[old->n][new->n];
}

static bool is_common(const struct words *old, const struct words *new, const struct runs *kept)
{
    uint32_t a = 0, b = 0, common = 0;

    for (uint32_t r = 0; r < kept->n; r++) {
        const struct run *run = &kept->item[r];
        if (run->a < a || run->b < b || memcmp(old->word + run->a, new->word + run->b, run->n * sizeof *old->word) != 0)
            return false;
        a = run->a + run->n;
        b = run->b + run->n;
        common += run->n;
    }
    return a <= old->n && b <= new->n &&common == kept->common;
}

/* Two texts of a few words, the new one made of the old one by moves and other words, or by chance alone. */
static void make_pair(struct random *r, struct words *old, struct words *new)
{
    uint32_t most = random_below(r, 10) ? 24 : 160, alphabet = 1 + random_below(r, SYMBOLS - 1);

    old->n = random_below(r, most);
    new->n = 0;
    for (uint32_t i = 0; i < old->n; i++)
        old->word[i] = random_below(r, alphabet);
    if (random_below(r, 3) == 0)
        for (new->n = 0; new->n < random_below(r, most);)
            new->word[new->n++] = random_below(r, alphabet);
    else
        for (uint32_t i = 0; i < old->n; i++) {
            uint32_t what = random_below(r, 8);
            if (what != 0)
                new->word[new->n++] = what == 1 ? random_below(r, alphabet) : old->word[i];
            if (what == 2)
                new->word[new->n++] = old->word[random_below(r, old->n)];
        }
    if (new->n > 4 && random_below(r, 2)) {
        uint32_t word = new->word[1], to = random_below(r, new->n - 1) + 1;
        memmove(new->word + 1, new->word + 2, (to - 1) * sizeof *new->word);
        new->word[to] = word;
    }
}

static void test_twin(void)
{
    static const struct costs costs[] = { { 0.75, 0.75 }, { 0.4, 0.9 }, { 0.5, 1 }, { 0, 1 }, { 1, 0 }, { 0.25, 0.5 } };
    struct random r = { 20 };
    uint32_t n_same = 0, n_longest = 0;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < PAIRS; i++) {
        AUTO(arena) a = { 0 };
        struct words old, new;
        struct runs kept;
        struct costs cost = costs[i % ARRAY_LEN(costs)];
        make_pair(&r, &old, &new);
        sequence_match(&a, old.word, old.n, new.word, new.n, &kept);
        n_longest += is_common(&old, &new, &kept) && kept.common == plain_length(&old, &new);
        struct operations got = phases(&old, &new, &kept, cost);
        n_same += same(got, twin(&old, &new, &kept, cost));
        sum = sum * 31 + got.add + 3ull * got.drop + 7ull * got.copy + 11ull * got.shrink + 13ull * got.replace + 17ull * got.move;
    }
    eq_int(n_longest, PAIRS, "what is kept is a longest common subsequence");
    eq_int(n_same, PAIRS, "the operations are those of the plain twin");
    /* Where this number changes, the engine chooses among equally long subsequences in another way, and stored distances are not
     * comparable any more: then say so in docs/design/metrics.md. */
    if (!ok(sum == 0xced5bd25a8b932c6u, "the choice of subsequence is the old one"))
        printf("# sum %#" PRIx64 "\n", sum);
}

/* Each word of A' and B' is used once, whatever the costs. */
static void test_balance(void)
{
    struct random r = { 7 };
    uint32_t n_good = 0;

    for (uint32_t i = 0; i < PAIRS; i++) {
        AUTO(arena) a = { 0 };
        struct words old, new;
        struct runs kept;
        make_pair(&r, &old, &new);
        sequence_match(&a, old.word, old.n, new.word, new.n, &kept);
        struct operations o = phases(&old, &new, &kept, USUAL);
        n_good += o.drop + o.shrink + o.replace + o.move == old.n - kept.common
                  && o.add + o.copy + o.replace + o.move == new.n - kept.common;
    }
    eq_int(n_good, PAIRS, "every word left over has one operation");
}

int main(void)
{
    test_rules();
    test_twin();
    test_balance();
    return tap_done();
}
