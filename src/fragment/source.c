/* In: a page, parsed, and its bytes. Out: ranges of bytes for its elements.
 *
 * The tags of the source are listed by a scanner that knows comments, quoted attributes and elements whose content is no markup. Start tags
 * are then matched with the elements in document order: an element that the source lacks (html, tbody ...) is passed over, and so is a tag
 * that made none. End tags are found by a stack of open tags. What does not fit together afterwards gets no range: a parser mends a broken
 * page in ways that no range of bytes shows.
 * Invariant: ranges that are given nest as the elements do. Cost: O(bytes + nodes x LOOK). */
#include "fragment/source.h"

#include "base/limits.h"
#include "base/search.h"
#include "base/vec.h"

enum { LOOK = 12, NAME_MAX_BYTES = 40 };

struct source_tag {
    uint32_t from, to; /* of the element, once its end is known; to 0: not */
    uint32_t inside;   /* behind the start tag */
    char name[NAME_MAX_BYTES];
    uint8_t len;
    bool closed; /* its own end tag was there, or it has none */
};

struct scanner {
    struct str bytes;
    struct arena *arena;
    VEC(struct source_tag) tag;
    VEC(uint32_t) open;
};

static bool is_letter(char c)
{
    return byte_lower(c) >= 'a' && byte_lower(c) <= 'z';
}

static size_t name_end(struct str s, size_t at)
{
    while (at < s.len && !byte_is_space(s.ptr[at]) && s.ptr[at] != '/' && s.ptr[at] != '>')
        at++;
    return at;
}

/* Behind the '>' of a tag that begins before `at`; quoted values may hold one. */
static size_t tag_end(struct str s, size_t at)
{
    char quote = 0;
    bool value = false; /* a quote counts only at the beginning of a value */

    for (; at < s.len; at++) {
        char c = s.ptr[at];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '>') {
            return at + 1;
        } else if ((c == '"' || c == '\'') && value) {
            quote = c;
            value = false;
        } else if (!byte_is_space(c)) {
            value = c == '=';
        }
    }
    return s.len;
}

static size_t behind(struct str s, struct str what, size_t from)
{
    size_t at = str_find(s, what, from);
    return at == SIZE_MAX ? s.len : at + what.len;
}

/* Where the content of an element ends that holds characters only. */
static size_t raw_end(struct str s, const struct source_tag *tag, size_t from)
{
    for (size_t at = from; (at = str_find(s, STR("</"), at)) != SIZE_MAX; at += 2) {
        struct str rest = str_sub(s, at + 2, at + 2 + tag->len);
        if (str_eq_nocase(rest, (struct str){ tag->name, tag->len }) && name_end(s, at + 2) == at + 2 + tag->len)
            return at;
    }
    return s.len;
}

static unsigned classes_of(const struct source_tag *tag)
{
    for (uint32_t i = 1; i < TAG_KNOWN; i++) {
        struct str name = tag_name(NULL, i);
        if (name.len == tag->len && memcmp(name.ptr, tag->name, tag->len) == 0)
            return tag_classes(i);
    }
    return 0;
}

static size_t take_start(struct scanner *s, size_t from)
{
    size_t end = name_end(s->bytes, from + 1), number = s->tag.n;
    struct source_tag *tag = VEC_ADD(s->arena, &s->tag);

    *tag = (struct source_tag){ .from = (uint32_t)from, .len = (uint8_t)MIN(end - from - 1, NAME_MAX_BYTES) };
    for (unsigned i = 0; i < tag->len; i++)
        tag->name[i] = byte_lower(s->bytes.ptr[from + 1 + i]);
    end = tag_end(s->bytes, end);
    tag->inside = (uint32_t)end;
    unsigned classes = classes_of(tag);
    if (classes & TAG_VOID) {
        tag->to = (uint32_t)end;
        tag->closed = true;
        return end;
    }
    *VEC_ADD(s->arena, &s->open) = (uint32_t)number;
    return classes & TAG_RAW ? raw_end(s->bytes, tag, end) : end;
}

/* The end tag closes the nearest open element of its name, and with it all that were opened since. */
static size_t take_end(struct scanner *s, size_t from)
{
    struct str name = str_sub(s->bytes, from + 2, name_end(s->bytes, from + 2));
    size_t end = tag_end(s->bytes, from + 2);

    for (uint32_t i = s->open.n; i-- > 0;) {
        struct source_tag *tag = &s->tag.item[s->open.item[i]];
        if (!str_eq_nocase((struct str){ tag->name, tag->len }, name))
            continue;
        tag->to = (uint32_t)end;
        tag->closed = true;
        s->open.n = i;
        break;
    }
    return end;
}

static void scan(struct scanner *s)
{
    struct str b = s->bytes;
    size_t at = 0;

    while ((at = str_find(b, STR("<"), at)) != SIZE_MAX) {
        char next = at + 1 < b.len ? b.ptr[at + 1] : ' ';
        if (is_letter(next))
            at = take_start(s, at);
        else if (next == '/' && at + 2 < b.len && is_letter(b.ptr[at + 2]))
            at = take_end(s, at);
        else if (str_starts(str_sub(b, at, b.len), STR("<!--")))
            at = behind(b, STR("-->"), at + 2);
        else if (next == '!' || next == '?' || next == '/')
            at = behind(b, STR(">"), at + 1);
        else
            at++;
    }
}

static bool same_name(const struct page *p, uint32_t node, const struct source_tag *tag)
{
    struct str name = tag_name(p->dom.symbols, p->dom.node[node].tag);
    return str_eq_nocase(name, (struct str){ tag->name, tag->len });
}

/* By node: the number of its tag; NONE: none. */
static uint32_t *match_tags(struct arena *a, const struct page *p, const struct scanner *s)
{
    const struct node *n = p->dom.node;
    uint32_t *tag_of = NEW_ARRAY_RAW(a, uint32_t, p->dom.n), next = 0;

    memset(tag_of, 0xff, p->dom.n * sizeof *tag_of);
    for (uint32_t t = 0; t < s->tag.n; t++) {
        uint32_t at = next;
        for (unsigned look = 0; look < LOOK && at < p->dom.n; at++) {
            if (n[at].kind != NODE_ELEMENT)
                continue;
            if (same_name(p, at, &s->tag.item[t])) {
                tag_of[at] = t;
                next = at + 1;
                break;
            }
            look++;
        }
    }
    return tag_of;
}

/* Start tags that begin before byte `at`. */
static uint32_t tags_before(const struct scanner *s, uint32_t at)
{
    return SEARCH_FIRST(s->tag.item, s->tag.n, from, at);
}

/* Ranges whose elements fit: everything below the node lies inside, everything behind it outside. */
static void take_ranges(const struct page *p, const struct scanner *s, const uint32_t *tag_of, struct source_range *out)
{
    const struct node *n = p->dom.node;
    AUTO(arena) scratch = { 0 };
    uint32_t *last = NEW_ARRAY(&scratch, uint32_t, p->dom.n);          /* by node: where the last tag of its subtree begins */
    uint32_t *after = NEW_ARRAY_RAW(&scratch, uint32_t, p->dom.n + 1); /* where the first tag at or behind it begins */

    uint32_t *known = NEW_ARRAY_RAW(&scratch, uint32_t, p->dom.n + 1); /* nodes before it that have a tag */

    after[p->dom.n] = UINT32_MAX;
    for (uint32_t i = p->dom.n; i-- > 0;) {
        after[i] = tag_of[i] != NONE ? s->tag.item[tag_of[i]].from : after[i + 1];
        if (tag_of[i] != NONE)
            last[i] = MAX(last[i], s->tag.item[tag_of[i]].from);
        if (i)
            last[n[i].parent] = MAX(last[n[i].parent], last[i]);
    }
    for (uint32_t i = 0; i <= p->dom.n; i++)
        known[i] = i ? known[i - 1] + (tag_of[i - 1] != NONE) : 0;
    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct source_tag *tag = tag_of[i] != NONE ? &s->tag.item[tag_of[i]] : NULL;
        if (!tag || !tag->closed || last[i] >= tag->to || after[n[i].end] < tag->to)
            continue;
        if (tags_before(s, tag->to) - tag_of[i] == known[n[i].end] - known[i]) /* no tag inside went elsewhere */
            out[i] = (struct source_range){ tag->from, tag->to };
    }
}

struct source_range *source_ranges(struct arena *a, const struct page *p)
{
    AUTO(arena) scratch = { 0 };
    struct source_range *out = NEW_ARRAY(a, struct source_range, p->dom.n);
    struct scanner s = { .bytes = p->bytes, .arena = &scratch };
    bool wide = str_starts(p->bytes, STR("\xff\xfe")) || str_starts(p->bytes, STR("\xfe\xff"));

    if (wide || p->dom.xml) /* UTF-16 has other bytes than these, and XML other rules */
        return out;
    scan(&s);
    take_ranges(p, &s, match_tags(&scratch, p, &s), out);
    return out;
}
