/* In: an answer with a page. Out: the same answer with the page as a browser has it after its scripts. The browser is given the address, not the
 * body: scripts may ask for their own page again, and cookies are set along the way. */
#include "flow/scripted.h"

#include "base/hash.h"
#include "base/limits.h"
#include "segment/snapshot.h"

static void fail(struct arena *a, struct response *r, enum fetch_state state, struct str words)
{
    r->state = state;
    r->message = arena_printf(a, "%.*s: %.*s", STR_ARG(r->url), STR_ARG(words));
    r->body = STR("");
    r->body_hash = 0;
}

static const enum fetch_state states[BROWSER_STATES] = {
    [BROWSER_OK] = FETCH_OK,        [BROWSER_UNSETTLED] = FETCH_OK,   [BROWSER_FAILED] = FETCH_BROKEN,
    [BROWSER_HUNG] = FETCH_TIMEOUT, [BROWSER_CRASHED] = FETCH_BROKEN, [BROWSER_TOO_LARGE] = FETCH_TOO_LARGE,
};

void scripted_answer(struct arena *a, struct browser *b, uint64_t known, struct response *r)
{
    AUTO(arena) scratch = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct browser_request q = { .url = r->final_url.len ? r->final_url : r->url };
    struct browser_page page;
    struct snapshot snapshot;
    struct str html;
    struct err e = { 0 };
    if (browser_render(&scratch, b, &q, &page, &e)) {
        fail(a, r, FETCH_BROKEN, str_of(e.text));
        return;
    }
    if (states[page.state] != FETCH_OK) {
        fail(a, r, states[page.state], page.message);
        return;
    }
    if (snapshot_read(&scratch, page.snapshot, &snapshot, &e) || snapshot_html(&scratch, &snapshot, &html, &e)) {
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
