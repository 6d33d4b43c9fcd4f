/* A line that nobody would look for news in, that has stood still since the page is watched, and changes for the first time: an address in
 * the footer, a notice in a banner or a side column, the words of a button, the checksum of a file, the order of a ranking. Pure. */
#ifndef JUDGE_STILL_H
#define JUDGE_STILL_H

#include "judge/past.h"
#include "judge/pieces.h"

/* Whether it is one, and says something to a person. Adverts and windows only do where a line of them is edited, menus where a text that
 * goes with terms has another name, related links and questions about cookies never. Around a
 * long text that binds somebody a line does that names such a text, or says where money is sent to. */
bool still_until_now(const struct delta *d, const struct judge_piece *p, const struct past *past,
                     const struct judge_pieces *pieces);

/* Whether it is a new entry with its day in a list beside the content that most visits find as it was: a post, an event. Whoever asks
 * knows that the page is no text of its own, such as terms: beside those it is no news. */
bool still_is_entry(const struct delta *d, const struct judge_piece *piece, const struct past *past);

#endif
