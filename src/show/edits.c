/* In: two strings of bytes. Out: the pieces that both have, in order.
 *
 * The common head and tail are cut off by comparing bytes. What is left is cut into tokens (a tag, a run of letters, a run of white
 * space, any other byte alone), equal tokens get equal numbers, and the sequence engine aligns the numbers.
 * Invariant: between two kept pieces at least one side has bytes. Cost: O(bytes + what sequence_match takes). */
#include "show/edits.h"

#include "base/symbols.h"
#include "base/vec.h"
#include "compare/sequence.h"

enum {
    TAG_BYTES_MAX = 1 << 12, /* a longer one is no tag that anyone compares as a whole */
    WORD_BYTES_MAX = 64,     /* a longer one is data; that a part of it is kept reads as well as anything */
    WORTH_BYTES = 16,        /* an entry of its own costs about 32 bytes of JSON; each byte given up is written twice */
};

struct tokens {
    uint32_t *symbol;
    size_t *end; /* where each token ends */
    uint32_t n, room;
};

static bool is_letter(char c)
{
    unsigned char u = (unsigned char)c;

    return u >= 0x80 || (u >= '0' && u <= '9') || ((u | 0x20) >= 'a' && (u | 0x20) <= 'z');
}

/* The length of the tag that starts `s`, or 1 where it is none. */
static size_t tag_length(struct str s)
{
    size_t limit = MIN(s.len, (size_t)TAG_BYTES_MAX), i = 1;

    while (i < limit && s.ptr[i] != '>' && s.ptr[i] != '<')
        i++;
    return i < limit && s.ptr[i] == '>' ? i + 1 : 1;
}

static size_t token_length(struct str s)
{
    size_t i = 1;

    if (s.ptr[0] == '<')
        return tag_length(s);
    if (byte_is_space(s.ptr[0]))
        while (i < s.len && byte_is_space(s.ptr[i]))
            i++;
    else if (is_letter(s.ptr[0]))
        while (i < s.len && is_letter(s.ptr[i]))
            i++;
    return i;
}

static void add_token(struct arena *a, struct tokens *t, uint32_t symbol, size_t end)
{
    if (t->n == t->room) {
        uint32_t room = t->room ? t->room * 2 : 256;
        t->symbol = arena_grow(a, t->symbol, t->n, room, sizeof *t->symbol);
        t->end = arena_grow(a, t->end, t->n, room, sizeof *t->end);
        t->room = room;
    }
    t->symbol[t->n] = symbol;
    t->end[t->n++] = end;
}

static int cut_tokens(struct arena *a, struct symbols *symbols, struct str text, struct tokens *out, struct err *e)
{
    for (size_t at = 0; at < text.len;) {
        size_t n = token_length(str_sub(text, at, text.len));

        add_token(a, out, symbols_add(symbols, str_sub(text, at, at + n)), at + n);
        at += n;
        if (arena_over(a))
            return arena_room(a, 1, e);
    }
    return 0;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Whether cutting `s` at `at` would cut a word, or at least a character. */
static bool cuts_word(struct str s, size_t at)
{
    return at > 0 && at < s.len && is_letter(s.ptr[at - 1]) && is_letter(s.ptr[at]);
}

static bool cuts_character(struct str s, size_t at)
{
    return at > 0 && at < s.len && is_continuation(s.ptr[at]);
}

/* How many bytes both start with, less the part of a word at the end; of a very long word only what would cut a character. */
static size_t common_head(struct str old, struct str new)
{
    size_t n = 0, most = MIN(old.len, new.len);

    while (n < most && old.ptr[n] == new.ptr[n])
        n++;
    size_t word = n;
    while (word > 0 && n - word < WORD_BYTES_MAX && (cuts_word(old, word) || cuts_word(new, word)))
        word--;
    if (!cuts_word(old, word) && !cuts_word(new, word))
        return word;
    while (n > 0 && (cuts_character(old, n) || cuts_character(new, n)))
        n--;
    return n;
}

/* The same for the ends. */
static size_t common_tail(struct str old, struct str new)
{
    size_t n = 0, most = MIN(old.len, new.len);

    while (n < most && old.ptr[old.len - n - 1] == new.ptr[new.len - n - 1])
        n++;
    size_t word = n;
    while (word > 0 && n - word < WORD_BYTES_MAX && (cuts_word(old, old.len - word) || cuts_word(new, new.len - word)))
        word--;
    if (!cuts_word(old, old.len - word) && !cuts_word(new, new.len - word))
        return word;
    while (n > 0 && (cuts_character(old, old.len - n) || cuts_character(new, new.len - n)))
        n--;
    return n;
}

typedef VEC(struct kept_bytes) kept_list;

static void add_kept(struct arena *a, kept_list *list, struct kept_bytes k)
{
    struct kept_bytes *last = list->n ? &list->item[list->n - 1] : NULL;

    if (last && last->a + last->n == k.a && last->b + last->n == k.b)
        last->n += k.n;
    else if (k.n)
        *VEC_ADD(a, list) = k;
}

static size_t token_start(const struct tokens *t, uint32_t token)
{
    return token ? t->end[token - 1] : 0;
}

/* The middle, both sides of it `shift` bytes from the start. */
static int match_middle(struct arena *a, struct str old, struct str new, size_t shift, kept_list *list, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct tokens x = { 0 }, y = { 0 };
    struct symbols symbols;
    struct runs runs;
    int failed;

    symbols_open(&symbols, &scratch);
    if ((failed = cut_tokens(&scratch, &symbols, old, &x, e)) || (failed = cut_tokens(&scratch, &symbols, new, &y, e)))
        return failed;
    sequence_match(&scratch, x.symbol, x.n, y.symbol, y.n, &runs);
    for (uint32_t i = 0; i < runs.n; i++) {
        const struct run *r = &runs.item[i];
        size_t from = token_start(&x, r->a), bytes = token_start(&x, r->a + r->n) - from;

        add_kept(a, list, (struct kept_bytes){ shift + from, shift + token_start(&y, r->b), bytes });
    }
    return 0;
}

/* Leaves out short pieces that have something else before and behind them. */
static uint32_t drop_short(struct kept_bytes *item, uint32_t n, struct str old, struct str new)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        const struct kept_bytes *k = &item[i];
        bool at_edge = (k->a == 0 && k->b == 0) || (k->a + k->n == old.len && k->b + k->n == new.len);

        if (at_edge || k->n >= WORTH_BYTES)
            item[kept++] = *k;
    }
    return kept;
}

int edits_find(struct arena *a, struct str old, struct str new, struct edits *out, struct err *e)
{
    size_t head = common_head(old, new);
    size_t tail = common_tail(str_sub(old, head, old.len), str_sub(new, head, new.len));
    kept_list list = { 0 };
    int failed;

    add_kept(a, &list, (struct kept_bytes){ 0, 0, head });
    if ((failed = match_middle(a, str_sub(old, head, old.len - tail), str_sub(new, head, new.len - tail), head, &list, e)))
        return failed;
    add_kept(a, &list, (struct kept_bytes){ old.len - tail, new.len - tail, tail });
    list.n = drop_short(list.item, list.n, old, new);
    *VEC_ADD(a, &list) = (struct kept_bytes){ old.len, new.len, 0 };
    *out = (struct edits){ list.item, list.n };
    return 0;
}
