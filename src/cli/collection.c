/* weft collection: pages under a name, for others to read. */
#include "archive/collections.h"

#include "archive/target.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct option option_tag = { "tag", 't', "TAG",
                                          "Pages of yours that carry this tag belong to it; may be given several times.", NULL };
static const struct option option_no_tags = { "no-tags", 0, NULL, "No pages by tag any more.", NULL };
static const struct option option_remove = { "remove", 0, "URL", "Take out a page that was chosen; may be given several times.",
                                             NULL };
static const struct option option_title = { "title", 0, "TEXT", "What it is called; its name where there is none.", NULL };
static const struct option option_about = { "about", 0, "TEXT", "What it is about, in a sentence.", NULL };
static const struct option option_public = { "public", 0, NULL, "Whoever has its address on the server may read it.", NULL };
static const struct option option_private = { "private", 0, NULL, "Only you may read it.", NULL };
static const struct option option_rename = { "rename", 0, "NAME", "Another name; its address changes with it.", NULL };

/* ---- What is wanted ---- */

struct wanted {
    struct collection_wish wish;
    struct str title, about, rename;
    struct record_list tags;
    struct store_page_ids pages;
    bool is_public;
};

static const struct str *text_of(const struct args *args, const struct option *option, struct str *into)
{
    const char *value = args_value(args, option);

    if (!value)
        return NULL;
    *into = str_of(value);
    return into;
}

static int read_page(struct session *s, const char *typed, int64_t *out, struct err *e)
{
    struct target t;
    int failed = target_find(&s->caller, typed, &t, e);

    if (!failed && t.is_source)
        failed = err_set(e, E_USAGE, "%s: a file under version control is not watched", typed);
    if (!failed)
        *out = t.page.id;
    return failed;
}

static void leave_out(struct store_page_ids *list, int64_t page)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++)
        if (list->item[i] != page)
            list->item[n++] = list->item[i];
    list->n = n;
}

/* Those it has, and the ones that are named now. */
static int read_pages(struct session *s, const struct args *args, const struct store_page_ids *before, struct wanted *w,
                      struct err *e)
{
    VEC(int64_t) list = { 0 };
    int failed = 0;

    for (uint32_t i = 0; i < before->n; i++)
        *VEC_ADD(&s->arena, &list) = before->item[i];
    for (unsigned i = 1; i < args->n_operands && !failed; i++)
        failed = read_page(s, args->operand[i], VEC_ADD(&s->arena, &list), e);
    w->pages = (struct store_page_ids){ list.item, list.n };
    w->wish.pages = &w->pages;
    return failed;
}

static int read_wish(struct session *s, const struct args *args, struct wanted *w, struct err *e)
{
    uint32_t n;

    if (args_given(args, &option_public) && args_given(args, &option_private))
        return err_set(e, E_USAGE, "--public and --private contradict each other");
    w->wish.name = str_of(args->operand[0]);
    w->wish.title = text_of(args, &option_title, &w->title);
    w->wish.about = text_of(args, &option_about, &w->about);
    if (args_given(args, &option_tag)) {
        const struct str *tag = session_tags(s, args, &option_tag, &n);
        w->tags = (struct record_list){ NEW_ARRAY(&s->arena, struct str, n), n };
        memcpy(w->tags.item, tag, n * sizeof *tag);
        w->wish.tags = &w->tags;
    }
    w->is_public = args_given(args, &option_public);
    if (w->is_public || args_given(args, &option_private))
        w->wish.is_public = &w->is_public;
    return 0;
}

/* What only one that is there already can be asked for. */
static int read_changes(struct session *s, const struct args *args, struct wanted *w, struct err *e)
{
    unsigned at = 0;
    int failed = 0;

    w->wish.rename = text_of(args, &option_rename, &w->rename);
    if (args_given(args, &option_no_tags))
        w->wish.tags = &w->tags;
    for (const char *gone; !failed && (gone = args_each(args, &option_remove, &at));) {
        int64_t page;
        if ((failed = read_page(s, gone, &page, e)) == 0)
            leave_out(&w->pages, page);
    }
    return failed;
}

/* ---- What is said ---- */

static void add_row(struct buf *out, const struct collection *x)
{
    term_add_safe(out, x->row.name);
    if (x->row.title.len) {
        buf_add(out, STR("  "));
        term_add_safe(out, x->row.title);
    }
    buf_add(out, x->row.is_public ? STR("  public") : STR("  only you"));
    if (!x->is_mine)
        buf_add(out, STR(", of another user"));
    for (uint32_t i = 0; x->is_mine && i < x->tags.n; i++) {
        buf_add(out, i ? STR(", ") : STR(", pages with the tag "));
        term_add_safe(out, x->tags.item[i]);
    }
    if (x->is_mine && x->chosen.n)
        buf_addf(out, ", %u chosen page%s", x->chosen.n, x->chosen.n == 1 ? "" : "s");
    buf_add_char(out, '\n');
}

static int tell(const struct args *args, const char *done, const struct collection *x, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;

    if (args_given(args, &option_json)) {
        json_open(&j, &out, 2);
        collection_json(&j, x);
        buf_add_char(&out, '\n');
    } else {
        buf_addf(&out, "%s  ", done);
        add_row(&out, x);
    }
    return output_text(NULL, buf_str(&out), e);
}

static void add_news(struct buf *out, const struct session *s, const struct collection_news *news)
{
    add_row(out, &news->collection);
    for (uint32_t i = 0; i < news->n; i++) {
        const struct report_row *row = &news->row[i];
        buf_add(out, STR("  "));
        moment_add_ago(out, row->changed_at, s->caller.now);
        buf_add(out, STR("  "));
        term_add_safe(out, row->headline.len ? row->headline : row->title);
        buf_add(out, STR("\n    "));
        term_add_safe(out, row->url);
        buf_add_char(out, '\n');
    }
    if (news->n == 0)
        buf_addf(out, "  Nothing has changed yet on its %u page%s.\n", news->n_pages, news->n_pages == 1 ? "" : "s");
    if (news->n_private)
        buf_addf(out, "  Left out: %u page%s fetched with something private.\n", news->n_private, news->n_private == 1 ? "" : "s");
}

/* ---- The verbs ---- */

static int run_create(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct wanted w = { .wish = { .is_new = true } };
    struct collection made;
    int failed = session_open(&s, args, SESSION_CREATE, e);

    if (failed || (failed = read_wish(&s, args, &w, e)) || (failed = read_pages(&s, args, &(struct store_page_ids){ 0 }, &w, e))
        || (failed = collections_put(&s.caller, &w.wish, &made, e)))
        return failed;
    return tell(args, "created", &made, e);
}

static int run_edit(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct wanted w = { 0 };
    struct collection before, after;
    int failed = session_open(&s, args, SESSION_WRITE, e);

    if (failed || (failed = read_wish(&s, args, &w, e)) || (failed = collections_find(&s.caller, w.wish.name, &before, e))
        || (failed = read_pages(&s, args, &before.chosen, &w, e)) || (failed = read_changes(&s, args, &w, e))
        || (failed = collections_put(&s.caller, &w.wish, &after, e)))
        return failed;
    return tell(args, "changed", &after, e);
}

static int run_drop(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(4));
    int failed;

    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = collections_drop(&s.caller, str_of(args->operand[0]), e)))
        return failed;
    term_add_safe(&out, str_of(args->operand[0]));
    buf_add(&out, STR(": dropped; its pages are still watched\n"));
    return output_text(NULL, buf_str(&out), e);
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct collections list;
    struct json j;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = collections_list(&s.caller, &list, e)))
        return failed;
    if (args_given(args, &option_json)) {
        json_open(&j, &out, 2);
        json_array(&j);
        for (uint32_t i = 0; i < list.n; i++)
            collection_json(&j, &list.item[i]);
        json_end(&j);
        buf_add_char(&out, '\n');
        return output_text(NULL, buf_str(&out), e);
    }
    for (uint32_t i = 0; i < list.n; i++)
        add_row(&out, &list.item[i]);
    if (list.n == 0)
        buf_add(&out, STR("No collections yet. 'weft collection create NAME --tag TAG' makes one.\n"));
    return output_text(NULL, buf_str(&out), e);
}

static int run_show(const struct args *args, struct err *e)
{
    enum { SHOWN_MAX = 100 };
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct collection_news news;
    struct json j;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e))
        || (failed = collections_news(&s.caller, str_of(args->operand[0]), SHOWN_MAX, &news, e)))
        return failed;
    if (args_given(args, &option_json)) {
        json_open(&j, &out, 2);
        json_object(&j);
        json_key(&j, "collection");
        collection_json(&j, &news.collection);
        collection_news_members(&j, &news);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else
        add_news(&out, &s, &news);
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const create_options[] = {
    &option_tag, &option_title, &option_about, &option_public, &option_private, &option_json, NULL,
};
static const struct option *const edit_options[] = {
    &option_tag,    &option_no_tags, &option_remove, &option_title, &option_about,
    &option_public, &option_private, &option_rename, &option_json,  NULL,
};
static const struct option *const list_options[] = { &option_json, NULL };
static const struct option *const no_options[] = { NULL };

static const struct command collection_create = {
    .name = "collection create",
    .args = "NAME [URL...]",
    .summary = "makes a collection",
    .help =
        "Makes a collection of the pages URL..., which you watch, and of those with a tag. It is yours alone until it is --public.",
    .options = create_options,
    .settings = true,
    .run = run_create,
};
static const struct command collection_edit = {
    .name = "collection edit",
    .args = "NAME [URL...]",
    .summary = "changes one",
    .help = "Adds the pages URL... and changes what you name; --tag replaces the tags there were.",
    .options = edit_options,
    .settings = true,
    .run = run_edit,
};
static const struct command collection_drop = {
    .name = "collection drop",
    .args = "NAME",
    .summary = "ends one; its pages are still watched",
    .help = "Ends a collection. Its pages are still watched.",
    .options = no_options,
    .settings = true,
    .run = run_drop,
};
static const struct command collection_list = {
    .name = "collection list",
    .args = "",
    .summary = "lists your collections, and those that are public",
    .help = "Lists your collections, then those of others that are public.",
    .options = list_options,
    .settings = true,
    .run = run_list,
};
static const struct command collection_show = {
    .name = "collection show",
    .args = "NAME",
    .summary = "says what is new in one",
    .help = "Says what has changed on the pages of a collection, the newest first.",
    .options = list_options,
    .settings = true,
    .run = run_show,
};
static const struct command *const verbs[] = { &collection_list, &collection_show, &collection_create,
                                               &collection_edit, &collection_drop, NULL };

static const struct example examples[] = {
    { "weft collection create rules --tag law --public", "pages with the tag 'law', for whoever has the address" },
    { "weft collection edit rules https://example.org/terms --title 'New rules'", "one more page, and a title" },
    { "weft collection show rules", "what is new in it" },
    { NULL, NULL },
};

const struct command command_collection = {
    .name = "collection",
    .args = "",
    .summary = "shows others what is new on some of your pages",
    .help =
        "A collection has those of your pages that carry a tag, or that you choose. 'weft serve' shows what is new on them at "
        "/collections/NAME, with a feed; where the collection is public to everybody who has the address, without anything else of "
        "yours. Pages that are fetched with something private, such as a password, stay out of what is public.",
    .settings = true,
    .examples = examples,
    .verbs = verbs,
};
