/* What a user asked of one page: the settings of a watch, kept as JSON with it, and the request they come to.
 *
 * A page is fetched once for all who watch it, so watches share a page where they would send the same request. A watch with a form,
 * headers, a login or cookies of its own gets a page of its own: its name is the address with what is sent behind it, as a person would
 * say it ("https://example.org/find (form q=tea)"), its canonical form the address. What is sent is sealed (flow/sealed.h) and no part of
 * the JSON; no value that may be a secret stands in a name. */
#ifndef FLOW_WATCH_H
#define FLOW_WATCH_H

#include "fetch/fetch.h"
#include "flow/record.h"

struct watch {
    struct str every; /* as typed: "2d"; empty: the thresholds file decides */
    struct str title;
    struct record_list tags;
    struct record_list notify;         /* names of channels that are told; none: those of its tags, or the default */
    struct str silent_until;           /* no messages before this moment, as moment_add_utc() writes it; empty: they are sent */
    bool sentinel;                     /* a sentinel began it: only what sentinels ask for is news */
    struct str fetch;                  /* how often a sentinel asks to look: "2h"; empty: none does */
    struct record_list select, ignore; /* CSS or XPath: what counts, what does not */
    struct str sensitivity;            /* as typed: "high"; empty: what the user's settings say. So is the next */
    struct str min_importance;         /* "0.1" */
    struct str policy;                 /* of best effort (judge/urgency.h): "delay"; empty: harmonic, or fresh in a collection */
    struct record_pairs header, form;
    struct str user, password, bearer, proxy;
    bool cookies;       /* keep a jar */
    bool ignore_robots; /* the user has taken it on themselves */
    bool browser;       /* let a browser render it */
    bool paused;
    bool archive;   /* of a fixed collection: looked at whether or not the last change was seen */
    uint32_t depth; /* links that are followed from here: each page they lead to is watched too */
    bool same_prefix;
    bool entities;   /* images and files it refers to are watched too */
    struct str root; /* the address of the page it was reached from by following; empty: named by the user */
    uint32_t level;  /* links away from the root */
    bool known;      /* found when the root was first read: its first version is no news */
    bool entity;     /* an image or file of the root: compared by its bytes alone */
    bool private;    /* it sends something that is sealed: header, form, user, password, bearer, or a proxy with a login */
};

/* What a person wants changed in a watch: the fields that they name, and no others. */
struct watch_edit {
    struct watch to;         /* the new values */
    struct record_list name; /* of the fields, as in struct watch */
};

void watch_apply(const struct watch_edit *x, struct watch *w);
/* Whether struct watch has a field of that name. */
bool watch_has_field(struct str name);
/* The names of the fields in which they differ. */
struct record_list watch_differences(struct arena *a, const struct watch *one, const struct watch *other);

/* The JSON has all but what is sealed; that of an earlier weft may have it still. */
int watch_read(struct arena *a, struct str settings, struct watch *out, struct err *e) MUST_CHECK;
/* Whether it can be kept: a request that could never be sent is refused when it comes in. E_USAGE with words for whoever wrote it. */
int watch_check(struct arena *a, const struct watch *w, struct err *e) MUST_CHECK;
struct str watch_write(struct arena *a, const struct watch *w);
/* The same as members of an object of JSON that is open. */
void watch_members(const struct watch *w, struct json *j);

/* What is to be sealed, as JSON; empty: nothing. And back, into a watch that was read. */
struct str watch_secrets(struct arena *a, const struct watch *w);
int watch_take_secrets(struct arena *a, struct str secrets, struct watch *w, struct err *e) MUST_CHECK;

bool watch_has_tag(const struct watch *w, struct str tag);

/* Whether it needs a page of its own at the address. */
bool watch_is_own(const struct watch *w);
/* The name of the page: the address alone, or with what is sent behind it; of several that say the same, `number` from 2 on tells them
 * apart. */
struct str watch_page_name(struct arena *a, const struct watch *w, struct str url, unsigned number);
/* The address to fetch of such a name. */
struct str watch_address(struct str page_name);

/* The request; validators, cookies and limits are the caller's. Its arrays lie in the arena. */
struct request watch_request(struct arena *a, const struct watch *w, struct str page_url);

#endif
