/* What's new for a community (AIDE, section 8.2): some pages of a user under a name, for whoever has the address where it is public.
 *
 * A collection has the pages that its owner watches and that carry one of its tags, or were chosen one by one. Whoever reads it sees what
 * changed on these pages as the owner's watches see it, and nothing else of the owner: neither other pages, nor tags, nor the names they
 * gave to pages, nor what they have seen. A page that is fetched with something private (a login, a form, headers) is never shown in
 * public, and neither is a file of the machine. For anybody but its owner a collection that is not public is not there. */
#ifndef ARCHIVE_COLLECTIONS_H
#define ARCHIVE_COLLECTIONS_H

#include "archive/caller.h"
#include "base/json.h"
#include "flow/watch.h"
#include "show/report.h"
#include "store/collection.h"

enum {
    COLLECTION_NAME_MAX = 64,   /* bytes: it stands in addresses */
    COLLECTION_TEXT_MAX = 500,  /* bytes of a title or description */
    COLLECTION_TAGS_MAX = 100,  /* each costs a look at every watch of the owner */
    COLLECTION_PAGES_MAX = 1000 /* each costs a query when the collection is read */
};

struct collection {
    struct store_collection row;
    struct record_list tags;
    struct store_page_ids chosen;
    bool is_mine; /* the caller's own */
};

struct collections {
    struct collection *item; /* the caller's own first, then by name */
    uint32_t n;
};

/* The caller's own, and those of others that are public. */
int collections_list(const struct caller *c, struct collections *out, struct err *e) MUST_CHECK;
/* E_ABSENT: there is none that the caller may read. */
int collections_find(const struct caller *c, struct str name, struct collection *out, struct err *e) MUST_CHECK;

struct collection_wish {
    struct str name;
    bool is_new;              /* it must not be there yet; else it must be the caller's */
    const struct str *rename; /* each of these: NULL leaves it as it is */
    const struct str *title, *about;
    const struct record_list *tags;
    const struct store_page_ids *pages; /* that the caller watches: E_ABSENT for any other */
    const bool *is_public;
};
/* Makes or changes one. E_USAGE: the name is taken or not a name, or there is too much of something. */
int collections_put(const struct caller *c, const struct collection_wish *wish, struct collection *out, struct err *e) MUST_CHECK;
/* The caller's own. */
int collections_drop(const struct caller *c, struct str name, struct err *e) MUST_CHECK;

/* How a page belongs to it, that its owner watches so. */
enum collection_part { COLLECTION_NOT, COLLECTION_BY_TAG, COLLECTION_CHOSEN };
enum collection_part collection_part(const struct collection *x, int64_t page, const struct watch *w);
/* Whether others may see it in one that is public: nothing private is sent for it, and everybody could fetch it. */
bool collection_opens(const struct store_page *page, const struct watch *w);

/* As JSON: docs/json.md, collection. */
void collection_json(struct json *j, const struct collection *x);

/* ---- What is new in it: collection_news.c ---- */

struct collection_page {
    int64_t id;
    struct str url, title; /* the title as the page has it */
    int64_t changed_at;    /* the last change that the collection shows; NEVER: none yet */
};

struct collection_news {
    struct collection collection;
    struct report_row *row; /* one for each change, the newest first; .seen is the version it was compared with */
    uint32_t n;
    struct collection_page *page; /* all it has, by title */
    uint32_t n_pages;
    uint32_t n_private; /* more, which only their owner may see */
};

/* At most `limit` changes. E_ABSENT: there is no collection of that name that the caller may read. O(watches of the owner) where it goes
 * by tags, and a query for each page. */
int collections_news(const struct caller *c, struct str name, uint32_t limit, struct collection_news *out, struct err *e)
    MUST_CHECK;

/* A change that the collection shows: by page and the number of its version. */
struct collection_key {
    int64_t page, number;
};
struct collection_change {
    struct principal who; /* in whose name the difference is made; may read and no more */
    struct str title;     /* of the page */
    int64_t from, to;
};
/* E_ABSENT: it shows no such change. */
int collections_change(const struct caller *c, struct str name, const struct collection_key *key, struct collection_change *out,
                       struct err *e) MUST_CHECK;

/* As members of an object that is open: what is "new", and its "contents". */
void collection_news_members(struct json *j, const struct collection_news *news);

#endif
