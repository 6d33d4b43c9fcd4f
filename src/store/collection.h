/* Collections: a user's pages under a name, for others to read. The rules are those of store/store.h. */
#ifndef STORE_COLLECTION_H
#define STORE_COLLECTION_H

#include "store/store.h"

struct store_collection {
    int64_t id, user;
    struct str name;         /* unique in the store: it stands in addresses */
    struct str title, about; /* may be empty */
    struct str tags;         /* a line each: pages of the user that carry one belong to it; empty: none */
    bool is_public;          /* whoever has the address may read it */
    int64_t made_at;
};

struct store_collections {
    struct store_collection *item; /* in the order of names */
    uint32_t n;
};

struct store_page_ids {
    int64_t *item; /* in their order */
    uint32_t n;
};

/* A new one where id is 0, with its number as *id; else that one is changed, but for user and made_at. E_USAGE: the name is taken. */
int store_collection_put(struct store *s, const struct store_collection *x, int64_t *id, struct err *e) MUST_CHECK;
int store_collection_find(struct arena *a, struct store *s, struct str name, struct store_collection *out, struct err *e)
    MUST_CHECK;
/* Those of the user; user 0: those that are public. */
int store_collection_list(struct arena *a, struct store *s, int64_t user, struct store_collections *out, struct err *e) MUST_CHECK;
int store_collection_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

/* The pages that were chosen one by one. */
int store_collection_pages(struct arena *a, struct store *s, int64_t id, struct store_page_ids *out, struct err *e) MUST_CHECK;
/* Replaces them. */
int store_collection_choose(struct store *s, int64_t id, const struct store_page_ids *pages, struct err *e) MUST_CHECK;

#endif
