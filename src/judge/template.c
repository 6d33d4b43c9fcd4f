/* In: changes of pages, one after the other. Out: whether this one was seen on many pages already. Memory: one entry for each different
 * change of a day; the table is emptied when it is full. */
#include "judge/template.h"

#include "base/hash.h"
#include "base/vec.h"

enum { TEMPLATES_MAX = 100000 };

void templates_drop(struct templates *t)
{
    arena_drop(&t->arena);
    *t = (struct templates){ 0 };
}

/* The elements around the first word. Numbers of tags that HTML does not know differ from page to page. */
static uint64_t place_of(const struct page *p, uint32_t word, uint32_t end)
{
    uint64_t hash = 0;
    for (uint32_t n = word < end ? p->word[word].node : 0; n; n = p->dom.node[n].parent)
        hash = hash_mix(hash, MIN(p->dom.node[n].tag, (uint32_t)TAG_KNOWN));
    return hash;
}

/* Words of a change: what they are, and how long they are with what stands between them. */
struct template_words {
    uint64_t hash;
    size_t bytes;
};

static void add_words(const struct page *p, uint32_t word, uint32_t end, struct template_words *out)
{
    for (uint32_t w = word; w < end; w++) {
        out->hash = hash_mix(out->hash, symbols_hash(p->dom.symbols, p->symbol[w]));
        out->bytes += page_word(p, w).len + (w > word && (p->word[w].flags & (WORD_SPACE | WORD_BREAK)));
    }
}

uint64_t template_hash(const struct delta *d, const bool *counts)
{
    struct template_words words = { 0 };
    uint64_t places = 0;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        if (counts && !counts[i])
            continue;
        add_words(d->old, c->old_word, c->old_end, &words);
        add_words(d->new, c->new_word, c->new_end, &words);
        words.hash = hash_mix(words.hash, hash_str(c->note));
        words.bytes += c->note.len;
        places = hash_mix(places, place_of(d->old, c->old_word, c->old_end));
        places = hash_mix(places, place_of(d->new, c->new_word, c->new_end));
    }
    return words.bytes < TEMPLATE_BYTES ? 0 : hash_mix(places, words.hash);
}

static struct template_seen *entry(struct templates *t, uint64_t key)
{
    if (t->n == TEMPLATES_MAX)
        templates_drop(t);
    if (!t->map.arena)
        map_open(&t->map, &t->arena, 64);
    uint32_t *place = map_slot(&t->map, key, 0);
    if (*place == 0) {
        VEC_ADD(&t->arena, t);
        *place = t->n;
    }
    return &t->item[*place - 1];
}

struct template_seen *template_see(struct templates *t, struct str site, uint64_t hash, int64_t now_ms)
{
    if (hash == 0)
        return NULL;
    struct template_seen *seen = entry(t, hash_mix(hash_str(site), hash));
    if (seen->n == 0 || now_ms - seen->first_at > TEMPLATE_MS)
        *seen = (struct template_seen){ .first_at = now_ms };
    seen->n++;
    return seen;
}
