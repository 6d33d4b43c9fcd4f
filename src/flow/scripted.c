/* In: an answer with a page. Out: the same answer with the page as a browser has it after its scripts.
 *
 * The browser is given the address, not the body: scripts may ask for their own page again, and cookies are set along the way. It is the
 * address that was asked for, with its redirects before it: so what is sent to whom is decided hop by hop, by the same rule as in the
 * fetcher.
 *  1. No words hold what is secret: a user and password in the address are left out. */
#include "flow/scripted.h"

#include "base/hash.h"
#include "base/limits.h"
#include "browser/pass.h"
#include "fetch/verdict.h"
#include "segment/snapshot.h"

static void fail(struct arena *a, struct response *r, enum fetch_state state, struct str words)
{
    struct browser_pass login = { 0 };
    struct str url = pass_take_login(a, r->url, &login);
    r->state = state;
    r->message = arena_printf(a, "%.*s: %.*s", STR_ARG(url), STR_ARG(words));
    r->body = STR("");
    r->body_hash = 0;
}

static const enum fetch_state states[BROWSER_STATES] = {
    [BROWSER_OK] = FETCH_OK,        [BROWSER_UNSETTLED] = FETCH_OK,   [BROWSER_FAILED] = FETCH_BROKEN,
    [BROWSER_HUNG] = FETCH_TIMEOUT, [BROWSER_CRASHED] = FETCH_BROKEN, [BROWSER_TOO_LARGE] = FETCH_TOO_LARGE,
};

struct browser_request scripted_request(const struct request *q, const struct response *r)
{
    struct browser_request out = {
        .url = q->url,
        .proxy = q->proxy,
        .pass = { .header = q->header,
                  .n_header = q->n_header,
                  .user = q->user,
                  .password = q->password,
                  .bearer = q->bearer,
                  .cookies = r->cookies.len ? r->cookies : q->cookies },
    };
    if (q->n_form) {
        out.has_body = true;
        out.body = r->body;
        out.content_type = r->content_type;
    }
    return out;
}

/* The page came once and did not come again: what the browser shows is not the page. */
static bool is_refused(struct arena *a, const struct browser_page *page, struct response *r)
{
    AUTO(buf) words = BUF(KIB(4));
    if (page->status < 400)
        return false;
    enum fetch_state state = verdict_status(page->status, page->final_url, "", &words);
    fail(a, r, state, buf_str(&words));
    r->status = page->status;
    return true;
}

void scripted_take(struct arena *a, const struct browser_page *page, const struct err *failed, uint64_t known, struct response *r)
{
    AUTO(arena) scratch = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct snapshot snapshot;
    struct str html;
    struct err e = { 0 };
    if (failed) {
        fail(a, r, FETCH_BROKEN, str_of(failed->text));
        return;
    }
    if (states[page->state] != FETCH_OK) {
        fail(a, r, states[page->state], page->message);
        return;
    }
    if (is_refused(a, page, r))
        return;
    if (snapshot_read(&scratch, page->snapshot, &snapshot, &e) || snapshot_html(&scratch, &snapshot, &html, &e)) {
        fail(a, r, FETCH_BROKEN, str_of(e.text));
        return;
    }
    r->state = FETCH_OK;
    r->body = arena_str(a, html);
    r->body_hash = hash_str(html);
    r->unchanged = known && known == r->body_hash;
    r->content_type = STR("text/html; charset=utf-8");
    r->etag = r->last_modified = STR("");
}
