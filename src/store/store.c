/* Opening, closing, and transactions that may stand inside each other.
 *
 * In: a place and an engine. Out: a struct store that every other call takes.
 * Invariants: 1. the engine has a transaction open exactly while depth > 0; 2. `undone` is set when an inner transaction was dropped, and
 * then the part around it, or else the outermost, rolls back. */
#include <stdio.h>

#include "store/codec.h"
#include "store/dictionary.h"
#include "store/query.h"
#include "store/schema.h"
#include "store/seal.h"

int store_open(struct store *s, const char *place, const struct store_options *options, struct err *e)
{
    const struct store_ops *ops = options->engine ? options->engine : &store_sqlite;
    struct store new = { .ops = ops, .read_only = options->read_only };
    int code = ops->open(place, options, &new.engine, e);
    if (code)
        return code;
    new.codec = codec_open();
    new.place = arena_str(&new.arena, str_of(place)).ptr;
    if (schema_check(&new, options->damaged, e) || (!new.foreign &&schema_migrate(&new, schema_newest(), e))) {
        code = str_starts(str_of(e->text), str_of(place)) ? e->code : err_in(e, "%s", place); /* the engine may have said it */
        store_close(&new);
        return code;
    }
    *s = new;
    return 0;
}

void store_close(struct store *s)
{
    if (!s->engine)
        return;
    if (s->depth)
        s->ops->rollback(s->engine);
    s->ops->close(s->engine);
    codec_close(s->codec);
    dictionary_forget(s);
    if (s->key)
        seal_key_drop(s->key);
    arena_drop(&s->arena);
    *s = (struct store){ 0 };
}

static int begin(struct store *s, enum store_mode mode, struct store_tx *tx, struct err *e)
{
    bool writing = mode != STORE_READS;
    if (s->depth && writing && !s->writing)
        return err_set(e, E_USAGE, "nothing can be written inside a transaction that was begun for reading");
    if (s->depth == 0) {
        int code = s->ops->begin(s->engine, mode, e);
        if (code)
            return code;
        s->writing = writing;
        s->undone = false;
    }
    s->depth++;
    *tx = (struct store_tx){ s, writing, false };
    return 0;
}

static int begin_writing(struct store *s, enum store_mode mode, struct store_tx *tx, struct err *e)
{
    if (s->read_only)
        return err_set(e, E_USAGE, "the store was opened for reading only; nothing was changed");
    return begin(s, mode, tx, e);
}

int store_begin(struct store *s, struct store_tx *tx, struct err *e)
{
    return begin_writing(s, STORE_WRITES, tx, e);
}

int store_begin_unsynced(struct store *s, struct store_tx *tx, struct err *e)
{
    return begin_writing(s, STORE_WRITES_UNSYNCED, tx, e);
}

int store_begin_read(struct store *s, struct store_tx *tx, struct err *e)
{
    return begin(s, STORE_READS, tx, e);
}

int store_sync(struct store *s, struct err *e)
{
    return s->ops->sync(s->engine, e);
}

struct store_lock_time store_lock_time(struct store *s)
{
    return s->ops->lock_time(s->engine);
}

int store_stamp(struct store *s, int64_t *out, struct err *e)
{
    return s->ops->stamp(s->engine, out, e);
}

int store_begin_part(struct store *s, struct store_tx *tx, struct err *e)
{
    if (s->depth == 0)
        return store_begin(s, tx, e);
    if (s->undone || !s->writing)
        return err_set(e, E_USAGE, "no part can begin inside a transaction that failed or only reads");
    int code = s->ops->part_begin(s->engine, e);
    if (code == 0)
        code = begin(s, STORE_WRITES, tx, e);
    if (code == 0)
        tx->part = true;
    return code;
}

/* What failed inside the part is undone with it. */
static void undo_part(struct store *s)
{
    struct err lost;
    s->depth--;
    s->undone = s->ops->part_undo(s->engine, &lost) != 0;
}

static int commit_part(struct store_tx *tx, struct err *e)
{
    struct store *s = tx->store;
    if (s->undone)
        return err_set(e, E_USAGE, "a part of this change failed, so nothing of it was kept");
    int code = s->ops->part_keep(s->engine, e);
    if (code)
        return code; /* the drop rolls back */
    s->depth--;
    tx->store = NULL;
    return 0;
}

int store_commit(struct store_tx *tx, struct err *e)
{
    struct store *s = tx->store;
    if (tx->part)
        return commit_part(tx, e);
    if (s->depth > 1) {
        s->depth--;
        tx->store = NULL;
        return 0;
    }
    if (s->undone)
        return err_set(e, E_USAGE, "a part of this change failed, so nothing of it was kept");
    int code = s->ops->commit(s->engine, e);
    if (code)
        return code; /* the drop rolls back */
    s->depth = 0;
    tx->store = NULL;
    return 0;
}

void store_tx_drop(struct store_tx *tx)
{
    struct store *s = tx->store;
    tx->store = NULL;
    if (!s || s->depth == 0)
        return;
    if (tx->part) {
        undo_part(s);
        return;
    }
    s->undone |= tx->writing;
    if (--s->depth == 0)
        s->ops->rollback(s->engine);
}
