/* weft add --hotlist: lists that other programs keep, as watches. */
#include "archive/address.h"
#include "archive/imports.h"
#include "cli/add.h"
#include "cli/output.h"

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
        struct watch_edit edit = import_edit(a, given, &list.item[i]);
        struct watch_change change;
        struct str url;
        int failed = address_read(&x->session->caller, list.item[i].url, &url, e);
        if (!failed)
            failed = add_page(x, url, &edit, &change, e);
        if (failed && failed != E_USAGE)
            return failed;
        if (failed) { /* of this entry alone */
            err_in(e, "%s: %.*s", path, STR_ARG(list.item[i].url));
            output_trouble(e);
            x->n_left_out++;
        }
    }
    tell_lost(path, &list);
    x->n_left_out += list.n_refused;
    x->n_not_carried += list.n_lost - list.n_refused;
    return 0;
}
