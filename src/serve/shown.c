/* On the origin of stored pages: a comparison or a version, as show/ writes it, under a policy of HTTP that holds whatever is in it.
 *
 * Every page here is hostile. Three things hold without each other: what show/ writes, the policy in the header, the sandbox of the frame
 * around. No cookie is read or set. What was made is kept for others who may see it. */
#include "archive/accounts.h"
#include "archive/target.h"
#include "base/limits.h"
#include "page/body.h"
#include "serve/html.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shown.h"
#include "serve/view.h"
#include "show/merge.h"
#include "show/policy.h"
#include "show/show.h"
#include "show/web.h"

static int read_body(const struct shown *s, int64_t number, struct body *out, struct err *e)
{
    struct target t = s->target;
    struct target_version v;
    int failed;

    t.at = arena_printf(s->caller.arena, "%lld", (long long)number);
    if ((failed = target_version(&s->caller, &t, &v, e)))
        return failed;
    *out = (struct body){ .content_type = v.content_type, .url = s->target.name };
    return target_body(&s->caller, &s->target, number, &out->bytes, e);
}

/* ---- Views ---- */

static int compare(struct shown *s, struct delta *delta, struct err *e)
{
    struct arena *a = s->caller.arena;
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW_ARRAY(a, struct page, 2);
    int failed;

    symbols_open(symbols, a);
    if ((failed = body_read_pair(a, symbols, s->body, page, e)))
        return failed;
    return compare_pages(a, &page[0], &page[1], delta, e);
}

static int show_text(struct shown *s, const struct delta *d, struct buf *out, struct err *e)
{
    AUTO(buf) text = BUF(ANSWER_MAX_BYTES);
    int failed = show_delta(s->caller.arena, d, &(struct show_options){ .format = SHOW_TEXT, .width = 100 }, &text, e);

    if (failed)
        return failed;
    shown_open_text(out, "Text");
    HTML(out, "<pre>{}</pre>", TEXT(buf_str(&text)));
    shown_close_text(out);
    return 0;
}

static int show_comparison(struct shown *s, struct buf *out, struct err *e)
{
    static const enum show_format formats[] = {
        [VIEW_MERGED] = SHOW_MERGED, [VIEW_SIDE] = SHOW_SIDE, [VIEW_CHANGES] = SHOW_CHANGES
    };
    struct delta delta;
    int failed;

    if ((failed = read_body(s, s->view.from, &s->body[0], e)) || (failed = read_body(s, s->view.to, &s->body[1], e)))
        return failed;
    if (s->view.kind == VIEW_SOURCE)
        return shown_source(s, out, e);
    if (s->view.kind == VIEW_BLOCKS)
        return shown_blocks(s, out, e);
    if ((failed = compare(s, &delta, e)))
        return failed;
    if (s->view.kind == VIEW_TEXT)
        return show_text(s, &delta, out, e);
    struct show_options options = {
        .format = formats[s->view.kind], .untitled = true, .old_name = STR("old"), .new_name = STR("new")
    };
    return show_delta(s->caller.arena, &delta, &options, out, e);
}

static int show_version(struct shown *s, struct buf *out, struct err *e)
{
    struct arena *a = s->caller.arena;
    struct symbols symbols;
    struct page page;
    int failed = read_body(s, s->view.to, &s->body[1], e);

    if (failed)
        return failed;
    if (body_kind(&s->body[1]) != KIND_MARKUP) {
        shown_open_text(out, "The file as it was");
        HTML(out, "<pre>{}</pre>", TEXT(s->body[1].bytes));
        shown_close_text(out);
        return 0;
    }
    symbols_open(&symbols, a);
    failed = body_read_as(a, &symbols, &s->body[1], KIND_MARKUP, &page, e);
    return failed ? failed : show_clean(a, &page, out, e);
}

/* ---- The route ---- */

/* Pictures and styles of the page may load from where it says, as when it was open; nothing runs but the script of our frame, nothing is
 * sent, and only the application may show it. */
static void add_policy(struct http_request *r, enum view_kind kind)
{
    bool frame = kind <= VIEW_BLOCKS;
    struct str script = frame ? web_frame_js_policy : STR("'none'");

    answer_header(r, "Content-Security-Policy",
                  arena_printf(r->arena, "sandbox%s; " POLICY "%.*s; frame-ancestors %.*s",
                               frame ? " allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" : "",
                               STR_ARG(script), STR_ARG(r->origin)));
    answer_header(r, "Cache-Control", STR("private, max-age=3600"));
    answer_header(r, "X-Robots-Tag", STR("noindex"));
}

static int open_shown(struct http_request *r, struct shown *s, struct err *e)
{
    struct caller machine = r->caller;
    int failed = view_read(r, &s->view, e);

    machine.who.role = ROLE_ADMIN; /* the signature is the proof */
    s->caller = r->caller;
    if (failed || (failed = accounts_principal(&machine, s->view.user, &s->caller.who, e)))
        return failed;
    return target_page(&s->caller, s->view.page, &s->target, e);
}

int route_view(struct http_request *r, struct err *e)
{
    struct shown s = { .request = r };
    struct cache *cache = &r->server->cache;
    int failed = open_shown(r, &s, e);

    if (failed)
        return failed;
    uint64_t key = view_key(&s.view);
    struct cached *found = cache_find(cache, key);
    if (!found) {
        failed = s.view.kind == VIEW_VERSION ? show_version(&s, &r->answer.body, e) : show_comparison(&s, &r->answer.body, e);
        if (failed || (failed = buf_check(&r->answer.body, e)))
            return failed;
        found = cache_put(cache, key, buf_str(&r->answer.body));
        buf_drop(&r->answer.body);
        r->answer.body = (struct buf)BUF(ANSWER_MAX_BYTES);
    }
    r->answer.held = found;
    r->answer.bytes = found->bytes;
    r->answer.type = "text/html; charset=utf-8";
    add_policy(r, s.view.kind);
    return 0;
}
