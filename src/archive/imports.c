/* In: entries of a list. Out: watches. What an entry says becomes the fields of an edit; the rest is watches.h. */
#include "archive/imports.h"

#include "archive/address.h"
#include "archive/watches.h"
#include "track/thresholds.h"

static struct record_pairs pairs_from(struct arena *a, const struct hotlist_pairs *from)
{
    struct record_pairs out = { NEW_ARRAY(a, struct record_pair, from->n), from->n };

    for (uint32_t i = 0; i < from->n; i++)
        out.item[i] = (struct record_pair){ .name = from->item[i].name, .value = from->item[i].value };
    return out;
}

/* Tags that are given for all, those of the list, and the folder. */
static struct record_list tags_from(struct arena *a, const struct record_list *given, const struct hotlist_entry *entry)
{
    struct record_list out = { NEW_ARRAY(a, struct str, given->n + entry->tags.n + 1), 0 };

    for (uint32_t i = 0; i < given->n; i++)
        out.item[out.n++] = given->item[i];
    for (uint32_t i = 0; i < entry->tags.n; i++)
        out.item[out.n++] = entry->tags.item[i];
    if (entry->folder.len)
        out.item[out.n++] = entry->folder;
    return out;
}

/* The list has something to say of the field. */
static void name(struct watch_edit *x, const char *field)
{
    x->name.item[x->name.n++] = str_of(field);
}

static void take_request(struct arena *a, struct watch_edit *x, const struct hotlist_entry *entry)
{
    if (entry->headers.n) {
        x->to.header = pairs_from(a, &entry->headers);
        name(x, "header");
    }
    if (entry->form.n) {
        x->to.form = pairs_from(a, &entry->form);
        name(x, "form");
    }
    if (entry->user.len) {
        x->to.user = entry->user;
        x->to.password = entry->password;
        name(x, "user");
        name(x, "password");
    }
    if (entry->proxy.len) {
        x->to.proxy = entry->proxy;
        name(x, "proxy");
    }
}

static void take_flags(struct watch_edit *x, const struct hotlist_entry *entry)
{
    const struct {
        bool set, *to;
        const char *field;
    } flags[] = {
        { entry->paused, &x->to.paused, "paused" },
        { entry->browser, &x->to.browser, "browser" },
        { entry->ignore_robots, &x->to.ignore_robots, "ignore_robots" },
    };

    for (size_t i = 0; i < ARRAY_LEN(flags); i++)
        if (flags[i].set) {
            *flags[i].to = true;
            name(x, flags[i].field);
        }
}

enum { ENTRY_FIELDS = 15 }; /* that an entry may name: those above and in import_edit() */

static bool names(const struct watch_edit *x, const char *field)
{
    for (uint32_t i = 0; i < x->name.n; i++)
        if (str_eq(x->name.item[i], str_of(field)))
            return true;
    return false;
}

struct watch_edit import_edit(struct arena *a, const struct watch_edit *given, const struct hotlist_entry *entry)
{
    struct watch_edit x = { given->to, { NEW_ARRAY(a, struct str, given->name.n + ENTRY_FIELDS), given->name.n } };
    AUTO(buf) every = BUF(256);

    for (uint32_t i = 0; i < given->name.n; i++)
        x.name.item[i] = given->name.item[i];
    if (entry->has_every && !names(given, "every")) {
        threshold_add(&every, entry->every_ms);
        x.to.every = arena_str(a, buf_str(&every));
        name(&x, "every");
    }
    if (entry->title.len) {
        x.to.title = entry->title;
        name(&x, "title");
    }
    if (entry->tags.n || entry->folder.len) {
        x.to.tags = tags_from(a, &given->to.tags, entry);
        name(&x, "tags");
    }
    if (entry->select.n) {
        x.to.select = (struct record_list){ entry->select.item, entry->select.n };
        name(&x, "select");
    }
    if (entry->ignore.n) {
        x.to.ignore = (struct record_list){ entry->ignore.item, entry->ignore.n };
        name(&x, "ignore");
    }
    if (entry->muted) {
        x.to.notify = (struct record_list){ NEW_ARRAY(a, struct str, 1), 1 };
        x.to.notify.item[0] = STR("none");
        name(&x, "notify");
    }
    take_request(a, &x, entry);
    take_flags(&x, entry);
    return x;
}

static void refuse(const struct caller *c, struct import_result *out, struct str url, const struct err *why)
{
    struct str words = arena_str(c->arena, str_of(why->text));

    if (!str_starts(words, url))
        words = arena_printf(c->arena, "%.*s: %.*s", STR_ARG(url), STR_ARG(words));
    if (out->n_refused < IMPORT_REFUSED_SHOWN)
        out->refused[out->n_refused] = (struct import_refused){ url, words };
    out->n_refused++;
}

static int import_one(const struct caller *c, const struct hotlist_entry *entry, const struct watch_edit *given,
                      struct import_result *out, struct err *e)
{
    struct hotlist_entry own = *entry;
    struct watch_change change;
    struct str url;
    int failed = address_read(c, entry->url, &url, e);

    if (c->who.role != ROLE_ADMIN) { /* how the machine reaches the world is its owner's affair */
        own.proxy = STR("");
        own.browser = own.ignore_robots = false;
    }
    struct watch_edit edit = import_edit(c->arena, given, &own);
    if (!failed)
        failed = watches_add(c, url, &edit, &change, e);
    if (failed == E_USAGE || failed == E_DENIED) {
        refuse(c, out, entry->url, e);
        return 0;
    }
    if (failed)
        return failed;
    *(change.is_new ? &out->n_new : &out->n_known) += 1;
    if (out->n_pages < IMPORT_PAGES_SHOWN)
        out->page[out->n_pages++] = (struct import_page){ change.page, !change.is_new };
    return 0;
}

int import_some(const struct caller *c, const struct hotlist *list, struct import_part part, const struct watch_edit *given,
                struct import_result *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    uint32_t end = MIN(list->n, part.from + part.n);
    int failed = caller_must_write(c, e);

    if (failed || (failed = store_begin(c->store, &tx, e)))
        return failed;
    for (uint32_t i = part.from; i < end && !failed; i++)
        failed = import_one(c, &list->item[i], given, out, e);
    return failed ? failed : store_commit(&tx, e);
}
