/* Whether an answer is the page at all: an empty one, a captcha, an error page with status 200, a login page, a question about cookies, a
 * paywall, another language, a fraction of the usual size.
 *
 * A suspect answer is kept but not announced as a change unless it lasts: servers and their guards hand such things out for an hour, then
 * the page is back. What a page always had is not suspect: the mark must be new against the version before.
 * Pure. O(words). */
#ifndef JUDGE_SUSPECT_H
#define JUDGE_SUSPECT_H

#include "base/buf.h"
#include "page/page.h"

#define SUSPECT_IMPORTANCE 0.5 /* that the page cannot be read for now: about what a new paragraph of it is worth */

enum suspect {
    SUSPECT_NONE,
    SUSPECT_EMPTY,     /* nothing to read, and there was something before */
    SUSPECT_CAPTCHA,   /* "verify you are human", a challenge of a guard */
    SUSPECT_LOGIN,     /* a form for a password where there was none, or sent on to an address of that kind */
    SUSPECT_ERROR,     /* the words of an error page under status 200 */
    SUSPECT_CONSENT,   /* a question about cookies and little else, or sent on to one */
    SUSPECT_LANGUAGE,  /* another language, as servers choose by where they are asked from */
    SUSPECT_SHRUNK,    /* a fraction of its usual size */
    SUSPECT_PAYWALL,   /* its beginning, and an offer to subscribe */
    SUSPECT_BLOCKED,   /* not for this country, or not for this address */
    SUSPECT_PARKED,    /* the domain is for sale, or its server has no site */
    SUSPECT_ELSEWHERE, /* sent on to another page, such as the home page */
    SUSPECTS
};

struct suspect_facts {
    const struct page *old;  /* the newest version that is not suspect; NULL: there is none */
    struct str final_url;    /* after redirects, where it is not the page's own address; else empty */
    struct str final_before; /* likewise, of `old` */
};

/* Adds the reason in words to `why` where there is one ("it asks for a password, which it did not before"). */
enum suspect suspect_page(const struct page *page, const struct suspect_facts *facts, struct buf *why);

/* Whether `page` is the page that `real` was, back in the place of `wall`, which was taken for a suspect: it has more in common with it.
 * O(words). */
bool suspect_is_back(const struct page *page, const struct page *real, const struct page *wall);

/* Whether two answers that may not be the page are one, seen twice: two thirds of the words of both are the same. The number of a request
 * and the time of a guard's page differ; a login page and a notice of maintenance have some small words in common. O(words). */
bool suspect_is_again(const struct page *page, const struct page *before);

/* The headline of such a version begins with the reason: what it says behind that; empty: nothing. */
struct str suspect_rest(struct str headline, struct str reason);

/* "captcha", "login" ...; "none". */
const char *suspect_name(enum suspect kind);

#endif
