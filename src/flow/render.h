/* The one place that turns a page and a choice of layout into blocks: weft's own estimate, or Chromium's drawing joined with the page
 * model.
 *
 *     AUTO(renderer) r = renderer_of(a, &settings);
 *     if (render_blocks(a, &r, &(struct render_request){ .page = &page, .pdoc = BLOCK_PDOC }, &out, e)) ...
 *     judge(..., &(struct cutter){ renderer_cut, &r }) */
#ifndef FLOW_RENDER_H
#define FLOW_RENDER_H

#include "browser/browser.h"
#include "flow/draw_queue.h"
#include "flow/settings.h"
#include "segment/cutter.h"

struct render_request {
    const struct page *page; /* the model of the bytes as they came: they are what is drawn */
    struct str address;      /* of the page, for what it names: http or https; empty: unknown, then nothing is loaded */
    struct str path;         /* of a file, from the root on; it wins over the address, and nothing comes from the network */
    bool scripts;            /* run them: then the model is made anew, from the tree they leave behind */
    bool picture;
    unsigned pdoc; /* for blocks */
};

struct rendered {
    struct page page;          /* the one given, or with scripts that of `html` */
    struct layout layout;      /* of its nodes */
    struct blocks blocks;      /* of render_blocks(); their page is the one above */
    struct str html;           /* with scripts: the page as they left it, UTF-8. Else empty */
    struct browser_page drawn; /* of a browser */
};

/* Where layouts come from. The browser is started with the first page that it draws, and draws them all. */
struct renderer {
    enum layout_source layout; /* LAYOUT_ESTIMATE or LAYOUT_BROWSER */
    struct draw_queue *queue;  /* the browser is another thread's, and pages go this way; NULL: it is our own */
    struct browser_options options;
    struct browser *browser;
};

/* What a browser takes from the settings. */
struct browser_options settings_browser_options(struct arena *a, const struct settings *s);

/* As the settings say. What it holds lies in the arena. */
struct renderer renderer_of(struct arena *a, const struct settings *s);
void renderer_drop(struct renderer *r);

/* The layout of the page, by the estimate or by the browser. With the estimate the page stays as it is: scripts are not run. */
int render_layout(struct arena *a, struct renderer *r, const struct render_request *q, struct rendered *out, struct err *e)
    MUST_CHECK;
/* The same, and its blocks. `out` must stay where it is as long as they are used. */
int render_blocks(struct arena *a, struct renderer *r, const struct render_request *q, struct rendered *out, struct err *e)
    MUST_CHECK;
/* A cutter (segment/cutter.h) whose self is a renderer: pages as they are, without their scripts. A page that the browser cannot draw is
 * cut by the estimate. */
int renderer_cut(void *self, struct arena *a, const struct page *page, struct blocks *out, struct err *e) MUST_CHECK;

/* E_SYSTEM: there is no browser, or it cannot show the page; the words say why and what to do. */
int render_page(struct arena *a, struct renderer *r, const struct render_request *q, struct rendered *out, struct err *e)
    MUST_CHECK;

#endif
