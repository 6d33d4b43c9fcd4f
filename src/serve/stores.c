/* A stack of open stores: the one used last has the warmest cache. As many as there were ever threads that needed one at once. */
#include "serve/stores.h"

#include "archive/opening.h"

struct stores_entry {
    struct store store; /* first: its address is the entry's */
    struct stores_entry *next;
};

void stores_open(struct stores *s, struct str path)
{
    *s = (struct stores){ .path = path };
    pthread_mutex_init(&s->lock, NULL);
}

void stores_drop(struct stores *s)
{
    while (s->spare) {
        struct stores_entry *x = s->spare;
        s->spare = x->next;
        store_close(&x->store);
        heap_free(x);
    }
    pthread_mutex_destroy(&s->lock);
}

int stores_take(struct stores *s, struct store **out, struct err *e)
{
    pthread_mutex_lock(&s->lock);
    struct stores_entry *x = s->spare;
    if (x)
        s->spare = x->next;
    pthread_mutex_unlock(&s->lock);
    if (!x) {
        x = heap_grow(NULL, sizeof *x);
        *x = (struct stores_entry){ 0 };
        int failed = archive_open(&x->store, s->path.ptr, &(struct store_options){ 0 }, e);
        if (failed) {
            heap_free(x);
            return failed;
        }
    }
    *out = &x->store;
    return 0;
}

void stores_give(struct stores *s, struct store *store)
{
    struct stores_entry *x = (struct stores_entry *)store;

    pthread_mutex_lock(&s->lock);
    x->next = s->spare;
    s->spare = x;
    pthread_mutex_unlock(&s->lock);
}
