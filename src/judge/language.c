/* In: a page. Out: its language, or nothing.
 *
 *  1. Scripts that one language has to itself name it: kana, Hangul, Greek, Hebrew, Thai. Ideographs without kana are Chinese.
 *  2. Of languages that share a script the one whose small words are by far the most frequent.
 *  3. Few words, or two languages nearly as frequent, name none: what is not sure must not hold a page back.
 * Cost: O(words looked at, and the rows of the table). */
#include "judge/language.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/utf8.h"

enum {
    WORDS_MOST = 3000, /* that are looked at */
    HITS_LEAST = 12,   /* small words, or words of a script, that are enough to tell */
    TIMES_AHEAD = 2,   /* as many as the next language has */
    WORD_BYTES = 16,   /* no small word is longer */
};

static const struct {
    const char *name;
    struct str code, words;
} rows[] = {
#define LANGUAGE(name, code, words) { name, STR_INIT(code), STR_INIT(words) },
#include "judge/language.def"
};

static const struct str own_names[] = {
#define OWN_NAME(name) STR_INIT(name),
#include "judge/language.def"
};
_Static_assert(ARRAY_LEN(own_names) <= 64, "their numbers are bits");

static const struct {
    const char *name;
    struct str code;
    uint32_t from, to;
    uint32_t times; /* words of it that one of another script outweighs: a Japanese text has ideographs beside its kana */
} scripts[] = {
    { "Japanese", STR_INIT("ja"), 0x3040, 0x30ff, 4 }, { "Chinese", STR_INIT("zh"), 0x4e00, 0x9fff, 1 },
    { "Korean", STR_INIT("ko"), 0xac00, 0xd7a3, 1 },   { "Greek", STR_INIT("el"), 0x370, 0x3ff, 1 },
    { "Hebrew", STR_INIT("he"), 0x590, 0x5ff, 1 },     { "Arabic", STR_INIT("ar"), 0x600, 0x6ff, 1 },
    { "Thai", STR_INIT("th"), 0xe00, 0xe7f, 1 },       { "Hindi", STR_INIT("hi"), 0x900, 0x97f, 1 },
};

enum { N_ROWS = ARRAY_LEN(rows), N_SCRIPTS = ARRAY_LEN(scripts) };

/* The languages that have a small word, as bits by its hash. */
static uint64_t key_of(struct str word)
{
    char low[WORD_BYTES];
    for (size_t i = 0; i < word.len; i++)
        low[i] = byte_lower(word.ptr[i]);
    return hash_str((struct str){ low, word.len });
}

static void read_rows(struct arena *a, struct map *out)
{
    map_open(out, a, 32 * N_ROWS);
    for (size_t i = 0; i < N_ROWS; i++) {
        struct str rest = rows[i].words;
        while (rest.len) {
            struct str word = str_cut(&rest, ' ');
            *map_slot(out, key_of(word), 0) |= word.len ? 1u << i : 0;
        }
    }
}

/* Counts a word for each language that has it. */
static void count_word(const struct map *small, struct str word, uint32_t hits[N_ROWS + N_SCRIPTS])
{
    uint32_t character = 0;
    if (!word.len || utf8_next(word.ptr, word.ptr + word.len, &character) == 0)
        return;
    for (size_t i = 0; i < N_SCRIPTS; i++)
        hits[N_ROWS + i] += character >= scripts[i].from && character <= scripts[i].to ? scripts[i].times : 0;
    const uint32_t *found = word.len <= WORD_BYTES ? map_find(small, key_of(word)) : NULL;
    for (uint32_t i = 0; found && i < N_ROWS; i++)
        hits[i] += *found >> i & 1;
}

const char *language_of(const struct page *p)
{
    AUTO(arena) a = { 0 };
    uint32_t hits[N_ROWS + N_SCRIPTS] = { 0 }, best = 0, next = 0;
    struct map small;
    read_rows(&a, &small);
    for (uint32_t w = 0; w < MIN(p->n_words, (uint32_t)WORDS_MOST); w++)
        if (!(p->word[w].flags & (WORD_HIDDEN | WORD_ATOM)))
            count_word(&small, page_word(p, w), hits);
    for (uint32_t i = 1; i < N_ROWS + N_SCRIPTS; i++)
        best = hits[i] > hits[best] ? i : best;
    for (uint32_t i = 0; i < N_ROWS + N_SCRIPTS; i++)
        next = i != best ? MAX(next, hits[i]) : next;
    if (hits[best] < HITS_LEAST || hits[best] < TIMES_AHEAD * next)
        return NULL;
    return best < N_ROWS ? rows[best].name : scripts[best - N_ROWS].name;
}

/* The languages that links of the page offer, as bits by their numbers. */
static uint64_t offers_of(const struct page *p)
{
    enum { NAME_WORDS = 2 };
    uint64_t found = 0;
    for (uint32_t i = 0; i < p->n_links; i++) {
        AUTO(buf) text = BUF(64);
        uint32_t node = p->link[i].node, word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
        if (word == end || end - word > NAME_WORDS)
            continue;
        page_words_line(p, word, end, &text);
        for (size_t k = 0; k < ARRAY_LEN(own_names) && !text.over; k++)
            found |= (uint64_t)str_eq_nocase(buf_str(&text), own_names[k]) << k;
    }
    return found;
}

/* The name of the one language among the bits; empty: there are none or several. */
static struct str only_one(uint64_t offers)
{
    return offers && !(offers & (offers - 1)) ? own_names[__builtin_ctzll(offers)] : STR("");
}

bool language_offered_instead(const struct page *old, const struct page *new, struct str *was, struct str *now)
{
    uint64_t is = offers_of(new), had = is ? offers_of(old) : 0;
    *was = only_one(had & ~is);
    *now = only_one(is & ~had);
    return was->len && now->len;
}

static struct str code_of(const char *name)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].name == name)
            return rows[i].code;
    for (size_t i = 0; i < N_SCRIPTS; i++)
        if (scripts[i].name == name)
            return scripts[i].code;
    return STR("");
}

bool language_is_declared(const struct page *p, const char *name)
{
    struct str said = STR("");
    uint32_t n = 0;
    while (n < p->dom.n && (p->dom.node[n].kind != NODE_ELEMENT || p->dom.node[n].tag != TAG_HTML))
        n++;
    if (n < p->dom.n)
        dom_attr(&p->dom, n, STR("lang"), &said);
    return said.len && str_eq_nocase(str_cut(&said, '-'), code_of(name));
}
