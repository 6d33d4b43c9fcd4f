/* Pages that are looked at together, wherever they lie: files, or versions in the archive. Each is read when its turn comes, so ten
 * thousand need no more memory than one and what is kept of each. */
#ifndef ARCHIVE_SITE_PAGES_H
#define ARCHIVE_SITE_PAGES_H

#include "archive/target.h"
#include "base/vec.h"
#include "page/page.h"

/* One page to read. */
struct site_item {
    struct str name;      /* for people: the file, or the address */
    int64_t page, number; /* of the archive; page 0: a file */
    double at_s;          /* when it was fetched, where that is known; seconds since 1970 */
    uint32_t operand;     /* of a file: which of the words named it, from 0 */
};

struct site_items {
    struct site_item *item;
    uint32_t n;
    double seen_s; /* of versions of one page: when the newest was seen last; 0: unknown */
};

/* Whether a page belongs to a site: by its host, or by host and port. */
bool site_owns(const struct store_page *page, struct str site);

/* The newest version of every page of the site that the caller may see; `own`: that they watch. In the caller's arena. */
int site_items_newest(const struct caller *c, struct str site, bool own, struct site_items *out, struct err *e) MUST_CHECK;
/* All versions of that page that can be believed, with their times. */
int site_items_versions(const struct caller *c, const struct target *t, struct site_items *out, struct err *e) MUST_CHECK;

/* The bytes of one, into the arena. For a file the caller needs no store. */
int site_item_bytes(const struct caller *c, const struct site_item *item, struct arena *a, struct str *out, struct err *e)
    MUST_CHECK;

/* One page, read. Its bytes and its model lie in an arena of its own. */
struct parsed_page {
    struct arena arena;
    struct symbols symbols;
    struct page page;
};

void parsed_page_drop(struct parsed_page *p);
/* Of bytes that the page's own arena holds already; `name` is for the words of an error. E_FORMAT for bytes that are no page: a picture, an
 * archive, a program. */
int parsed_page_make(struct parsed_page *p, const struct parse_source *source, struct str name, struct err *e) MUST_CHECK;
/* The same of an item. */
int site_item_read(const struct caller *c, const struct site_item *item, struct parsed_page *out, struct err *e) MUST_CHECK;

/* The last name of a path or an address, without the slashes behind it: "news" of "https://example.org/news/". */
struct str site_last_name(struct str path);

#endif
