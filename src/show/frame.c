/* In: a delta and what its pages are called. Out: HTML that stands alone, with weft's style and script inside. Every byte of a page or name
 * goes through buf_add_escaped, or is quoted whole as the document of an iframe. O(output). */
#include "show/frame.h"

#include "show/outline.h"
#include "show/policy.h"
#include "show/location.h"
#include "show/web.h"

static void add(const struct frame *f, struct str s)
{
    buf_add(f->out, s);
}

/* Bytes of the folder that both names begin with: it says nothing about which is which. */
static size_t common_folder(const struct show_options *o)
{
    size_t n = 0, folder = 0;

    if (str_eq(o->old_name, o->new_name))
        return 0;
    for (; n < o->old_name.len && n < o->new_name.len && o->old_name.ptr[n] == o->new_name.ptr[n]; n++)
        if (o->old_name.ptr[n] == '/')
            folder = n + 1;
    return folder < o->old_name.len && folder < o->new_name.len ? folder : 0;
}

static void add_title(const struct frame *f)
{
    struct str name = f->options->new_name;

    buf_add_escaped(f->out, f->delta->new->title.len ? f->delta->new->title : str_sub(name, common_folder(f->options), name.len));
}

static void add_head(const struct frame *f)
{
    static const char *const view[] = { [SHOW_SIDE] = "side", [SHOW_CHANGES] = "changes" };
    enum show_format format = f->options->format;

    add(f, STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\" data-weft=\"ui\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY));
    add(f, web_frame_js_policy);
    add(f,
        STR("\" data-weft=\"ui\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\" data-weft=\"ui\">"
            "<meta name=\"color-scheme\" content=\"light dark\" data-weft=\"ui\">"
            "<meta name=\"referrer\" content=\"no-referrer\" data-weft=\"ui\">\n<title>"));
    add_title(f);
    add(f, STR("</title>\n<style data-weft=\"ui\">"));
    add(f, web_frame_css);
    buf_addf(
        f->out,
        "</style></head>\n<body data-view=\"%s\">\n<a class=\"skip\" href=\"#page\">Skip to the page</a>\n<div class=\"frame\">\n",
        format == SHOW_SIDE || format == SHOW_CHANGES ? view[format] : "merged");
}

void frame_add_name(const struct frame *f, struct str name, struct str at)
{
    add(f, STR("<span class=\"cut tail\" title=\""));
    buf_add_escaped(f->out, name);
    add(f, STR("\"><bdi>"));
    buf_add_escaped(f->out, str_sub(name, common_folder(f->options), name.len));
    if (at.len) {
        add(f, STR(" · "));
        buf_add_escaped(f->out, at);
    }
    add(f, STR("</bdi></span>"));
}

/* What is shown: the title, and both pages by name and date. */
static void add_top(const struct frame *f)
{
    const struct show_options *o = f->options;
    bool reversed = o->format == SHOW_REVERSED;

    add(f, STR("<header class=\"f-top\">"));
    if (o->back.len) {
        add(f, STR("<a class=\"btn ghost\" href=\""));
        buf_add_escaped(f->out, o->back);
        add(f, STR("\"><span aria-hidden=\"true\">‹ </span>"));
        buf_add_escaped(f->out, o->back_name);
        add(f, STR("</a>"));
    }
    add(f, STR("<div class=\"grow\"><h1 class=\"cut\" dir=\"auto\">"));
    add_title(f);
    add(f, STR("</h1><p class=\"f-vers\">"));
    frame_add_name(f, reversed ? o->new_name : o->old_name, reversed ? o->new_at : o->old_at);
    add(f, STR("<span aria-label=\"to\">→</span>"));
    frame_add_name(f, reversed ? o->old_name : o->new_name, reversed ? o->old_at : o->new_at);
    add(f, STR("</p></div></header>\n"));
}

static void add_switch(const struct frame *f, enum listing_kind kind, uint32_t n)
{
    const struct listing_sign *sign = &listing_sign[kind];
    bool on = kind < LIST_LOOK;

    if (!n || (kind == LIST_MACHINERY && !f->options->all))
        return;
    buf_addf(f->out,
             "<label%s><input type=\"checkbox\" value=\"%c\"%s><span class=\"kind %c\" aria-hidden=\"true\">%s</span>"
             "<span class=\"long\">%s</span> <span class=\"n\">%u</span></label>",
             kind == LIST_LOOK ? " title=\"Changes of look: the words stay the same\"" : "", sign->letter, on ? " checked" : "",
             sign->letter, sign->sign, sign->name, n);
}

/* "12 changes", or in words that there is none. */
static void add_count(const struct frame *f)
{
    uint32_t n = f->delta->n_class[CLASS_CONTENT];

    if (n)
        buf_addf(f->out, "%u %s", n, n == 1 ? "change" : "changes");
    else
        add(f, f->delta->n_changes ? STR("The pages say the same") : STR("The pages do not differ"));
}

/* Before the script comes, the switches tell the counts and the buttons rest. */
static void add_tools(const struct frame *f)
{
    uint32_t count[LIST_KINDS];

    listing_count(f->delta, count);
    add(f,
        STR("<div class=\"f-tools\"><form autocomplete=\"off\"><fieldset class=\"kinds\" aria-label=\"Kinds of change to show\" disabled>"));
    for (int kind = 0; kind < LIST_KINDS; kind++)
        add_switch(f, (enum listing_kind)kind, count[kind]);
    add(f,
        STR("</fieldset></form>\n<div class=\"step\" role=\"group\" aria-label=\"Go through the changes\"><span class=\"pos\" role=\"status\">"));
    add_count(f);
    add(f,
        STR("</span><button type=\"button\" class=\"btn prev\" aria-label=\"Previous change (p)\" title=\"Previous change (p)\" disabled></button>"
            "<button type=\"button\" class=\"btn next\" aria-label=\"Next change (n)\" title=\"Next change (n)\" disabled></button></div></div>\n"));
}

/* What a reader must know before the marks can be trusted. */
static void add_notes(const struct frame *f)
{
    const struct delta *d = f->delta;

    add(f, STR("<div class=\"f-notes\">"));
    if (f->options->outlines) {
        add(f, STR("<p>"));
        buf_add_escaped(f->out, f->options->outlines->summary);
        add(f, STR("</p>"));
    }
    if (f->options->note.len) {
        add(f, STR("<p>"));
        buf_add_escaped(f->out, f->options->note);
        add(f, STR("</p>"));
    }
    if (f->options->format == SHOW_REVERSED)
        add(f, STR("<p>Old and new are exchanged: this is the old page, the new text is struck out.</p>"));
    if (d->mostly_different && d->words_old && d->words_new)
        add(f, STR("<p>The two pages have little in common.</p>"));
    if (!d->exact)
        add(f, STR("<p>The pages are very large: some matches may have been missed.</p>"));
    location_left_out(d, f->out);
    add(f,
        STR("<p id=\"unseen\" role=\"status\" hidden><span></span> <button type=\"button\" class=\"btn\">Show on the page</button></p></div>\n"));
}

void frame_open(const struct frame *f)
{
    add_head(f);
    if (!f->options->untitled)
        add_top(f);
    add_tools(f);
    add_notes(f);
    add(f, STR("<main class=\"f-page\" id=\"page\">"));
}

#define OUTLINE_LEGEND \
    "<dt>blue</dt><dd>a frame or bracket around a block: something in it changed</dd>" \
    "<dt>green</dt><dd>the block is new</dd><dt>violet</dt><dd>the block stands elsewhere</dd>" \
    "<dt>thick, dark</dt><dd>the change weighs much; dashed: little, and the label waits for the pointer</dd>"

static void add_legend(const struct frame *f)
{
    add(f, STR("<details class=\"fold\"><summary><h3>Legend and keys</h3></summary><dl class=\"legend\">"
               "<dt><ins>added</ins></dt><dd>underlined: only in the new page</dd>"
               "<dt><del>removed</del></dt><dd>struck out: only in the old page</dd>"
               "<dt><span class=\"mov\">moved</span></dt><dd>dotted: a label says where it was</dd>"
               "<dt><span class=\"lnk\">link</span></dt><dd>dashed: the words stay, the address changed</dd>"));
    if (f->options->outlines)
        add(f, STR(OUTLINE_LEGEND));
    add(f, STR("<dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>next and previous change</dd>"
               "<dt><kbd>l</kbd></dt><dd>changes of look on and off</dd>"
               "<dt><kbd>c</kbd></dt><dd>to the list of changes</dd></dl></details>\n"));
}

/* What is not counted: it says the same in another look, or is for programs. */
static void add_folded(const struct frame *f)
{
    const struct delta *d = f->delta;
    uint32_t look = d->n_class[CLASS_LOOK], machinery = d->n_class[CLASS_MACHINERY];

    if (look)
        buf_addf(f->out,
                 "<details class=\"fold\"><summary><h3>%u %s of look</h3></summary><p>Tags, classes and wrappers: the words "
                 "stay the same. Switch on “look” above to mark them on the page.</p></details>\n",
                 look, look == 1 ? "change" : "changes");
    if (machinery && f->options->all)
        buf_addf(f->out,
                 "<details class=\"fold\"><summary><h3>%u %s of machinery</h3></summary><p>Ids, tokens and numbers that only "
                 "programs read.</p></details>\n",
                 machinery, machinery == 1 ? "change" : "changes");
    if (d->n_hidden_elements)
        buf_addf(f->out, "<p class=\"dim\">%u %s in one of the pages only.</p>\n", d->n_hidden_elements,
                 d->n_hidden_elements == 1 ? "script or style is" : "scripts or styles are");
}

void frame_close(const struct frame *f)
{
    struct places places;
    struct listing list = { .arena = f->arena, .delta = f->delta, .target = f->target, .out = f->out, .places = &places };

    places_open(&places, f->arena, f->delta->new);
    add(f, STR("</main>\n<nav class=\"f-map\" aria-label=\"Map of the changes\"><span class=\"view\"></span>"));
    listing_map(&list);
    add(f,
        STR("<span class=\"wedge\" hidden></span></nav>\n<aside class=\"f-list\" id=\"changes\" aria-label=\"List of changes\" tabindex=\"-1\"><header><h2>"));
    add_count(f);
    add(f,
        STR("</h2><a class=\"btn ghost close\" href=\"#page\" aria-label=\"Close the list\"></a></header>\n<div class=\"scroll\"><ol>\n"));
    listing_entries(&list);
    add(f, STR("</ol>\n<div class=\"f-foot\">"));
    add_folded(f);
    add_legend(f);
    buf_addf(
        f->out,
        "</div></div></aside>\n<div class=\"thumbbar\"><a class=\"btn list\" href=\"#changes\" aria-label=\"List of changes\">%u</a>"
        "<button type=\"button\" class=\"btn prev\" aria-label=\"Previous change\" disabled></button><span class=\"pos\" aria-hidden=\"true\">",
        f->delta->n_class[CLASS_CONTENT]);
    add_count(f);
    add(f,
        STR("</span><button type=\"button\" class=\"btn next\" aria-label=\"Next change\" disabled></button></div>\n</div>\n<script data-weft=\"ui\">"));
    add(f, web_frame_js);
    add(f, STR("</script>\n</body></html>\n"));
}

size_t frame_open_page(const struct frame *f, const char *name, const char *title)
{
    buf_addf(f->out, "<iframe data-weft=\"page\" name=\"%s\" id=\"%s\" title=\"%s\" sandbox=\"allow-same-origin\" srcdoc=\"", name,
             name, title);
    return f->out->len;
}

void frame_close_page(const struct frame *f, size_t start)
{
    buf_quote_from(f->out, start);
    add(f, STR("\"></iframe>\n"));
}
