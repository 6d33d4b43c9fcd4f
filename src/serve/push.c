/* POST /api/v1/push: somebody beside a web server says that pages have changed (notify/push.h). The signature is the right. */
#include "archive/pushes.h"
#include "serve/api.h"
#include "serve/routes.h"
#include "serve/server.h"

int api_push(struct http_request *r, struct err *e)
{
    struct push_request q = { r->push_id, r->push_time, r->push_signature, r->body };
    struct pushed pushed;
    struct json j;
    int failed = pushes_take(&r->caller, &q, &pushed, e);

    if (failed)
        return failed;
    for (uint32_t i = 0; i < pushed.n; i++)
        scheduler_ask(&r->server->scheduler, pushed.page[i]);
    r->answer.status = 202;
    api_open(r, &j);
    json_object(&j);
    json_field_number(&j, "pages", pushed.n);
    json_field_number(&j, "unknown", pushed.unknown);
    json_end(&j);
    return 0;
}
