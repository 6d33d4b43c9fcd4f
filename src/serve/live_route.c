/* GET /live: news as they come, and those since the page was made or the connection was lost. */
#include "serve/routes.h"
#include "serve/server.h"

int route_live(struct http_request *r, struct err *e)
{
    uint64_t last;
    int64_t since = str_number(r->last_event, INT64_MAX - 1, &last) ? (int64_t)last + 1 : form_number(&r->query, "since");

    r->answer.live = live_subscribe(&r->server->live, r->caller.who.user, since);
    if (!r->answer.live)
        return err_set(e, E_SYSTEM, "too many windows wait for news; close some");
    r->answer.type = "text/event-stream";
    answer_header(r, "X-Accel-Buffering", STR("no"));
    return 0;
}
