/* One page in Chromium, from its context to its end: what is sent, and what the events say. Waits for nothing itself. */
#ifndef BROWSER_TAB_H
#define BROWSER_TAB_H

#include "base/map.h"
#include "browser/browser.h"
#include "browser/wire.h"

/* Calls whose answers somebody waits for. */
enum tab_call {
    CALL_OTHER,
    CALL_VERSION,
    CALL_CONTEXT,
    CALL_TARGET,
    CALL_ATTACH,
    CALL_NAVIGATE,
    CALL_METRICS,
    CALL_SNAPSHOT,
    CALL_PICTURE,
    CALL_DISPOSE,
    CALLS
};

enum { TAB_ID_MAX = 63, TABS_MAX = 16 };

struct tab {
    struct wire *wire;
    unsigned number;     /* among the tabs of the browser: answers come back to it */
    unsigned proxy_port; /* of its own proxy; 0: the browser's */
    struct arena *arena; /* of the page */
    const struct browser_request *request;
    struct str url; /* as Chromium gets it */
    struct browser_pass pass;
    struct str origin; /* an address of the origin that the pass is for, as Chromium writes it; empty until it asks for the page */
    struct map frames; /* of which origin their documents are: enum frame_state */
    uint64_t first_call;   /* of this page: answers to earlier ones are not for it */
    uint32_t n_orders;     /* without an answer yet */
    uint32_t done, failed; /* one bit for each enum tab_call */
    char context[TAB_ID_MAX + 1], target[TAB_ID_MAX + 1], session[TAB_ID_MAX + 1];
    struct str fulfilled; /* the address that the body was given for */
    bool navigated, loaded, crashed, closed;
    bool refused; /* the proxy has answered instead of the page's server: `fault` says why */
    unsigned status;
    struct str final_url, fault;
    struct map open; /* requests under way: 1; over: 0 */
    uint32_t n_open;
    int64_t quiet_at;             /* since when nothing is under way */
    double width, height;         /* of the whole page, where CALL_METRICS is done */
    struct str snapshot, picture; /* raw answers */
    struct wire_place place;      /* for the one that is waited for; its arena is NULL where none is */
    uint32_t n_dialogs, n_windows, n_downloads;
};

/* `number` is below TABS_MAX and no other open tab's. */
void tab_open(struct tab *t, struct wire *w, unsigned number, struct arena *a, const struct browser_request *q);

/* The calls in their order. Each adds to the wire and returns. */
void tab_ask_version(struct tab *t);
void tab_ask_context(struct tab *t);
void tab_ask_target(struct tab *t);
void tab_ask_attach(struct tab *t);
/* All that fixes the look of the page. Chromium applies what comes after the navigation too late: first n_orders must be 0 again. */
void tab_order_look(struct tab *t);
void tab_navigate(struct tab *t);
void tab_ask_metrics(struct tab *t);
void tab_ask_snapshot(struct tab *t);
void tab_ask_picture(struct tab *t);
void tab_end_scripts(struct tab *t);
void tab_ask_dispose(struct tab *t);

/* Whom a message is for. */
struct tab_address {
    bool answer; /* of tab `number`; else an event of `session` */
    unsigned number;
    struct str session; /* empty: an event of the browser as a whole, which is for all tabs */
};

struct tab_address tab_address(struct str message);
/* Whether the tab waits for a large answer that begins so. */
bool tab_waits(const struct tab *t, struct str beginning);
/* Takes one message; what belongs to no page or to an earlier one is passed over. */
void tab_take(struct tab *t, struct str message, int64_t now_ms);

static inline bool tab_has(const struct tab *t, enum tab_call call)
{
    return t->done >> call & 1;
}

#endif
