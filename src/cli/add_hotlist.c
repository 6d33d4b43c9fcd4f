/* weft add --hotlist: lists that other programs keep, as watches. */
#include "cli/add.h"
#include "cli/output.h"
#include "cli/watch_options.h"
#include "track/canonical.h"
#include "intake/hotlist.h"
#include "track/thresholds.h"

static struct record_pairs pairs_from(struct arena *a, const struct hotlist_pairs *from)
{
    struct record_pairs out = { NEW_ARRAY(a, struct record_pair, from->n), from->n };

    for (uint32_t i = 0; i < from->n; i++)
        out.item[i] = (struct record_pair){ from->item[i].name, from->item[i].value };
    return out;
}

/* Tags of the command line, those of the list, and the folder. */
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

static bool names(const struct watch_edit *x, const char *field)
{
    for (uint32_t i = 0; i < x->name.n; i++)
        if (str_eq(x->name.item[i], str_of(field)))
            return true;
    return false;
}

/* What the command line names, and what the list says: what neither speaks of stays as it is on a page that is watched already. */
static struct watch_edit edit_from(struct arena *a, const struct watch_edit *given, const struct hotlist_entry *entry)
{
    struct watch_edit x = { given->to, { NEW_ARRAY(a, struct str, WATCH_EDIT_FIELDS_MAX), given->name.n } };
    AUTO(buf) every = BUF(256);

    memcpy(x.name.item, given->name.item, given->name.n * sizeof *x.name.item);
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
    take_request(a, &x, entry);
    take_flags(&x, entry);
    return x;
}

/* What the list has and weft has no place for. */
static void tell_lost(const char *path, const struct hotlist *list)
{
    struct err lost;
    uint32_t n_notes = 0;

    for (uint32_t i = 0; i < list->lost.n; i++) {
        err_set(&lost, E_FORMAT, "%s: %.*s", path, STR_ARG(list->lost.item[i]));
        output_trouble(&lost);
    }
    for (uint32_t i = 0; i < list->n; i++)
        n_notes += list->item[i].note.len > 0;
    if (n_notes == 0)
        return;
    err_set(&lost, E_FORMAT, "%s: the notes on %u %s are left out", path, n_notes, n_notes == 1 ? "page" : "pages");
    output_trouble(&lost);
}

int add_hotlist(struct add_context *x, const char *path, const struct watch_edit *given, struct err *e)
{
    struct arena *a = &x->session->arena;
    struct hotlist list;

    if (hotlist_load(a, path, &list, e))
        return e->code;
    if (list.n == 0 && list.lost.n == 0)
        return err_set(e, E_FORMAT, "%s: there is no address in it", path);
    for (uint32_t i = 0; i < list.n; i++) {
        struct watch_edit edit = edit_from(a, given, &list.item[i]);
        struct watch_change change;
        int failed = add_page(x, canonical_url(a, list.item[i].url), &edit, &change, e);
        if (failed && failed != E_USAGE)
            return failed;
        if (failed) { /* of this entry alone */
            err_in(e, "%s: %.*s", path, STR_ARG(list.item[i].url));
            output_trouble(e);
        }
    }
    tell_lost(path, &list);
    return 0;
}
