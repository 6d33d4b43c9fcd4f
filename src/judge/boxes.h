/* What an element says of itself, whatever the page around it is. Private to judge/places. Pure. */
#ifndef JUDGE_BOXES_H
#define JUDGE_BOXES_H

#include "page/page.h"

bool box_has_link(const struct page *p, uint32_t node);
/* Whether a link of it leads to another page, as a story does: not to a file, a person or further down on the same page. */
bool box_leads_to_story(const struct page *p, uint32_t node);
/* Whether something can be filled in or pressed in it. */
bool box_has_field(const struct page *p, uint32_t node);
/* Whether a reader can do no more there than close it: no link to another page, no field, one button at most. */
bool box_leads_nowhere(const struct page *p, uint32_t node);

/* Whether it holds the main heading of the page, by whose words its title calls it. */
bool box_holds_name(const struct page *p, uint32_t node);
/* The first line of an element of at most `most` words, of at most `label` words and with more behind it, written into `text`; without
 * words: there is none. */
struct str box_label(const struct page *p, uint32_t node, uint32_t most, uint32_t label, struct buf *text);

/* Whether it is a heading with an id, or its id repeats the heading that it begins with, and nothing can be filled in or pressed: a place
 * that links lead to. */
bool box_is_anchor(const struct page *p, uint32_t node);
/* Whether it is an advert only by a name that says what the page is about: "sponsor" on a page of sponsors. */
bool box_is_subject(const struct page *p, uint32_t node);
/* Whether it is a header or a footer by nothing but a name for where it stands: <div class="top">; or for how it is drawn, and leads
 * nowhere: <div class="banner">Major outage. */
bool box_is_by_position(const struct page *p, uint32_t part);

#endif
