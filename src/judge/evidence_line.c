/* In: a piece of a change. Out: the words that say what its figures and days are of.
 *
 *  1. A label is a short line before it, but no sentence and no other item. In XML it is the name of the element.
 *  2. Of a line with several parts between marks only the part that was edited is read.
 *  3. What a picture shows says nothing of when something is. */
#include "judge/evidence_line.h"

#include "compare/replaced.h"
#include "judge/shapes.h"

enum { LABEL_WORDS = 8, SENTENCE_WORDS = 5 };

/* Whether two lines are items of a list, or the one before is a sentence: it is no label of the next. */
static bool are_items(const struct page *p, const struct sentence *before, const struct sentence *s)
{
    static const uint32_t items[] = { TAG_LI };
    uint32_t one = page_around(p, p->word[before->word].node, items, 1), other = page_around(p, p->word[s->word].node, items, 1);
    return (one != NONE && other != NONE && one != other) || shape_ends_sentence(page_word(p, before->end - 1));
}

/* A line without what its pictures show: "in front of a house" says nothing of when. */
static void add_line(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    for (uint32_t w = word, to; w < end; w = to + 1) {
        for (to = w; to < end && !word_picture(p, to); to++)
            ;
        page_words_line(p, w, to, out);
    }
}

/* The line of a piece, behind a short line before it, which may be its label, but no sentence. In XML the name of the element is. */
static void add_labelled(const struct page *p, uint32_t sentence, struct buf *out)
{
    const struct sentence *s = &p->sentence[sentence], *before = sentence ? s - 1 : NULL;
    if (p->dom.xml) {
        buf_add(out, tag_name(p->dom.symbols, p->dom.node[p->dom.node[p->word[s->word].node].parent].tag));
        buf_add_char(out, ' ');
        before = NULL;
    }
    if (before && before->end - before->word <= LABEL_WORDS && !are_items(p, before, s)) {
        add_line(p, before->word, before->end, out);
        buf_add_char(out, ' ');
    }
    add_line(p, s->word, s->end, out);
}

/* The part of a line that was edited, between such marks; all of it, where that part is a few words: a label or a figure of the others. */
static struct sentence part_of(const struct delta *d, const struct page *page, const struct judge_piece *p)
{
    enum { PART_WORDS = 3 };
    struct sentence s = piece_range(page, p), at = { .word = s.end, .end = s.word };
    uint32_t letters = 0;
    for (uint32_t w = s.word; w < s.end && p->kind == PIECE_CHANGED && !p->old; w++)
        if (d->new_change[w] != NONE) {
            at.word = MIN(at.word, w);
            at.end = w + 1;
        }
    while (at.word < at.end && at.word > s.word && !shape_parts(page_word(page, at.word - 1)))
        at.word--;
    while (at.word < at.end && at.end < s.end && !shape_parts(page_word(page, at.end)))
        at.end++;
    for (uint32_t w = at.word; w < at.end; w++)
        letters += d->new_to_old[w] != NONE && shape_is_letters(page_word(page, w));
    return letters >= PART_WORDS ? at : s;
}

/* The line of a piece; with its label, unless it says itself what it is about. */
void evidence_line(const struct delta *d, const struct judge_piece *p, struct buf *out)
{
    const struct page *page = p->old ? d->old : d->new;
    struct sentence s = part_of(d, page, p);
    if (p->kept >= SENTENCE_WORDS || p->to)
        add_line(page, s.word, s.end, out);
    else
        add_labelled(page, p->sentence, out);
}
