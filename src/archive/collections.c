/* In: what a user wants others to read. Out: rows of the store. O(log rows) for each call, and what comes out. */
#include "archive/collections.h"

#include "archive/things.h"
#include "base/vec.h"

static struct record_list lines_of(struct arena *a, struct str text)
{
    VEC(struct str) list = { 0 };

    while (text.len)
        *VEC_ADD(a, &list) = str_cut(&text, '\n');
    return (struct record_list){ list.item, list.n };
}

static int fill(const struct caller *c, const struct store_collection *row, struct collection *out, struct err *e)
{
    *out = (struct collection){ .row = *row, .tags = lines_of(c->arena, row->tags), .is_mine = row->user == c->who.user };
    return store_collection_pages(c->arena, c->store, row->id, &out->chosen, e);
}

/* ---- Reading ---- */

static int add_rows(const struct caller *c, const struct store_collections *rows, bool mine, struct collections *out, struct err *e)
{
    int failed = 0;

    for (uint32_t i = 0; i < rows->n && !failed; i++)
        if ((rows->item[i].user == c->who.user) == mine)
            failed = fill(c, &rows->item[i], &out->item[out->n++], e);
    return failed;
}

int collections_list(const struct caller *c, struct collections *out, struct err *e)
{
    struct store_collections own = { 0 }, public;
    int failed = c->who.user ? store_collection_list(c->arena, c->store, c->who.user, &own, e) : 0;

    if (failed || (failed = store_collection_list(c->arena, c->store, 0, &public, e)))
        return failed;
    struct collections list = { NEW_ARRAY(c->arena, struct collection, own.n + public.n + 1), 0 };
    if ((failed = add_rows(c, &own, true, &list, e)) || (failed = add_rows(c, &public, false, &list, e)))
        return failed;
    *out = list;
    return 0;
}

static int absent(struct str name, struct err *e)
{
    return err_set(e, E_ABSENT, "there is no collection %.*s", STR_ARG(name));
}

int collections_find(const struct caller *c, struct str name, struct collection *out, struct err *e)
{
    struct store_collection row;
    int failed = store_collection_find(c->arena, c->store, name, &row, e);

    if (failed == E_ABSENT || (!failed && !row.is_public && (!c->who.user || row.user != c->who.user)))
        return absent(name, e);
    return failed ? failed : fill(c, &row, out, e);
}

static int find_own(const struct caller *c, struct str name, struct collection *out, struct err *e)
{
    int failed = caller_must_write(c, e);

    if (failed || (failed = collections_find(c, name, out, e)))
        return failed;
    return out->is_mine ? 0 : absent(name, e);
}

/* ---- Writing ---- */

/* It stands in addresses, and is typed there by people. */
static int check_name(struct str name, struct err *e)
{
    bool fine = name.len > 0 && name.len <= COLLECTION_NAME_MAX;

    if (str_eq(name, STR("new")))
        return err_set(e, E_USAGE, "\"new\" cannot be a name: it is the address of the form for a new one");
    for (size_t i = 0; i < name.len && fine; i++) {
        char x = byte_lower(name.ptr[i]);
        fine = (x >= 'a' && x <= 'z') || (x >= '0' && x <= '9') || (i && (x == '-' || x == '_' || x == '.'));
    }
    return fine ? 0
                : err_set(e, E_USAGE, "choose a name of 1 to %d letters, digits, and . - _ that begins with a letter or digit",
                          COLLECTION_NAME_MAX);
}

static int check_text(struct str text, struct err *e)
{
    return text.len <= COLLECTION_TEXT_MAX ? 0
                                           : err_set(e, E_USAGE, "a title or description may have %d bytes", COLLECTION_TEXT_MAX);
}

static int join_tags(const struct caller *c, const struct record_list *tags, struct str *out, struct err *e)
{
    AUTO(buf) text = BUF(COLLECTION_TAGS_MAX * 200);

    if (tags->n > COLLECTION_TAGS_MAX)
        return err_set(e, E_USAGE, "a collection may have %d tags", COLLECTION_TAGS_MAX);
    for (uint32_t i = 0; i < tags->n; i++) {
        if (str_find(tags->item[i], STR("\n"), 0) != SIZE_MAX)
            return err_set(e, E_USAGE, "a tag is a single line");
        if (i)
            buf_add_char(&text, '\n');
        buf_add(&text, tags->item[i]);
    }
    return buf_take(&text, c->arena, out, e);
}

static int check_pages(const struct caller *c, const struct store_page_ids *pages, struct err *e)
{
    int failed = pages->n > COLLECTION_PAGES_MAX
                     ? err_set(e, E_USAGE, "a collection may have %d chosen pages; give them a tag", COLLECTION_PAGES_MAX)
                     : 0;

    for (uint32_t i = 0; i < pages->n && !failed; i++) {
        bool yes = false;
        failed = caller_watches(c, pages->item[i], &yes, e);
        if (!failed && !yes)
            failed = err_set(e, E_ABSENT, "you do not watch one of these pages");
    }
    return failed;
}

static int apply(const struct caller *c, const struct collection_wish *wish, struct store_collection *row, struct err *e)
{
    int failed = wish->tags ? join_tags(c, wish->tags, &row->tags, e) : 0;

    if (wish->rename)
        row->name = *wish->rename;
    if (wish->title)
        row->title = *wish->title;
    if (wish->about)
        row->about = *wish->about;
    if (wish->is_public)
        row->is_public = *wish->is_public;
    if (failed || (failed = check_name(row->name, e)) || (failed = check_text(row->title, e)))
        return failed;
    return check_text(row->about, e);
}

int collections_put(const struct caller *c, const struct collection_wish *wish, struct collection *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct collection x = { .row = { .user = c->who.user, .name = wish->name, .made_at = c->now } };
    int failed = caller_must_write(c, e);

    if (failed || (failed = store_begin(c->store, &tx, e)))
        return failed;
    if ((!wish->is_new && (failed = find_own(c, wish->name, &x, e))) || (failed = apply(c, wish, &x.row, e))
        || (wish->pages && (failed = check_pages(c, wish->pages, e)))
        || (failed = store_collection_put(c->store, &x.row, &x.row.id, e))
        || (wish->pages && (failed = store_collection_choose(c->store, x.row.id, wish->pages, e)))
        || (failed = fill(c, &x.row, out, e)))
        return failed;
    return store_commit(&tx, e);
}

int collections_drop(const struct caller *c, struct str name, struct err *e)
{
    struct collection x;
    int failed = find_own(c, name, &x, e);

    return failed ? failed : store_collection_remove(c->store, x.row.id, e);
}

/* ---- As data ---- */

/* How it came to have its pages is its owner's business. */
void collection_json(struct json *j, const struct collection *x)
{
    json_object(j);
    json_field_str(j, "name", x->row.name);
    thing_text(j, "title", x->row.title);
    thing_text(j, "about", x->row.about);
    json_field_bool(j, "public", x->row.is_public);
    json_field_bool(j, "mine", x->is_mine);
    thing_list(j, "tags", x->is_mine ? &x->tags : &(struct record_list){ 0 });
    json_key(j, "pages");
    json_array(j);
    for (uint32_t i = 0; x->is_mine && i < x->chosen.n; i++)
        json_number(j, x->chosen.item[i]);
    json_end(j);
    json_end(j);
}
