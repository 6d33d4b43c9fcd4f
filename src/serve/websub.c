/* GET and POST /websub/TOKEN: hubs that weft has subscribed to (notify/websub.h). The token is the right. */
#include "archive/websubs.h"
#include "serve/routes.h"
#include "serve/server.h"

int route_websub(struct http_request *r, struct err *e)
{
    struct websub_intent intent = {
        .mode = form_value(&r->query, "hub.mode"),
        .topic = form_value(&r->query, "hub.topic"),
        .challenge = form_value(&r->query, "hub.challenge"),
        .lease_seconds = form_value(&r->query, "hub.lease_seconds"),
    };
    struct str answer;
    int failed = websubs_verify(&r->caller, r->match.word[0], &intent, &answer, e);

    if (failed)
        return failed;
    r->answer.type = "text/plain; charset=utf-8";
    buf_add(&r->answer.body, answer);
    return 0;
}

int route_websub_post(struct http_request *r, struct err *e)
{
    int64_t page;
    int failed = websubs_take(&r->caller, r->match.word[0], r->hub_signature, r->body, &page, e);

    if (!failed && page)
        scheduler_ask(&r->server->scheduler, page);
    r->answer.status = failed ? r->answer.status : 202;
    return failed;
}
