/* A ring of acts. Each is done once; a page that was changed meanwhile by the same user is set back all the same: that is what they ask. */
#include "serve/undo.h"

#include <sodium.h>

#include "archive/lessons.h"
#include "archive/marks.h"
#include "archive/watches.h"
#include "base/limits.h"

void undos_open(struct undos *u)
{
    *u = (struct undos){ 0 };
    pthread_mutex_init(&u->lock, NULL);
}

void undos_drop(struct undos *u)
{
    for (uint32_t i = 0; i < UNDOS; i++)
        heap_free(u->item[i].step);
    pthread_mutex_destroy(&u->lock);
}

uint64_t undo_put(struct undos *u, int64_t user, const struct undo_step *step, uint32_t n)
{
    struct undo_step *copy;
    uint64_t id = 0;

    if (n == 0 || n > UNDO_STEPS_MAX)
        return 0;
    copy = heap_grow(NULL, n * sizeof *copy);
    memcpy(copy, step, n * sizeof *copy);
    while (id == 0) {
        randombytes_buf(&id, sizeof id);
        id &= INT64_MAX;
    }
    pthread_mutex_lock(&u->lock);
    struct undo *to = &u->item[u->next++ % UNDOS];
    heap_free(to->step);
    *to = (struct undo){ id, user, copy, n };
    pthread_mutex_unlock(&u->lock);
    return id;
}

/* The steps of the act, in the arena; it cannot be taken back twice. */
static struct undo take(struct undos *u, const struct caller *c, uint64_t id)
{
    struct undo found = { 0 };

    pthread_mutex_lock(&u->lock);
    for (uint32_t i = 0; i < UNDOS && id; i++) {
        struct undo *x = &u->item[i];
        if (x->id != id || x->user != c->who.user)
            continue;
        found = *x;
        found.step = NEW_ARRAY(c->arena, struct undo_step, x->n);
        memcpy(found.step, x->step, x->n * sizeof *x->step);
        x->id = 0;
    }
    pthread_mutex_unlock(&u->lock);
    return found;
}

static int resume(const struct caller *c, int64_t page, struct err *e)
{
    struct str name = STR("paused");
    struct watch_edit edit = { .name = { &name, 1 } };
    struct watch_change change;
    struct target t;
    int failed = target_page(c, page, &t, e);

    return failed ? failed : watches_edit(c, &t, &edit, &change, e);
}

static int do_step(const struct caller *c, const struct undo_step *s, struct err *e)
{
    struct lesson_done done;

    if (s->kind == UNDO_SEEN)
        return marks_unsee(c, s->page, s->number, e);
    if (s->kind == UNDO_TAUGHT)
        return lessons_do(c, s->page, s->number, LESSON_ACT_UNDO, &done, e);
    return resume(c, s->page, e);
}

int undo_do(struct undos *u, const struct caller *c, uint64_t id, uint32_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct undo x = take(u, c, id);
    int failed;

    if (x.id == 0)
        return err_set(e, E_ABSENT, "It is too late to undo this.");
    failed = store_begin(c->store, &tx, e);
    for (uint32_t i = 0; i < x.n && !failed; i++)
        failed = do_step(c, &x.step[i], e);
    *n = x.n;
    return failed ? failed : store_commit(&tx, e);
}
