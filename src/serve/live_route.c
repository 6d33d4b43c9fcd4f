/* GET /live: news as they come. */
#include "serve/routes.h"
#include "serve/server.h"

int route_live(struct http_request *r, struct err *e)
{
    r->answer.live = live_subscribe(&r->server->live, r->caller.who.user);
    if (!r->answer.live)
        return err_set(e, E_SYSTEM, "too many windows wait for news; close some");
    r->answer.type = "text/event-stream";
    answer_header(r, "X-Accel-Buffering", STR("no"));
    return 0;
}
