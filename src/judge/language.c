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
    struct str words;
} rows[] = {
#define LANGUAGE(name, words) { name, STR_INIT(words) },
#include "judge/language.def"
#undef LANGUAGE
};

static const struct {
    const char *name;
    uint32_t from, to;
    uint32_t times; /* words of it that one of another script outweighs: a Japanese text has ideographs beside its kana */
} scripts[] = {
    { "Japanese", 0x3040, 0x30ff, 4 }, { "Chinese", 0x4e00, 0x9fff, 1 }, { "Korean", 0xac00, 0xd7a3, 1 },
    { "Greek", 0x370, 0x3ff, 1 },      { "Hebrew", 0x590, 0x5ff, 1 },    { "Arabic", 0x600, 0x6ff, 1 },
    { "Thai", 0xe00, 0xe7f, 1 },       { "Hindi", 0x900, 0x97f, 1 },
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
