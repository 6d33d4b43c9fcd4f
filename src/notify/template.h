/* Words of one's own for a message: "{headline} ({title})". Plain substitution: what stands in braces is replaced by what it names, once;
 * what comes from a page is never looked at again, so nothing in it can be a template. Pure.
 *
 *     {headline}  {title}  {url}  {host}  {when}  {importance}  {note}  {changes}  {difference}  {history}  {pages}  {{ for a brace
 *
 * A subject speaks of the first page of a message, on one line; a text is written for each page. */
#ifndef NOTIFY_TEMPLATE_H
#define NOTIFY_TEMPLATE_H

#include "show/mail.h"

/* Of a template: more than anybody writes, and less than a message may have. */
enum { TEMPLATE_BYTES_MAX = 2000 };

/* E_USAGE: a word that is not known, or a brace that does not end; the words name those that are. */
int template_check(struct str text, struct err *e) MUST_CHECK;
/* The letter's first page, on one line. The template was checked: what is not known stays as it is. */
void template_subject(struct str text, const struct mail_letter *m, struct buf *out);
/* Every page of the letter, a blank line between. */
void template_text(struct str text, const struct mail_letter *m, struct buf *out);

#endif
