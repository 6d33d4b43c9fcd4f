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
        arena_drop(&u->item[i].arena);
    pthread_mutex_destroy(&u->lock);
}

/* Under a random number: the oldest act can no longer be taken back. */
static uint64_t put(struct undos *u, struct undo *act)
{
    while (act->id == 0) {
        randombytes_buf(&act->id, sizeof act->id);
        act->id &= INT64_MAX;
    }
    pthread_mutex_lock(&u->lock);
    struct undo *to = &u->item[u->next++ % UNDOS];
    arena_drop(&to->arena);
    *to = *act;
    pthread_mutex_unlock(&u->lock);
    return act->id;
}

uint64_t undo_put(struct undos *u, int64_t user, const struct undo_step *step, uint32_t n)
{
    struct undo act = { .user = user, .n = n };

    if (n == 0 || n > UNDO_STEPS_MAX)
        return 0;
    act.step = NEW_ARRAY(&act.arena, struct undo_step, n);
    memcpy(act.step, step, n * sizeof *step);
    return put(u, &act);
}

uint64_t undo_put_ended(struct undos *u, int64_t user, const struct ended_watches *ended)
{
    struct undo act = { .user = user };

    if (ended->n == 0 || ended->n > UNDO_STEPS_MAX)
        return 0;
    act.ended = ended_copy(&act.arena, ended);
    return put(u, &act);
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
        if (x->n)
            memcpy(found.step, x->step, x->n * sizeof *x->step);
        found.ended = ended_copy(c->arena, &x->ended);
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
    if (!failed && x.ended.n)
        failed = removal_undo(c, &x.ended, e);
    *n = x.n + x.ended.n;
    return failed ? failed : store_commit(&tx, e);
}
