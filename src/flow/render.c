/* In: a page's bytes and where they come from. Out: a page model, its layout, its blocks.
 *
 * Without scripts the browser's tree is the parser's, and the layout belongs to the model of the bytes: paths of nodes hold in the file.
 * With scripts the tree is another one: it is written as HTML and read again, so that what is stored, compared and shown later is the
 * page that was drawn. */
#include "flow/render.h"

#include "segment/snapshot.h"

struct browser_options settings_browser_options(struct arena *a, const struct settings *s)
{
    struct fetch_options fetch = settings_fetch_options(a, s);
    return (struct browser_options){
        .program = settings_text(s, SETTING_BROWSER),
        .allow_address = fetch.allow_address,
        .resolve = fetch.resolve,
        .proxy = fetch.proxy,
        .user_agent = fetch.user_agent,
        .no_sandbox = !settings_flag(s, SETTING_BROWSER_SANDBOX),
    };
}

static bool is_web(struct str address)
{
    return str_starts_nocase(address, STR("http://")) || str_starts_nocase(address, STR("https://"));
}

/* The model that the layout is for. */
static int model(struct arena *a, const struct render_request *q, const struct snapshot *s, struct rendered *out, struct err *e)
{
    if (!q->scripts) {
        out->page = *q->page;
        return 0;
    }
    int bad = snapshot_html(a, s, &out->html, e);
    struct parse_source source = { .bytes = out->html, .content_type = STR("text/html; charset=utf-8"), .no_xml = true };
    return bad ? bad : page_read(a, q->page->dom.symbols, &source, q->page->address, &out->page, e);
}

static int draw(struct arena *a, struct renderer *r, const struct browser_request *q, struct browser_page *out, struct err *e)
{
    if (r->queue)
        return draw_queue_render(a, r->queue, q, out, e);
    int bad = r->browser ? 0 : browser_open(&r->options, &r->browser, e);
    return bad ? bad : browser_render(a, r->browser, q, out, e);
}

int render_page(struct arena *a, struct renderer *renderer, const struct render_request *q, struct rendered *out, struct err *e)
{
    struct rendered r = { 0 };
    struct snapshot s;
    bool web = !q->path.len && is_web(q->address);
    /* The browser reads the bytes as the parser did, whatever it would have guessed. */
    const char *kind = q->page->dom.xml ? "application/xhtml+xml" : "text/html";
    struct browser_request request = {
        .url = web ? q->address : STR(""),
        .path = q->path,
        .body = q->page->bytes,
        .has_body = true,
        .content_type = arena_printf(a, "%s; charset=%s", kind, q->page->dom.encoding),
        .offline = !web,
        .no_scripts = !q->scripts,
        .picture = q->picture,
    };
    int bad = draw(a, renderer, &request, &r.drawn, e);
    if (bad)
        return bad;
    if (!r.drawn.snapshot.len)
        return err_set(e, E_SYSTEM, "%s: %.*s", browser_state_name(r.drawn.state), STR_ARG(r.drawn.message));
    if ((bad = snapshot_read(a, r.drawn.snapshot, &s, e)) || (bad = model(a, q, &s, &r, e))
        || (bad = snapshot_layout(a, &s, &r.page, &r.layout, e)))
        return bad;
    *out = r;
    return 0;
}

struct renderer renderer_of(struct arena *a, const struct settings *s)
{
    bool browser = str_eq(settings_text(s, SETTING_LAYOUT), STR("browser"));

    return (struct renderer){ .layout = browser ? LAYOUT_BROWSER : LAYOUT_ESTIMATE, .options = settings_browser_options(a, s) };
}

void renderer_drop(struct renderer *r)
{
    browser_close(r->browser);
}

int render_layout(struct arena *a, struct renderer *r, const struct render_request *q, struct rendered *out, struct err *e)
{
    if (r->layout == LAYOUT_BROWSER)
        return render_page(a, r, q, out, e);
    *out = (struct rendered){ .page = *q->page };
    return layout_estimate(a, q->page, &out->layout, e);
}

int render_blocks(struct arena *a, struct renderer *r, const struct render_request *q, struct rendered *out, struct err *e)
{
    int failed = render_layout(a, r, q, out, e);

    return failed ? failed : segment_page(a, &out->page, &out->layout, q->pdoc, &out->blocks, e);
}

int renderer_cut(void *self, struct arena *a, const struct page *page, struct blocks *out, struct err *e)
{
    const struct str file = STR("file://");
    struct rendered *drawn = NEW(a, struct rendered);
    struct render_request q = { .page = page, .address = page->address, .pdoc = BLOCK_PDOC };
    struct err past;

    if (str_starts(page->address, file))
        q.path = str_sub(page->address, file.len, page->address.len);
    if (render_blocks(a, self, &q, drawn, &past))
        return cutter_cut(NULL, a, page, out, e);
    *out = drawn->blocks;
    out->page = page;
    return 0;
}
