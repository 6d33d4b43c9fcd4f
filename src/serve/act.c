/* What a person does to news: seen, all seen, and back again. Each is one step, and says how to take it back. */
#include "archive/marks.h"
#include "archive/watched.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"

/* Where the form was: a path of ours. */
static struct str back_to(const struct http_request *r)
{
    struct str back = form_value(&r->form, "back");

    return str_starts(back, STR("/")) && !str_starts(back, STR("//")) ? back : STR("/");
}

static struct str name_of(const struct watched *w)
{
    return w->watch.title.len ? w->watch.title : w->state.title.len ? w->state.title : w->url;
}

int route_act(struct http_request *r, struct err *e)
{
    int64_t page = request_page(r), seen = form_number(&r->form, "seen");
    struct watched w;
    int failed = watched_page(&r->caller, page, &w, e);

    if (failed || (failed = marks_set(&r->caller, page, seen, MARK_SEEN, e)))
        return failed;
    struct undo_step step = { UNDO_SEEN, page, w.seen };
    uint64_t undo = undo_put(&r->server->undos, r->caller.who.user, &step, 1);
    answer_done(r, arena_printf(r->arena, "%.*s: marked as seen", STR_ARG(name_of(&w))), undo, back_to(r));
    return 0;
}

int route_seen_all(struct http_request *r, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct str tag = form_value(&r->form, "tag");
    struct marked_list list;
    int failed = store_begin(r->caller.store, &tx, e);

    if (failed || (failed = marks_new(&r->caller, &tag, tag.len ? 1 : 0, &list, e)))
        return failed;
    struct undo_step *step = NEW_ARRAY(r->arena, struct undo_step, list.n + 1);
    for (uint32_t i = 0; i < list.n && !failed; i++) {
        struct watched w;
        if ((failed = watched_page(&r->caller, list.item[i].page.id, &w, e)) == 0) {
            step[i] = (struct undo_step){ UNDO_SEEN, list.item[i].page.id, w.seen };
            failed = marks_set(&r->caller, list.item[i].page.id, list.item[i].number, MARK_SEEN, e);
        }
    }
    if (failed || (failed = store_commit(&tx, e)))
        return failed;
    uint64_t undo = undo_put(&r->server->undos, r->caller.who.user, step, list.n);
    answer_done(r, arena_printf(r->arena, "%u %s marked as seen", list.n, list.n == 1 ? "page" : "pages"), undo, back_to(r));
    return 0;
}

int route_undo(struct http_request *r, struct err *e)
{
    uint32_t n;
    int failed = undo_do(&r->server->undos, &r->caller, (uint64_t)form_number(&r->form, "id"), &n, e);

    if (failed)
        return failed;
    answer_done(r, n == 1 ? STR("Undone") : arena_printf(r->arena, "Undone for %u pages", n), 0, back_to(r));
    return 0;
}
