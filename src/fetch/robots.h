/* robots.txt by RFC 9309. Pure.
 *
 * A file is read once for our own name; what concerns us is kept as a few lines of text, which can be stored as they are:
 * "a PATTERN" (allow), "d PATTERN" (disallow), "w MILLISECONDS" (Crawl-delay), "s URL" (Sitemap). Patterns are percent-encoded in one
 * form. */
#ifndef FETCH_ROBOTS_H
#define FETCH_ROBOTS_H

#include "base/buf.h"

/* RFC 9309, 2.5: at least 500 KiB must be read; what is behind is ignored. */
#define ROBOTS_BYTES_MAX ((size_t)500 << 10)
/* What is kept: every rule of the largest file fits, since a kept line is no longer than its rule when nothing needs escaping. */
#define ROBOTS_RULES_MAX ((size_t)2 << 20)
/* Longer waits are taken as this: a day between two requests is a refusal in other words. */
#define ROBOTS_DELAY_MAX_MS INT64_C(3600000)

/* The rules of a file for the product token `agent` ("weft"): all groups that name it, else those of "*", else none. O(bytes). */
void robots_read(struct str file, struct str agent, struct buf *rules);

/* Whether the rules let a path with its query ("/a?b=c") be fetched: the longest pattern wins, allow at a tie; /robots.txt always.
 * *rule, where not NULL, is the line that decided, or empty. O(rules x path). */
bool robots_allows(struct str rules, struct str path, struct str *rule);

/* Sitemaps that are kept: sites with more have an index of them. */
enum { ROBOTS_SITEMAPS = 8 };
#define ROBOTS_SITEMAP_BYTES ((size_t)2048)
/* The next sitemap that the rules name, and what is behind it; false: there is no more. */
bool robots_next_sitemap(struct str *rules, struct str *url);

/* Crawl-delay, or 0. */
int64_t robots_delay_ms(struct str rules);

#endif
