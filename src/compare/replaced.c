/* In: a change. Out: what stood there and what stands there now. */
#include "compare/replaced.h"

static bool is_tag(const struct page *p, uint32_t node, uint32_t tag)
{
    return node != NONE && p->dom.node[node].tag == tag;
}

static bool is_of_head(const struct delta *d, const struct change *c, uint32_t tag)
{
    bool no_words = c->old_word == c->old_end && c->new_word == c->new_end;
    return no_words && (is_tag(d->old, c->old_node, tag) || is_tag(d->new, c->new_node, tag));
}

const struct image *word_picture(const struct page *p, uint32_t word)
{
    uint32_t node = p->word[word].node, low = 0, high = p->n_images;
    if (!(p->word[word].flags & WORD_ATOM))
        return NULL;
    while (low < high) { /* pictures stand in the order of the page */
        uint32_t middle = low + (high - low) / 2;
        if (p->image[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n_images && p->image[low].node < p->dom.node[node].end ? &p->image[low] : NULL;
}

/* The address of the one picture that the words are; empty: they are something else. */
static struct str picture_of(const struct page *p, uint32_t word, uint32_t end)
{
    const struct image *picture = end == word + 1 ? word_picture(p, word) : NULL;
    return picture ? picture->url : STR("");
}

bool change_replaced(const struct delta *d, const struct change *c, struct replaced *out)
{
    if (is_of_head(d, c, TAG_TITLE))
        *out = (struct replaced){ STR("title"), str_trim(d->old->title), str_trim(d->new->title) };
    else if (is_of_head(d, c, TAG_META))
        *out = (struct replaced){ STR("description"), str_trim(d->old->description), str_trim(d->new->description) };
    else if (c->kind != CHANGE_MOVE && c->kind != CHANGE_FORMAT)
        *out = (struct replaced){ STR("picture"), picture_of(d->old, c->old_word, c->old_end),
                                  picture_of(d->new, c->new_word, c->new_end) };
    else
        return false;
    return !str_eq(out->old, out->new);
}
