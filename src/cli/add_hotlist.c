/* weft add --hotlist: lists that other programs keep, as watches. */
#include "cli/add.h"
#include "cli/output.h"
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

static struct record_list strs_from(const struct hotlist_strs *from, const struct record_list *given)
{
    return from->n ? (struct record_list){ from->item, from->n } : *given;
}

static struct watch watch_from(struct arena *a, const struct watch *given, const struct hotlist_entry *entry)
{
    struct watch w = *given;
    AUTO(buf) every = BUF(256);

    if (entry->has_every && w.every.len == 0) {
        threshold_add(&every, entry->every_ms);
        w.every = arena_str(a, buf_str(&every));
    }
    w.title = entry->title.len ? entry->title : given->title;
    w.tags = tags_from(a, &given->tags, entry);
    w.select = strs_from(&entry->select, &given->select);
    w.ignore = strs_from(&entry->ignore, &given->ignore);
    if (entry->headers.n)
        w.header = pairs_from(a, &entry->headers);
    if (entry->form.n)
        w.form = pairs_from(a, &entry->form);
    if (entry->user.len) {
        w.user = entry->user;
        w.password = entry->password;
    }
    w.proxy = entry->proxy.len ? entry->proxy : w.proxy;
    w.paused |= entry->paused;
    w.browser |= entry->browser;
    w.ignore_robots |= entry->ignore_robots;
    return w;
}

int add_hotlist(struct adding *x, const char *path, const struct watch *given, struct err *e)
{
    struct arena *a = &x->session->arena;
    struct hotlist list;

    if (hotlist_load(a, path, &list, e))
        return e->code;
    if (list.n == 0 && list.lost.n == 0)
        return err_set(e, E_FORMAT, "%s: there is no address in it", path);
    for (uint32_t i = 0; i < list.n; i++) {
        struct watch w = watch_from(a, given, &list.item[i]);
        if (add_page(x, canonical_url(a, list.item[i].url), &w, e))
            return e->code;
    }
    for (uint32_t i = 0; i < list.lost.n; i++) {
        struct err lost;
        err_set(&lost, E_FORMAT, "%s: %.*s", path, STR_ARG(list.lost.item[i]));
        output_trouble(&lost);
    }
    return 0;
}
