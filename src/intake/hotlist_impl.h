/* What the readers of hotlists share: where entries and losses go. */
#ifndef INTAKE_HOTLIST_IMPL_H
#define INTAKE_HOTLIST_IMPL_H

#include "base/map.h"
#include "base/vec.h"
#include "intake/hotlist.h"

struct hotlist_reader {
    struct arena *arena;
    VEC(struct hotlist_entry) entries;
    VEC(struct str) lost;
    uint32_t n_lost;    /* all of them */
    uint32_t n_refused; /* of these, whole entries */
    struct map seen;    /* from a request, which is an address and what is sent there, to 1 + its entry */
};

/* An entry in which nothing is known. */
struct hotlist_entry hotlist_entry_new(struct str url);
/* Takes the entry in, or tells why not. E_LIMIT: too many. The strings must live in the arena or in what is read. */
int hotlist_add(struct hotlist_reader *r, const struct hotlist_entry *entry, struct err *e) MUST_CHECK;
/* "WHERE: what is lost". */
void hotlist_lose(struct hotlist_reader *r, struct str where, const char *format, ...) PRINTF(3, 4);
/* "WHERE: why": a whole entry is lost. */
void hotlist_refuse(struct hotlist_reader *r, struct str where, const char *why);

void hotlist_add_str(struct arena *a, struct hotlist_strs *to, struct str s);
void hotlist_add_pair(struct arena *a, struct hotlist_pairs *to, struct str name, struct str value);
/* "a, b,c" as three tags. */
void hotlist_add_tags(struct arena *a, struct hotlist_strs *to, struct str list, char separator);
/* "News/Local": a name below a folder. */
struct str hotlist_folder(struct arena *a, struct str above, struct str name);
/* "a=1&b=%20" as pairs, decoded. */
void hotlist_add_form(struct arena *a, struct hotlist_pairs *to, struct str encoded);
/* A selector of another program: an XPath where `xpath` is set, else CSS; empty ones are left out. */
void hotlist_add_selector(struct arena *a, struct hotlist_strs *to, struct str selector, bool xpath);
/* Microseconds since 1601 (Chromium) as milliseconds since 1970; HOTLIST_UNKNOWN for 0 and nonsense. */
int64_t hotlist_webkit_ms(uint64_t us);

int hotlist_read_netscape(struct hotlist_reader *r, struct str bytes, struct err *e) MUST_CHECK;
int hotlist_read_opml(struct hotlist_reader *r, struct str bytes, struct err *e) MUST_CHECK;
int hotlist_read_plain(struct hotlist_reader *r, struct str bytes, struct err *e) MUST_CHECK;
int hotlist_read_urlwatch(struct hotlist_reader *r, struct str bytes, struct err *e) MUST_CHECK;
/* Both JSON formats; *format says which it was. */
int hotlist_read_json(struct hotlist_reader *r, struct str bytes, enum hotlist_format *format, struct err *e) MUST_CHECK;
int hotlist_read_places(struct hotlist_reader *r, const char *path, struct err *e) MUST_CHECK;

#endif
