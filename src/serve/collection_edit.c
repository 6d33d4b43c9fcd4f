/* A collection as its owner changes it: name, who may read it, which pages it has. */
#include "archive/collections.h"

#include "archive/watched.h"
#include "base/vec.h"
#include "serve/routes.h"
#include "serve/shell.h"

enum { CHOICES_MAX = 500 }; /* pages to tick; more are for a tag */

struct collection_form {
    struct http_request *r;
    struct collection now;    /* as it is, or as it was typed */
    struct str was;           /* its name in the archive; empty: it is new */
    struct str words;         /* what was wrong; empty: nothing */
    VEC(struct str) all_tags; /* of the owner */
    uint32_t n_choices, n_pages;
    struct buf choices;
};

/* ---- The form ---- */

static bool is_chosen(const struct collection_form *f, int64_t page)
{
    for (uint32_t i = 0; i < f->now.chosen.n; i++)
        if (f->now.chosen.item[i] == page)
            return true;
    return false;
}

static void add_tag(struct collection_form *f, struct str tag)
{
    for (uint32_t i = 0; i < f->all_tags.n; i++)
        if (str_eq(f->all_tags.item[i], tag))
            return;
    *VEC_ADD(f->r->arena, &f->all_tags) = arena_str(f->r->arena, tag);
}

static int take_page(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct collection_form *f = context;
    struct str title = w->watch.title.len ? w->watch.title : w->state.title.len ? w->state.title : w->url;
    bool on = is_chosen(f, w->page.id);

    f->n_pages++;
    for (uint32_t i = 0; i < w->watch.tags.n; i++)
        add_tag(f, w->watch.tags.item[i]);
    if (!on && f->n_choices >= CHOICES_MAX)
        return 0;
    f->n_choices++;
    HTML(&f->choices,
         "<li><label class=\"tick\"><input type=\"checkbox\" name=\"page\" value=\"{}\"{}><span>{}</span><span class=\"dim "
         "cut\">{}</span></label></li>",
         NUM(w->page.id), MARKUP(on ? STR(" checked") : STR("")), TEXT(title), TEXT(w->url));
    return 0;
}

static void add_names(struct collection_form *f)
{
    struct buf *out = &f->r->answer.body;
    const struct store_collection *row = &f->now.row;

    HTML(
        out,
        "<input type=\"hidden\" name=\"was\" value=\"{}\"><div class=\"two\"><div class=\"f\"><label for=\"title\">Title</label><input "
        "class=\"in full\" id=\"title\" name=\"title\" maxlength=\"200\" value=\"{}\" placeholder=\"Rules for landlords\"></div><div "
        "class=\"f\"><label for=\"name\">Name</label><input class=\"in full mono\" id=\"name\" name=\"name\" required maxlength=\"{}\" "
        "value=\"{}\" placeholder=\"landlords\" aria-describedby=\"name-hint\" spellcheck=\"false\"><p class=\"hint\" id=\"name-hint\">Part of the "
        "address: letters, digits, and . - _</p></div></div>",
        TEXT(f->was), TEXT(row->title), NUM(COLLECTION_NAME_MAX), TEXT(row->name));
    HTML(
        out,
        "<div class=\"f\"><label for=\"about\">What it is about</label><input class=\"in full\" id=\"about\" name=\"about\" maxlength=\"500\" "
        "value=\"{}\"></div>",
        TEXT(row->about));
}

static void add_readers(struct collection_form *f)
{
    static const char *const words[][3] = {
        { "", "Only you", "Others do not learn that it exists." },
        { "1", "Public",
          "Whoever has the address can read it, without signing in; other users of this server find it in their list." },
    };
    struct buf *out = &f->r->answer.body;

    html_raw(out, "<fieldset class=\"grp-f\"><legend>Who may read it</legend>");
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        HTML(out, "<label class=\"opt\"><input type=\"radio\" name=\"public\" value=\"{}\"{}><b>{}</b><p>{}</p></label>",
             WORD(words[i][0]), MARKUP(f->now.row.is_public == (i == 1) ? STR(" checked") : STR("")), WORD(words[i][1]),
             WORD(words[i][2]));
    html_raw(out, "</fieldset>");
}

static int add_pages(struct collection_form *f, struct err *e)
{
    struct buf *out = &f->r->answer.body;
    int failed = watched_each(&f->r->caller, take_page, f, e);

    if (failed)
        return failed;
    html_raw(out, "<fieldset class=\"grp-f\"><legend>Pages with one of these tags</legend><div class=\"bar tight mt8\">");
    for (uint32_t i = 0; i < f->all_tags.n; i++)
        HTML(out, "<label class=\"chip big pick-tag\"><input type=\"checkbox\" name=\"tag\" value=\"{}\"{}>{}</label>",
             TEXT(f->all_tags.item[i]), MARKUP(record_list_has(&f->now.tags, f->all_tags.item[i]) ? STR(" checked") : STR("")),
             TEXT(f->all_tags.item[i]));
    for (uint32_t i = 0; i < f->now.tags.n; i++) /* no page has it now */
        if (!record_list_has(&(struct record_list){ f->all_tags.item, f->all_tags.n }, f->now.tags.item[i]))
            HTML(out, "<label class=\"chip big pick-tag\"><input type=\"checkbox\" name=\"tag\" value=\"{}\" checked>{}</label>",
                 TEXT(f->now.tags.item[i]), TEXT(f->now.tags.item[i]));
    html_raw(out, f->all_tags.n || f->now.tags.n ? "</div></fieldset>"
                                                 : "<span class=\"dim\">None of your pages has a tag.</span></div></fieldset>");
    html_raw(
        out,
        "<fieldset class=\"grp-f\"><legend>And these pages</legend><ul class=\"ticks\" tabindex=\"0\" aria-label=\"Your pages\">");
    buf_add(out, buf_str(&f->choices));
    html_raw(out, f->n_choices ? "</ul>" : "<li class=\"dim\">You do not watch any pages yet.</li></ul>");
    if (f->n_pages > f->n_choices)
        HTML(out, "<p class=\"hint\">The first {} of your pages. Give the others a tag.</p>", NUM(f->n_choices));
    html_raw(out, "</fieldset>");
    return buf_check(&f->choices, e);
}

static void add_drop(struct collection_form *f)
{
    struct buf *out = &f->r->answer.body;

    HTML(
        out,
        "<section class=\"sec\"><div class=\"perils\"><div class=\"item\"><div><p class=\"t\">End this collection</p><p>Its address stops "
        "working. The pages are still watched.</p></div><form class=\"acts\" method=\"post\" action=\"/collections/{}/drop\">",
        TEXT(f->was));
    shell_token(f->r);
    html_raw(out, "<button class=\"btn danger\">End it</button></form></div></div></section>\n");
}

static int show(struct collection_form *f, struct err *e)
{
    struct http_request *r = f->r;
    struct buf *out = &r->answer.body;
    struct str title = f->was.len ? STR("Change a collection") : STR("New collection");
    int failed = shell_open(r, &(struct shell){ .title = title, .place = PLACE_COLLECTIONS }, e);

    if (failed)
        return failed;
    HTML(out, "<p class=\"crumb\"><a href=\"/collections\">Collections</a></p><div class=\"head\"><h1>{}</h1></div>\n",
         TEXT(title));
    if (f->words.len)
        shell_note(out, "bad", f->words);
    html_raw(out, "<form class=\"stack\" method=\"post\" action=\"/collections\">");
    shell_token(r);
    add_names(f);
    add_readers(f);
    if ((failed = add_pages(f, e)))
        return failed;
    html_raw(out, "<div class=\"compare\"><button class=\"btn pri\">Save</button></div></form>\n");
    if (f->was.len)
        add_drop(f);
    shell_close(r);
    return 0;
}

static int show_and_drop(struct collection_form *f, struct err *e)
{
    f->choices = (struct buf)BUF(ANSWER_MAX_BYTES);
    int failed = show(f, e);
    buf_drop(&f->choices);
    return failed;
}

int route_collection_new(struct http_request *r, struct err *e)
{
    return show_and_drop(&(struct collection_form){ .r = r, .was = STR("") }, e);
}

int route_collection_edit(struct http_request *r, struct err *e)
{
    struct collection_form f = { .r = r };
    int failed = collections_find(&r->caller, r->match.word[0], &f.now, e);

    if (!failed && !f.now.is_mine)
        failed = err_set(e, E_ABSENT, "there is no such collection of yours");
    f.was = f.now.row.name;
    return failed ? failed : show_and_drop(&f, e);
}

/* ---- Saving ---- */

static void read_choices(struct collection_form *f)
{
    const struct http_form *form = &f->r->form;
    VEC(struct str) tags = { 0 };
    VEC(int64_t) pages = { 0 };

    for (uint32_t i = 0; i < form->n; i++) {
        uint64_t page;
        if (str_eq(form->item[i].name, STR("tag")))
            *VEC_ADD(f->r->arena, &tags) = form->item[i].value;
        else if (str_eq(form->item[i].name, STR("page")) && str_number(form->item[i].value, INT64_MAX, &page))
            *VEC_ADD(f->r->arena, &pages) = (int64_t)page;
    }
    f->now.tags = (struct record_list){ tags.item, tags.n };
    f->now.chosen = (struct store_page_ids){ pages.item, pages.n };
}

int route_collection_post(struct http_request *r, struct err *e)
{
    struct collection_form f = { .r = r, .was = form_value(&r->form, "was") };
    struct store_collection *row = &f.now.row;
    struct collection after;

    row->name = str_trim(form_value(&r->form, "name"));
    row->title = str_trim(form_value(&r->form, "title"));
    row->about = str_trim(form_value(&r->form, "about"));
    row->is_public = form_value(&r->form, "public").len > 0;
    read_choices(&f);
    struct collection_wish wish = { .name = f.was.len ? f.was : row->name,
                                    .is_new = f.was.len == 0,
                                    .rename = &row->name,
                                    .title = &row->title,
                                    .about = &row->about,
                                    .tags = &f.now.tags,
                                    .pages = &f.now.chosen,
                                    .is_public = &row->is_public };
    int failed = collections_put(&r->caller, &wish, &after, e);
    if (failed == E_USAGE) {
        f.words = arena_str(r->arena, str_of(e->text));
        r->answer.status = 400;
        return show_and_drop(&f, e);
    }
    if (!failed)
        answer_done(r, STR("Saved"), 0, arena_printf(r->arena, "/collections/%.*s", STR_ARG(after.row.name)));
    return failed;
}

int route_collection_drop(struct http_request *r, struct err *e)
{
    int failed = collections_drop(&r->caller, r->match.word[0], e);

    if (!failed)
        answer_done(r, STR("The collection is gone. Its pages are still watched."), 0, STR("/collections"));
    return failed;
}
