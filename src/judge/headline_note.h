/* What a change without words is about, in words: "Button: Suche (was Search)". Private to judge/. Pure. */
#ifndef JUDGE_HEADLINE_NOTE_H
#define JUDGE_HEADLINE_NOTE_H

#include "judge/pieces.h"

/* A line of its own, of at most about `room` characters; empty: the change has no note. O(attributes). */
struct str headline_note(struct arena *a, const struct delta *d, const struct change *c, size_t room);
/* The same behind "Our report: ", the words that the change is about: "2026.pdf (was 2025.pdf)", "no longer leads to ...". */
void headline_note_of(const struct delta *d, const struct change *c, size_t room, struct buf *out);
/* What two pictures show, or their files where both show the same; NULL: there is none on that side. Data has no name: empty. */
void headline_picture_names(const struct image *was, const struct image *is, struct str *old, struct str *now);
/* The pictures that a piece has in the place of words: "Picture: Plan of the new wing (new)". Empty: it has none. O(words of it). */
struct str headline_picture(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room);
/* Likewise the choices of a form: "Choice: 42 cm (new)". */
struct str headline_choice(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room);
/* What stands there in the place of words, whatever it is: "Frame: Our calendar (new)", "Field: Your name (new)". Empty: all are words. */
struct str headline_thing(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room);

#endif
