/* On the origin of stored pages: a comparison or a version, as show/ writes it, under a policy of HTTP that holds whatever is in it.
 *
 * Every page here is hostile. Three things hold without each other: what show/ writes, the policy in the header, the sandbox of the frame
 * around. No cookie is read or set. What was made is kept for others who may see it. */
#include "archive/accounts.h"
#include "archive/comparison.h"
#include "archive/watched.h"
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

static int show_text(struct shown *s, const struct delta *d, struct str note, struct buf *out, struct err *e)
{
    AUTO(buf) text = BUF(ANSWER_MAX_BYTES);
    struct arena *a = s->caller.arena;
    struct show_options options = {
        .format = SHOW_TEXT,
        .width = 100,
        .old_name = arena_printf(a, "%.*s, version %lld", STR_ARG(s->target.name), (long long)s->view.from),
        .new_name = arena_printf(a, "%.*s, version %lld", STR_ARG(s->target.name), (long long)s->view.to),
    };
    int failed = show_delta(a, d, &options, &text, e);

    if (failed)
        return failed;
    shown_open_text(out, "Text");
    if (note.len)
        HTML(out, "<p class=\"gap\">{}</p>", TEXT(note));
    HTML(out, "<pre>{}</pre>", TEXT(text.len ? buf_str(&text) : STR("The pages say the same.")));
    shown_close_text(out);
    return 0;
}

/* "3 changes are not shown: 2 are noise. “All” shows them." */
static struct str note_of(struct shown *s, const struct comparison *x)
{
    struct str left = comparison_left_out(s->caller.arena, x);

    if (left.len)
        left = arena_printf(s->caller.arena, "%.*s.%s", STR_ARG(left), s->view.shared ? "" : " “Everything” above shows all.");
    if (comparison_held(x).len && !s->view.shared)
        left = arena_printf(s->caller.arena, "This was held back and not announced. %.*s", STR_ARG(left));
    return x->note.len ? arena_printf(s->caller.arena, "%.*s. %.*s", STR_ARG(x->note), STR_ARG(left)) : left;
}

/* As the user's own watch sees the page, so that it says what the check and the news say. */
static int show_comparison(struct shown *s, struct buf *out, struct err *e)
{
    static const enum show_format formats[] = {
        [VIEW_MERGED] = SHOW_MERGED, [VIEW_SIDE] = SHOW_SIDE, [VIEW_CHANGES] = SHOW_CHANGES
    };
    struct comparison_query query = { .target = &s->target, .old = s->view.from, .new = s->view.to, .whole = s->view.whole };
    struct comparison x;
    int failed;

    if (s->view.kind == VIEW_SOURCE || s->view.kind == VIEW_BLOCKS) {
        if ((failed = read_body(s, s->view.from, &s->body[0], e)) || (failed = read_body(s, s->view.to, &s->body[1], e)))
            return failed;
        return s->view.kind == VIEW_SOURCE ? shown_source(s, out, e) : shown_blocks(s, out, e);
    }
    if ((failed = comparison_make(&s->caller, &query, &x, e))
        || (failed = crew_step(s->request->work, "Writing the page with its changes", e)))
        return failed;
    struct str note = note_of(s, &x);
    if (s->view.kind == VIEW_TEXT)
        return show_text(s, &x.delta, note, out, e);
    struct show_options options = {
        .format = formats[s->view.kind], .untitled = true, .old_name = STR("old"), .new_name = STR("new"), .note = note
    };
    return show_delta(s->caller.arena, &x.delta, &options, out, e);
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

/* Pictures and styles of the page may load from where it says, as when it was open, unless the reader said no; nothing runs but the script
 * of our frame, nothing is sent, and only the application may show it. */
static void add_policy(struct http_request *r, const struct page_view *v)
{
    bool frame = v->kind <= VIEW_BLOCKS;
    struct str script = frame ? web_frame_js_policy : STR("'none'");

    answer_header(r, "Content-Security-Policy",
                  arena_printf(r->arena, "sandbox%s; %s%.*s; frame-ancestors %.*s",
                               frame ? " allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox" : "",
                               v->alone ? POLICY_ALONE : POLICY, STR_ARG(script), STR_ARG(r->origin)));
    answer_header(r, "Cache-Control", STR("private, max-age=60"));
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

/* What the user asks of the page; empty: they do not watch it, but may see it. */
static struct str watch_of(const struct shown *s)
{
    struct watched w;
    struct err not_watched;

    return watched_page(&s->caller, s->view.page, &w, &not_watched) ? STR("") : watch_write(s->caller.arena, &w.watch);
}

int route_view(struct http_request *r, struct err *e)
{
    struct shown s = { .request = r };
    struct cache *cache = &r->server->cache;
    int failed = open_shown(r, &s, e);

    if (failed)
        return failed;
    uint64_t key = view_key(&s.view, watch_of(&s));
    struct cached *found = cache_find(cache, key);
    if (!found) {
        const char *stage = s.view.kind == VIEW_VERSION ? "Reading the version" : "Reading both versions and comparing them";
        if ((failed = crew_step(r->work, stage, e))
            || (failed =
                    s.view.kind == VIEW_VERSION ? show_version(&s, &r->answer.body, e) : show_comparison(&s, &r->answer.body, e))
            || (failed = buf_check(&r->answer.body, e)))
            return failed;
        found = cache_put(cache, key, buf_str(&r->answer.body));
        buf_drop(&r->answer.body);
        r->answer.body = (struct buf)BUF(ANSWER_MAX_BYTES);
    }
    r->answer.held = found;
    r->answer.bytes = found->bytes;
    r->answer.type = "text/html; charset=utf-8";
    add_policy(r, &s.view);
    return 0;
}
