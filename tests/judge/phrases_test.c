/* Phrases in a line, against a search for each of them. */
#include "judge/phrases.h"

#include "base/auto.h"
#include "tests/tap.h"

static const struct phrase list[] = { PHRASE("ab"),  PHRASE("ca b"), PHRASE("bba"), PHRASE("a-c"),
                                      PHRASE("é a"), PHRASE("ccc"),  PHRASE("# bc") };

/* One for each border, by number. */
#define LIST(border) \
    { \
        list, ARRAY_LEN(list), border \
    }
static const struct phrase_list lists[] = { LIST(PHRASE_ANYWHERE), LIST(PHRASE_BEGINS), LIST(PHRASE_ENDS),
                                            LIST(PHRASE_BEGINS | PHRASE_ENDS) };

static bool found_one_by_one(struct str text, unsigned border)
{
    for (size_t i = 0; i < ARRAY_LEN(list); i++)
        if (str_has_phrase(text, list[i].text, border & PHRASE_BEGINS, border & PHRASE_ENDS))
            return true;
    return false;
}

/* Lines of a few letters in either case, so that phrases stand in many of them. */
static struct str line_of(uint32_t seed, char out[16])
{
    static const char letters[] = "abcABC #";
    size_t n = seed % 12;
    for (size_t i = 0; i < n; i++, seed = seed * 1664525u + 1013904223u)
        out[i] = letters[seed >> 24 & 7];
    return (struct str){ out, n };
}

static bool begins_with_one(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(list); i++)
        if (str_starts_nocase(text, list[i].text))
            return true;
    return false;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct phrase_starts starts = { 0 };
    struct phrase_index index = { 0 };
    uint32_t begun = 0, other = 0, missed = 0;
    uint32_t wrong = 0, found = 0;
    char text[16];
    phrases_index(&a, lists, ARRAY_LEN(lists), &index);
    phrases_open(&a, list, ARRAY_LEN(list), &starts);
    for (uint32_t seed = 1; seed < 20000; seed++)
        for (unsigned border = 0; border < 4; border++) {
            struct str line = line_of(seed * 2654435761u, text);
            bool has = phrases_found(line, list, ARRAY_LEN(list), border);
            found += has;
            wrong += has != found_one_by_one(line, border);
            wrong += (phrases_among(line, &index) >> border & 1) != has;
        }
    for (uint32_t seed = 1; seed < 20000; seed++) {
        struct str line = line_of(seed * 2654435761u, text);
        begun += begins_with_one(line);
        missed += begins_with_one(line) && !phrases_may_begin(line, &starts);
        for (unsigned border = 0; border < 4; border++)
            missed += phrases_found(line, list, ARRAY_LEN(list), border) && !phrases_may_begin_in(line, &starts, border);
        other += phrases_begin(line, &starts) != begins_with_one(line);
    }
    ok(missed == 0, "a word is not ruled out in which a phrase begins: %u", missed);
    ok(!phrases_may_begin_in(STR("zzz"), &starts, PHRASE_ANYWHERE) && !phrases_may_begin(STR("zzz"), &starts), "others are");
    ok(phrases_go_on(STR("in"), STR("stock")) && !phrases_go_on(STR("in"), STR("-")) && !phrases_go_on(STR(""), STR("stock")),
       "letters go on in letters");
    ok(begun > 100 && other == 0, "and of the first words: %u found, %u wrong", begun, other);
    ok(found > 1000 && wrong == 0, "the same as a search for each phrase: %u found, %u wrong", found, wrong);
    ok(phrases_found(STR("caf\xc3\xa9 A"), list, ARRAY_LEN(list), PHRASE_ANYWHERE), "bytes beyond ASCII");
    ok(!phrases_found(STR(""), list, ARRAY_LEN(list), PHRASE_ANYWHERE), "nothing stands in an empty line");
    ok(!phrases_found(STR("ab"), list, 0, PHRASE_ANYWHERE), "nothing is found without phrases");
    for (size_t i = 0; i < ARRAY_LEN(list); i++)
        ok(list[i].start == str_pair(list[i].text.ptr[0], list[i].text.ptr[1]), "the start of phrase %zu is numbered as texts are",
           i);
    return tap_done();
}
