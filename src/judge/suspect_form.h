/* Answers whose form gives them away, whatever they say: cut off in the middle, a frame without its main part, data that is an error or
 * has lost all its records. A part of judge/suspect.h. Pure. */
#ifndef JUDGE_SUSPECT_FORM_H
#define JUDGE_SUSPECT_FORM_H

#include "judge/suspect.h"

/* Markup that is not whole: it may keep most of the page. Adds the reason to `why`. O(nodes + words). */
enum suspect suspect_form(const struct page *page, const struct page *old, struct buf *why);

/* Data (JSON, a table, a feed) that is an error, is empty, or is not data any more. Only for answers that lost most of what the page had: a
 * list that runs empty beside others is news. O(bytes). */
enum suspect suspect_data(const struct page *page, const struct page *old, struct buf *why);

/* The first <main>, or what has its role; NONE. O(nodes). */
uint32_t suspect_main(const struct page *page);

/* A word that a reader sees; no picture. */
static inline bool suspect_is_seen(const struct word *w)
{
    return !(w->flags & (WORD_HIDDEN | WORD_ATOM));
}

/* How many of the words [from, end) are such. O(end - from). */
uint32_t suspect_count_words(const struct page *page, uint32_t from, uint32_t end);
/* Likewise, no further than to `most` of them. */
uint32_t suspect_count_some(const struct page *page, uint32_t from, uint32_t end, uint32_t most);

/* Whether four of five words that a reader sees on `new` stood on `old`. O(words). */
bool suspect_has_old_words(const struct page *old, const struct page *new);

#endif
