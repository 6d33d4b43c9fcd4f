/* The laws of tests/laws.h on real page histories: every pair of versions that follow each other. One point for each series. */
#include "base/io.h"
#include "base/limits.h"
#include "compare/classes.h"
#include "tests/laws.h"
#include "tests/property/series.h"
#include "tests/tap.h"

/* Attributes that say nothing to a reader, whatever their values. */
static bool is_never_content(struct str name)
{
    return str_eq(name, STR("class")) || str_eq(name, STR("id")) || str_eq(name, STR("aria-labelledby"))
           || str_eq(name, STR("nonce")) || str_eq(name, STR("rel")) || str_eq(name, STR("for")) || str_starts(name, STR("data-v-"))
           || str_starts(name, STR("data-react"));
}

/* Whether a change of paired elements is told of for no better reason than those. */
static bool is_noise(const struct delta *d, const struct change *c)
{
    struct attribute_pair pair;
    bool any = false;

    if (c->old_node == NONE || c->new_node == NONE || d->old_node[c->old_node] != c->new_node
        || ((d->old->flags[c->old_node] ^ d->new->flags[c->new_node]) & NODE_HIDDEN) || becomes_put_out(d, c->old_node, c->new_node)
        || becomes_put_in(d, c->old_node, c->new_node))
        return false;
    for (uint32_t at = 0; next_attribute(d, c->old_node, c->new_node, &at, &pair); any = true)
        if (!is_never_content(symbols_str(d->new->dom.symbols, (pair.now ? pair.now : pair.was)->name)))
            return false;
    return any;
}

/* What is counted is content, all of it and nothing else. */
static const char *check_counts(const struct delta *d)
{
    uint32_t counted = d->n_inserts + d->n_deletes + d->n_updates + d->n_moves + d->n_formats + d->n_attributes, words = 0;

    if (counted != d->n_class[CLASS_CONTENT])
        return "counts are those of content";
    for (uint32_t w = 0; w < d->new->n_words; w++)
        words += d->new_change[w] != NONE && d->change[d->new_change[w]].class == CLASS_CONTENT;
    if (words != d->words_inserted + d->words_moved)
        return "words that are counted are content";
    for (uint32_t k = 0; k < d->n_changes; k++)
        if (d->change[k].class == CLASS_CONTENT && d->change[k].kind == CHANGE_ATTRIBUTE && is_noise(d, &d->change[k]))
            return "names for programs are not content";
    return NULL;
}

/* NULL, or what does not hold of the pair. */
static const char *check_pair(struct arena *a, const char *old_path, const char *new_path)
{
    struct parse_source old = { 0 }, new = { 0 };
    struct symbols symbols;
    struct page was, is;
    struct delta d;
    struct err e = { 0 };

    symbols_open(&symbols, a);
    if (io_read(a, old_path, LIMIT_PAGE_BYTES, &old.bytes, &e) || io_read(a, new_path, LIMIT_PAGE_BYTES, &new.bytes, &e)
        || page_read(a, &symbols, &old, STR(""), &was, &e) || page_read(a, &symbols, &new, STR(""), &is, &e)
        || compare_pages(a, &was, &is, &d, &e))
        return arena_printf(a, "%s", e.text).ptr;
    if (str_eq(old.bytes, new.bytes) && d.n_changes)
        return "S: the same bytes show a change";
    const char *broken = check_counts(&d);
    return broken ? broken : laws_check(a, &d);
}

int main(void)
{
    check_corpus(check_pair);
    return tap_done();
}
