/* In: a page. Out: its lines, each with a hash of its sentences, links and pictures.
 *
 *  1. A line begins with a sentence that has a break before it; no line is without words, but for the one of a page that has none.
 *  2. A link or a picture stands in the line of the first word at or after it; behind the last word, in the last line.
 *  3. Lines with equal hashes look the same. Others may do so as well: they differ in what is hidden, or in the class of a link. */
#include "judge/page_lines.h"

#include "base/hash.h"

struct line_reader {
    const struct page *page;
    struct page_lines *out;
    uint64_t base;                  /* an address is what its page makes of it */
    uint32_t sentence, link, image; /* the next ones */
};

/* Links and pictures that begin before the word. */
static uint64_t hash_things(struct line_reader *r, uint32_t word, uint64_t hash)
{
    const struct page *p = r->page;
    uint32_t node = word < p->n_words ? p->word[word - 1].node : p->dom.n;
    for (; r->link < p->n_links && p->link[r->link].node <= node; r->link++)
        hash = hash_mix(hash, p->content[p->link[r->link].node] + r->base);
    for (; r->image < p->n_images && p->image[r->image].node <= node; r->image++)
        hash = hash_mix(hash, p->content[p->image[r->image].node]);
    return hash;
}

static void read_line(struct line_reader *r)
{
    const struct page *p = r->page;
    uint32_t first = r->sentence < p->n_sentences ? p->sentence[r->sentence].word : p->n_words, end = first;
    struct page_line line = { .word = first, .link = r->link, .image = r->image };
    uint64_t hash = 1;
    while (r->sentence < p->n_sentences && (end == first || !(p->word[end].flags & WORD_BREAK))) {
        hash = hash_mix(hash, p->sentence[r->sentence].hash);
        end = p->sentence[r->sentence++].end;
    }
    line.end = end;
    r->out->item[r->out->n] = line;
    r->out->anchor[r->out->n++] = (struct anchor_line){ .hash = hash_things(r, end, hash), .words = end - first };
}

void page_lines_find(struct arena *a, const struct page *p, struct page_lines *out)
{
    struct line_reader r = { .page = p, .out = out, .base = hash_str(p->base) };
    *out = (struct page_lines){ .item = NEW_ARRAY_RAW(a, struct page_line, p->n_sentences + 2),
                                .anchor = NEW_ARRAY_RAW(a, struct anchor_line, p->n_sentences + 1) };
    do
        read_line(&r);
    while (r.sentence < p->n_sentences);
    out->item[out->n] = (struct page_line){ p->n_words, p->n_words, p->n_links, p->n_images };
}
