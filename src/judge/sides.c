/* In: a sentence. Out: whether its own words say that it stands beside the content.
 *
 *  1. A few words that greet, and a sentence that begins by asking a reader for something, are a notice: no page is watched for them.
 *  2. A few words with degrees and a word of the sky are the weather of the hour, unless the page is about the weather.
 *  3. In JSON the names of the members around a value say what it is for. What a program says about its answer is so only by its last name
 *     and without words: "server": "The kitchen is closed" may be a restaurant. */
#include "judge/sides.h"

#include <ctype.h>

#include "base/auto.h"
#include "judge/shapes.h"

enum {
    HELLO_WORDS = 6,
    HELLO_BYTES = 40 /* of a script without spaces */,
    INVITE_WORDS = 30,
    SKY_WORDS = 8,
    SHELF_WORDS = 8,
    LINE_BYTES = 512,
    NAME_BYTES = 128
};
enum side_kind { SIDE_HELLO, SIDE_INVITE, SIDE_WANTS, SIDE_SKY, SIDE_WEATHER, SIDE_SHELF, SIDE_MEMBER, SIDE_MACHINE };

static const struct {
    enum side_kind kind;
    struct str text;
} sides[] = {
#define SIDE(kind, text) { SIDE_##kind, STR_INIT(text) },
#include "judge/sides.def"
#undef SIDE
};

/* ---- Lines ---- */

static bool has(struct str line, enum side_kind kind)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, line);
    for (size_t i = 0; i < ARRAY_LEN(sides); i++)
        if (sides[i].kind == kind && str_may_have(&pairs, sides[i].text) && str_has_phrase(line, sides[i].text, true, false))
            return true;
    return false;
}

static bool begins(struct str line, enum side_kind kind)
{
    for (size_t i = 0; i < ARRAY_LEN(sides); i++)
        if (sides[i].kind == kind && str_eq_nocase(str_sub(line, 0, MIN(line.len, sides[i].text.len)), sides[i].text))
            return true;
    return false;
}

static uint32_t count_letters(const struct page *p, const struct sentence *s)
{
    uint32_t n = 0;
    for (uint32_t w = s->word; w < s->end; w++)
        n += shape_is_letters(page_word(p, w));
    return n;
}

static bool has_degrees(struct str line)
{
    return str_find(line, STR("°"), 0) != SIZE_MAX || str_find(line, STR("℃"), 0) != SIZE_MAX
           || str_find(line, STR("℉"), 0) != SIZE_MAX;
}

bool sides_shelf(struct str heading)
{
    return has(heading, SIDE_SHELF);
}

static enum judge_place place_of_line(const struct page *p, const struct sentence *s)
{
    AUTO(buf) text = BUF(LINE_BYTES);
    uint32_t letters = count_letters(p, s);
    if (letters == 0 || letters > INVITE_WORDS)
        return PLACES;
    page_words_line(p, s->word, s->end, &text);
    struct str line = str_trim(buf_str(&text));
    if (text.over)
        return PLACES;
    if (begins(line, SIDE_INVITE) || has(line, SIDE_WANTS)
        || ((letters <= HELLO_WORDS || line.len <= HELLO_BYTES) && begins(line, SIDE_HELLO)))
        return PLACE_NOTICE;
    if ((letters <= SKY_WORDS || line.len <= HELLO_BYTES) && has_degrees(line) && has(line, SIDE_SKY)
        && !has(p->title, SIDE_WEATHER))
        return PLACE_EXTRA;
    return PLACES;
}

/* ---- Members of JSON ---- */

/* Takes the first word of a name: up to a mark, or to a capital letter after a small one. */
static struct str take_word(struct str *name)
{
    size_t n = 0;
    while (n < name->len && isalnum((unsigned char)name->ptr[n])
           && !(n && isupper((unsigned char)name->ptr[n]) && islower((unsigned char)name->ptr[n - 1])))
        n++;
    struct str word = str_sub(*name, 0, n);
    *name = str_sub(*name, MAX(n, (size_t)1), name->len);
    return word;
}

static bool is_named(struct str name, enum side_kind kind)
{
    for (size_t i = 0; i < ARRAY_LEN(sides); i++)
        if (sides[i].kind == kind && str_eq_nocase(name, sides[i].text))
            return true;
    return false;
}

static bool is_of_machine(struct str name)
{
    bool found = false;
    while (name.len && !found)
        found = is_named(take_word(&name), SIDE_MACHINE);
    return found;
}

static enum judge_place place_of_member(const struct page *p, const struct sentence *s)
{
    const struct dom *d = &p->dom;
    bool inner = true;
    for (uint32_t n = p->word[s->word].node; n && n != p->body; n = d->node[n].parent) {
        AUTO(buf) text = BUF(NAME_BYTES);
        if (d->node[n].kind != NODE_ELEMENT || d->node[n].tag != TAG_TR)
            continue;
        page_words_line(p, p->first_word[n + 1], p->first_word[d->node[n + 1].end], &text);
        struct str name = str_trim(buf_str(&text));
        if (!text.over && (is_named(name, SIDE_MEMBER) || (inner && count_letters(p, s) <= 1 && is_of_machine(name))))
            return PLACE_EXTRA;
        inner = false;
    }
    return PLACES;
}

enum judge_place sides_place(const struct page *p, uint32_t sentence)
{
    const struct sentence *s = &p->sentence[sentence];
    return p->kind == KIND_JSON ? place_of_member(p, s) : place_of_line(p, s);
}
