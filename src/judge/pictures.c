/* In: a piece that has no words. Out: whether it is a picture that the page is about.
 *
 *  1. It does not stand in a part around the content, and either it took the place of another where there is little to read beside it, as
 *     on the page of a comic, or it says in words that it shows something else. Most pictures only go with a text, and come and go with it.
 *  2. What is small, or a drawing, is an ornament. What leads to another site is an advert.
 *  3. Any other that took the place of one in the main content, as a file of another name, is for those who want to hear much: a program
 *     names the same file anew, and nobody can say from its name what it shows. With another link around it, it is another thing: an
 *     advert. */
#include "judge/pictures.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/utf8.h"
#include "compare/replaced.h"
#include "judge/leads.h"
#include "judge/shapes.h"
#include "page/generated.h"

enum {
    LITTLE_WORDS = 80, /* outside of menus and the like, beside which a picture is what people look at */
    SAYING_WORDS = 3,  /* of a description: "our logo" says nothing */
    SMALL = 64,        /* pixels: icons and badges */
};

static bool is_shorter(const struct page *p, uint32_t node, struct str side)
{
    struct str value;
    uint64_t pixels;
    return dom_attr(&p->dom, node, side, &value) && str_number(str_trim(value), UINT32_MAX, &pixels) && pixels < SMALL;
}

static bool is_small(const struct page *p, const struct image *picture)
{
    return is_shorter(p, picture->node, STR("width")) || is_shorter(p, picture->node, STR("height"));
}

/* The first picture among the words that came or went, and is not small; NULL. */
static const struct image *changed_picture(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++) {
        const struct image *picture = change[w] != NONE ? word_picture(p, w) : NULL;
        if (picture && !is_small(p, picture))
            return picture;
    }
    return NULL;
}

/* Words of letters; in scripts without spaces two characters are one. */
static uint32_t words_in(struct str text)
{
    uint32_t halves = 0, character;
    enum char_class class = CHAR_SPACE, last = CHAR_SPACE;
    for (size_t at = 0; at < text.len; last = class) {
        at += utf8_next(text.ptr + at, text.ptr + text.len, &character);
        class = char_class(character);
        halves += class == CHAR_IDEOGRAPH ? 1 : (class == CHAR_LETTER || class == CHAR_KATAKANA) && last != class ? 2 : 0;
    }
    return halves / 2;
}

/* Whether it says in words that it shows something else than the other one; NULL: than nothing. */
static bool says_something(const struct image *picture, const struct image *other)
{
    bool same = other && str_eq(str_trim(picture->alt), str_trim(other->alt));
    return !same && words_in(picture->alt) >= SAYING_WORDS;
}

static bool is_drawing(const struct image *picture)
{
    struct str address = str_sub(picture->url, 0, MIN(str_find(picture->url, STR("?"), 0), picture->url.len));
    return str_ends(address, STR(".svg")) || str_starts_nocase(address, STR("data:"));
}

/* Whether the page had it before, at another place. */
static bool stood_elsewhere(const struct judge_pieces *pieces, const struct image *picture)
{
    const struct page *old = pieces->old.page;
    struct map *known = pieces->old_pictures;
    if (!known->arena) {
        map_open(known, pieces->old.arena, old->n_images);
        for (uint32_t i = 0; i < old->n_images; i++)
            map_slot(known, hash_str(old->image[i].url), i);
    }
    return map_find(known, hash_str(picture->url));
}

/* Whether it took the place of another, and there is little to read beside it. */
static bool is_looked_at(const struct judge_pieces *pieces, const struct image *was, const struct image *is)
{
    return was && places_words(&pieces->new) <= LITTLE_WORDS && !stood_elsewhere(pieces, is);
}

/* Whether pictures stand side by side in a line without words, and most of them stay: logos of partners, seals. Who leaves or joins a strip
 * is not what the page is about. */
static bool is_in_strip(const struct page *p, const uint32_t *change, struct sentence s)
{
    enum { STRIP = 3 };
    uint32_t n = 0, changed = 0;
    for (uint32_t w = s.word; w < s.end; w++) {
        if (!word_picture(p, w))
            return false;
        changed += change[w] != NONE;
        n++;
    }
    return n >= STRIP && 2 * changed < n;
}

bool picture_matters(const struct delta *d, const struct judge_pieces *pieces, const struct judge_piece *piece)
{
    const struct page *page = d->new;
    if (piece->sentence == NONE || piece->kind == PIECE_MOVED || piece->old || piece->known || piece_has_words(piece)
        || piece->place > PLACE_OTHER || leads_away(page, piece->sentence))
        return false;
    struct sentence s = piece_range(page, piece);
    const struct image *was = changed_picture(d->old, d->old_change, piece->old_word, piece->old_end),
                       *is = changed_picture(d->new, d->new_change, s.word, s.end);
    if (!is || is_drawing(is) || is_in_strip(page, d->new_change, s))
        return false;
    return says_something(is, was) || is_looked_at(pieces, was, is);
}

/* "hall" of "/img/hall.jpg?v=2". */
static struct str stem_of(const struct image *picture)
{
    struct str name = str_sub(picture->url, 0, MIN(str_find(picture->url, STR("?"), 0), picture->url.len));
    const char *slash = name.len ? memrchr(name.ptr, '/', name.len) : NULL;
    name = slash ? str_span(slash + 1, name.ptr + name.len) : name;
    const char *dot = name.len ? memrchr(name.ptr, '.', name.len) : NULL;
    return dot ? str_span(name.ptr, dot) : name;
}

/* The part before the next sign, as of "hall", "3f9ac21b", "large". */
static struct str cut_part(struct str *name)
{
    size_t n = 0;
    while (n < name->len && !strchr(".-_", name->ptr[n]))
        n++;
    struct str part = str_sub(*name, 0, n);
    *name = str_sub(*name, MIN(n + 1, name->len), name->len);
    return part;
}

/* Digits alone number a picture, or date it. */
static bool is_build(struct str part)
{
    size_t digits = 0;
    while (digits < part.len && byte_is_digit(part.ptr[digits]))
        digits++;
    return digits < part.len && (generated(part) || (shape_is_hex(part) && str_has_digit(part)));
}

/* Whether two names differ in nothing but what a build made: "hall.3f9ac21b" and "hall.77acd21b". */
static bool is_built_anew(struct str was, struct str is)
{
    while (was.len && is.len) {
        struct str a = cut_part(&was), b = cut_part(&is);
        if (!str_eq(a, b) && !(a.len == b.len && is_build(a) && is_build(b)))
            return false;
    }
    return was.len == is.len;
}

/* Where the link around a node leads; empty: there is none. */
static struct str address_around(const struct page *p, uint32_t node)
{
    struct str address = STR("");
    while (node && p->dom.node[node].tag != TAG_A)
        node = p->dom.node[node].parent;
    if (node)
        dom_attr(&p->dom, node, STR("href"), &address);
    return address;
}

bool picture_is_another(const struct delta *d, const struct judge_pieces *pieces, const struct judge_piece *piece)
{
    if (piece->sentence == NONE || piece->kind == PIECE_MOVED || piece->old || !place_is_content(piece->place))
        return false;
    struct sentence s = piece_range(d->new, piece);
    const struct image *was = changed_picture(d->old, d->old_change, piece->old_word, piece->old_end),
                       *is = changed_picture(d->new, d->new_change, s.word, s.end);
    if (!was || !is || is_drawing(is) || is_drawing(was) || stood_elsewhere(pieces, is)
        || !str_eq(address_around(d->old, was->node), address_around(d->new, is->node)))
        return false;
    struct str from = stem_of(was), to = stem_of(is);
    return from.len && to.len && !is_built_anew(from, to) && !generated_alike(from, to);
}
