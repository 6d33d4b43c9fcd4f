/* Slow work of one's own: how far it is, for a page that waits for it, and its end where nobody wants it any more. */
#include "serve/api.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/view.h"

/* The work is named by the query of the frame that waits for it; only what was asked for by the same user is told or stopped. */
static struct str named(struct http_request *r)
{
    struct str view = form_value(str_eq(r->method, STR("POST")) ? &r->form : &r->query, "view");

    return str_starts(view, STR("?")) ? str_sub(view, 1, view.len) : view;
}

int route_work(struct http_request *r, struct err *e)
{
    struct str query = named(r);
    struct crew_state state = { 0 };
    struct json j;

    if (view_owner(query) != r->caller.who.user)
        return err_set(e, E_ABSENT, "there is no such work");
    state = crew_look(&r->server->crew, view_share(query), r->caller.who.user);
    api_open(r, &j);
    json_object(&j);
    json_field_str(&j, "state", !state.known ? STR("done") : state.before ? STR("waiting") : STR("working"));
    json_field_number(&j, "before", state.before);
    json_field_number(&j, "seconds", state.ms / 1000);
    json_field_str(&j, "words", str_of(state.stage ? state.stage : ""));
    json_end(&j);
    return 0;
}

int route_work_stop(struct http_request *r, struct err *e)
{
    struct str query = named(r);

    if (view_owner(query) != r->caller.who.user)
        return err_set(e, E_ABSENT, "there is no such work");
    unsigned n = crew_stop(&r->server->crew, view_share(query), r->caller.who.user);
    answer_done(r, n ? STR("Stopped") : STR("It was finished already"), 0, STR("/"));
    return 0;
}
