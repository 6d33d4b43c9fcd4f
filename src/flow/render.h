/* A page model with the layout that a browser gives it: fetch's Chromium, segment's snapshot and the page model joined. */
#ifndef FLOW_RENDER_H
#define FLOW_RENDER_H

#include "browser/browser.h"
#include "flow/settings.h"
#include "segment/layout.h"

struct render_request {
    const struct page *page; /* the model of the bytes as they came: they are what is drawn */
    struct str address;      /* of the page, for what it names: http or https; empty: unknown, then nothing is loaded */
    struct str path;         /* of a file, from the root on; it wins over the address, and nothing comes from the network */
    bool scripts;            /* run them: then the model is made anew, from the tree they leave behind */
    bool picture;
};

struct rendered {
    struct page page;     /* the one given, or with scripts that of `html` */
    struct layout layout; /* of its nodes */
    struct str html;      /* with scripts: the page as they left it, UTF-8. Else empty */
    struct browser_page drawn;
};

/* What a browser takes from the settings. */
struct browser_options settings_browser_options(struct arena *a, const struct settings *s);

/* E_SYSTEM: there is no browser, or it cannot show the page; the words say why and what to do. */
int render_page(struct arena *a, struct browser *b, const struct render_request *q, struct rendered *out, struct err *e) MUST_CHECK;

#endif
