/* What's new: what changed for this user, most important first, with the words of the change; then what is wrong, suspect or waiting.
 *
 * In: the rows of archive/news.h. Out: one page. Rows are filtered and grouped here; what is new and how much it matters is not decided
 * here. O(rows). */
#include <stdlib.h>

#include "archive/news.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "serve/news_row.h"
#include "serve/shell.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/sent.h"

enum { ROWS_MAX = 30, ITEMS_MAX = 50 };

enum order { BY_IMPORTANCE, BY_TIME, BY_TAG };

struct new_page {
    struct http_request *r;
    struct report report;
    struct sent sent; /* where else it was sent */
    VEC(struct shell_tag) tags;
    enum order order;
    struct str word, tag; /* what is filtered by; may be empty */
    uint32_t n_new;       /* in all */
    uint64_t n_held;      /* changes that were not announced */
    int64_t since;        /* of what is new */
    uint32_t shown, left;
    bool all;
};

static double importance_of(const struct report_row *row)
{
    return row->importance < 0 ? .5 : row->importance;
}

/* ---- What is asked for ---- */

static bool has_tag(const struct report_row *row, struct str tag)
{
    for (uint32_t i = 0; i < row->n_tags; i++)
        if (str_eq(row->tag[i], tag))
            return true;
    return false;
}

static bool has_word(const struct report_row *row, struct str word)
{
    bool found = utf8_find_nocase(row->url, word) != SIZE_MAX || utf8_find_nocase(row->title, word) != SIZE_MAX
                 || utf8_find_nocase(row->headline, word) != SIZE_MAX;

    for (uint32_t i = 0; i < row->n_tags && !found; i++)
        found = utf8_find_nocase(row->tag[i], word) != SIZE_MAX;
    for (uint32_t i = 0; i < row->excerpts.n && !found; i++)
        found = utf8_find_nocase(row->excerpts.item[i].new, word) != SIZE_MAX
                || utf8_find_nocase(row->excerpts.item[i].old, word) != SIZE_MAX;
    return found;
}

static bool is_wanted(const struct new_page *p, const struct report_row *row)
{
    return (p->tag.len == 0 || has_tag(row, p->tag)) && (p->word.len == 0 || has_word(row, p->word));
}

static void count_tags(struct new_page *p)
{
    for (uint32_t i = 0; i < p->report.n; i++) {
        const struct report_row *row = &p->report.row[i];
        if (row->part != REPORT_NEW)
            continue;
        p->n_new++;
        p->since = MIN(p->since, row->new_since);
        for (uint32_t k = 0; k < row->n_tags; k++) {
            uint32_t at = 0;
            while (at < p->tags.n && !str_eq(p->tags.item[at].name, row->tag[k]))
                at++;
            if (at == p->tags.n)
                VEC_ADD(p->r->arena, &p->tags)->name = row->tag[k];
            p->tags.item[at].n++;
        }
    }
}

/* ---- The bar on top ---- */

static void add_lede(struct new_page *p)
{
    struct buf *out = &p->r->answer.body;
    uint32_t all = 0;

    for (int part = 0; part < REPORT_PARTS; part++)
        all += p->report.n_part[part];
    html_raw(out, "<div class=\"head k\"><div class=\"grow\"><h1>What’s new</h1><p class=\"lede\" data-fresh=\"lede\">");
    if (p->n_new) {
        if (all == 1)
            html_raw(out, "Your page");
        else {
            html_add_count(out, p->n_new);
            html_raw(out, " of your ");
            html_add_number_of(out, all, "page");
        }
        html_raw(out, p->n_new == 1 ? " has news since " : " have news since ");
        html_add_moment(out, p->since, p->r->caller.now);
        html_raw(out, ".");
    } else if (all)
        html_raw(out, "You are up to date.");
    else
        html_raw(out, "You do not watch any pages yet.");
    if (p->n_held) {
        html_raw(out, " <a href=\"/held\">");
        html_add_number_of(out, p->n_held, "change");
        html_raw(out, p->n_held == 1 ? " was held back</a>." : " were held back</a>.");
    }
    html_raw(out, "</p></div>");
    if (p->n_new) {
        html_raw(out, "<form method=\"post\" action=\"/seen-all\">");
        shell_token(p->r);
        HTML(out, "<input type=\"hidden\" name=\"tag\" value=\"{}\"><button class=\"btn\">Mark all as seen</button></form>",
             TEXT(p->tag));
    }
    html_raw(out, "</div>\n");
}

/* The demo that `make run` watches: it goes with one click. */
static void add_demo(struct new_page *p)
{
    struct buf *out = &p->r->answer.body;
    bool demo = false;

    for (uint32_t i = 0; i < p->report.n && !demo; i++)
        demo = has_tag(&p->report.row[i], STR("demo"));
    if (!demo)
        return;
    html_raw(
        out,
        "<form class=\"note\" method=\"post\" action=\"/pages/remove\"><span class=\"grow\">Pages with the tag “demo” are a small site on your own "
        "machine that changes every few seconds.</span>");
    shell_token(p->r);
    html_raw(out, "<button class=\"btn sm\" name=\"tag\" value=\"demo\">Remove the demo</button></form>\n");
}

static void add_orders(struct new_page *p)
{
    static const char *const names[] = { "importance", "time", "tag" }, *const words[] = { "Importance", "Time", "Tag" };
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<div class=\"seg\" role=\"group\" aria-label=\"Order\">");
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        HTML(out, "<a href=\"/?by={}&amp;tag={}&amp;q={}\"{}>{}</a>", WORD(names[i]), PART(p->tag), PART(p->word),
             MARKUP(p->order == i ? STR(" aria-current=\"true\"") : STR("")), WORD(words[i]));
    html_raw(out, "</div>");
}

static void add_bar(struct new_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<div class=\"stick\"><form class=\"bar\" role=\"search\" action=\"/\"><div class=\"search\">");
    html_add_icon(out, "find");
    HTML(
        out,
        "<label class=\"sr\" for=\"q\">Filter by word, address or tag</label><input class=\"in\" id=\"q\" name=\"q\" type=\"search\" "
        "placeholder=\"Filter by word, address or tag\" autocomplete=\"off\" value=\"{}\"><kbd>/</kbd></div>",
        TEXT(p->word));
    add_orders(p);
    html_raw(out, "</form><div class=\"bar\"><nav class=\"strip\" aria-label=\"Filter by tag\" data-fresh=\"strip\">");
    HTML(out, "<a class=\"chip big{}\" href=\"/\"{}>All {}</a>", WORD(p->tag.len ? "" : " on"),
         MARKUP(p->tag.len ? STR("") : STR(" aria-current=\"true\"")), NUM(p->n_new));
    for (uint32_t i = 0; i < p->tags.n; i++) {
        bool on = str_eq(p->tags.item[i].name, p->tag);
        HTML(out, "<a class=\"chip big{}\" href=\"/?tag={}\"{}>{} {}</a>", WORD(on ? " on" : ""), PART(p->tags.item[i].name),
             MARKUP(on ? STR(" aria-current=\"true\"") : STR("")), TEXT(p->tags.item[i].name), NUM(p->tags.item[i].n));
    }
    html_raw(out, "</nav><p class=\"live\" role=\"status\" id=\"live\"></p></div></div>\n");
}

/* ---- Groups ---- */

struct news_group {
    struct str name;
    const char *class;
    double from, to; /* importance */
    int64_t since, until;
    struct str tag;
    bool untagged;
};

static bool is_in(const struct new_page *p, const struct news_group *g, const struct report_row *row)
{
    if (p->order == BY_IMPORTANCE)
        return importance_of(row) >= g->from && importance_of(row) < g->to;
    if (p->order == BY_TIME)
        return row->changed_at >= g->since && row->changed_at < g->until;
    return g->untagged ? row->n_tags == 0 : has_tag(row, g->tag);
}

static void add_group(struct new_page *p, const struct news_group *g, unsigned number)
{
    struct buf *out = &p->r->answer.body;
    struct sent_sum sum = { 0 };
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->report.n; i++)
        if (p->report.row[i].part == REPORT_NEW && is_wanted(p, &p->report.row[i]) && is_in(p, g, &p->report.row[i])) {
            sent_count(&p->sent, p->report.row[i].page, &sum);
            n++;
        }
    if (n == 0)
        return;
    HTML(
        out,
        "<section class=\"grp {}\" aria-labelledby=\"g{}\"><header><h2 id=\"g{}\">{}</h2><span class=\"dim grow\" data-fresh=\"g{}\">{}</span><span class=\"dim\" data-fresh=\"t{}\">",
        WORD(g->class), NUM(number), NUM(number), TEXT(g->name), NUM(number), NUM(n), NUM(number));
    sent_words(out, &sum, p->r->caller.now);
    html_raw(out, "</span></header>\n");
    for (uint32_t i = 0; i < p->report.n; i++) {
        const struct report_row *row = &p->report.row[i];
        if (row->part != REPORT_NEW || !is_wanted(p, row) || !is_in(p, g, row))
            continue;
        if (p->shown >= ROWS_MAX && !p->all) {
            p->left++;
            continue;
        }
        p->shown++;
        news_row_add(p->r, row);
    }
    html_raw(out, "</section>\n");
}

/* The same limits as the threads of importance. */
static void add_by_importance(struct new_page *p)
{
    static const struct news_group groups[] = {
        { .name = STR_INIT("Matters"), .class = "hi", .from = .6, .to = 2 },
        { .name = STR_INIT("Worth a look"), .class = "", .from = .35, .to = .6 },
        { .name = STR_INIT("Minor"), .class = "lo", .from = -1, .to = .35 },
    };

    for (unsigned i = 0; i < ARRAY_LEN(groups); i++)
        add_group(p, &groups[i], i + 1);
}

static int by_time(const void *a, const void *b)
{
    const struct report_row *x = a, *y = b;

    return (x->changed_at < y->changed_at) - (x->changed_at > y->changed_at);
}

static void add_by_time(struct new_page *p)
{
    enum { DAY_MS = 86400000 };
    int64_t now = p->r->caller.now;
    const struct news_group groups[] = {
        { .name = STR("The last hour"), .class = "", .since = now - DAY_MS / 24, .until = NEVER },
        { .name = STR("The last day"), .class = "", .since = now - DAY_MS, .until = now - DAY_MS / 24 },
        { .name = STR("The last week"), .class = "", .since = now - 7 * (int64_t)DAY_MS, .until = now - DAY_MS },
        { .name = STR("Earlier"), .class = "", .since = INT64_MIN, .until = now - 7 * (int64_t)DAY_MS },
    };

    if (p->report.n)
        qsort(p->report.row, p->report.n, sizeof *p->report.row, by_time);
    for (unsigned i = 0; i < ARRAY_LEN(groups); i++)
        add_group(p, &groups[i], i + 1);
}

static void add_by_tag(struct new_page *p)
{
    unsigned number = 1;

    for (uint32_t i = 0; i < p->tags.n; i++)
        add_group(p, &(struct news_group){ .name = p->tags.item[i].name, .class = "", .tag = p->tags.item[i].name }, number++);
    add_group(p, &(struct news_group){ .name = STR("Without a tag"), .class = "", .untagged = true }, number);
}

static void add_nothing(struct new_page *p)
{
    struct buf *out = &p->r->answer.body;
    bool watches = p->report.n || p->report.n_part[REPORT_SAME];

    html_raw(
        out,
        "<section class=\"empty\"><svg width=\"120\" height=\"72\" viewBox=\"0 0 120 72\" fill=\"none\" stroke=\"currentColor\" "
        "stroke-width=\"2\" stroke-linecap=\"round\" aria-hidden=\"true\"><path opacity=\".35\" d=\"M24 8v56M42 8v56M60 8v56M78 "
        "8v56M96 8v56\"/><path d=\"M8 20h12M28 20h28M64 20h28M100 20h12M8 36h30M46 36h28M82 36h30M8 52h12M28 52h28M64 52h28M100 "
        "52h12\"/></svg>");
    if (p->n_new)
        html_raw(out, "<h2>Nothing new matches</h2><p>Try another word or tag.</p><a class=\"btn\" href=\"/\">Show all</a>");
    else if (watches)
        html_raw(out, "<h2>Nothing that matters has changed</h2><p>What changes from now on appears here by itself.</p>"
                      "<a class=\"btn pri\" href=\"/add\">Add pages</a>");
    else if (p->r->caller.who.role == ROLE_READER)
        html_raw(out, "<h2>Nothing to look at yet</h2><p>Public collections have a page of their own.</p><a class=\"btn\" "
                      "href=\"/collections\">Collections</a>");
    else
        html_raw(out, "<h2>Which pages matter to you?</h2><p>Give weft their addresses. It keeps every version and shows you what "
                      "changed.</p><a class=\"btn pri\" href=\"/add\">Add pages</a>");
    html_raw(out, "</section>\n");
}

/* ---- The rest ---- */

static void add_item(struct new_page *p, const struct report_row *row)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<li class=\"item\"><div><p class=\"t\">{}</p><p><span class=\"why\">", TEXT(row->title.len ? row->title : row->url));
    HTML(out, "{}", TEXT(row->message));
    if (row->part != REPORT_SAME && row->next_check_at != NEVER) {
        html_raw(out, row->message.len ? ". Next visit " : "Next visit ");
        if (row->next_check_at > p->r->caller.now)
            moment_add_ago(out, row->next_check_at, p->r->caller.now);
        else
            html_raw(out, "soon");
        html_raw(out, ".");
    }
    HTML(out, "</span></p></div><div class=\"acts\"><form class=\"act\" method=\"post\" action=\"/page/{}/look\">", NUM(row->page));
    shell_token(p->r);
    HTML(out,
         "<button class=\"btn sm\">Try now</button></form><a class=\"btn sm ghost\" href=\"/page/{}/settings\">Settings</a>"
         "<a class=\"btn sm ghost\" href=\"/page/{}\">History</a></div></li>\n",
         NUM(row->page), NUM(row->page));
}

static void add_part(struct new_page *p, enum report_part part, const char *name, const char *gist)
{
    struct buf *out = &p->r->answer.body;
    uint32_t n = p->report.n_part[part], shown = 0;

    if (n == 0)
        return;
    HTML(
        out,
        "<details class=\"fold\" id=\"part-{}\"><summary><h2>{}</h2><span class=\"chip {}\">{}</span><span class=\"gist\">{}</span></summary>\n",
        WORD(report_part_name(part)), WORD(name), WORD(part == REPORT_TROUBLE ? "warn" : ""), NUM(n), WORD(gist));
    html_raw(out, "<ul class=\"items\">");
    for (uint32_t i = 0; i < p->report.n && shown < ITEMS_MAX; i++)
        if (p->report.row[i].part == part) {
            add_item(p, &p->report.row[i]);
            shown++;
        }
    if (shown < n)
        html_raw(out, "<li class=\"item\"><p><a href=\"/pages\">All pages</a></p></li>");
    html_raw(out, "</ul></details>\n");
}

static void add_rest(struct new_page *p)
{
    struct buf *out = &p->r->answer.body;

    html_raw(out, "<section class=\"grp\" aria-label=\"The rest\">\n");
    add_part(p, REPORT_TROUBLE, "Could not be fetched", "with the reason, and what you can do");
    add_part(p, REPORT_SUSPECT, "Suspect", "held until seen a second time");
    add_part(p, REPORT_WAITING, "Not fetched yet", "weft will look soon");
    add_part(p, REPORT_SAME, "Nothing new", "as when you last looked");
    html_raw(
        out,
        "</section>\n<p class=\"keys\"><span><kbd>j</kbd> <kbd>k</kbd> move</span><span><kbd>Enter</kbd> diff</span>"
        "<span><kbd>h</kbd> history</span><span><kbd>s</kbd> seen</span><span><kbd>x</kbd> dismiss</span><span><kbd>u</kbd> undo"
        "</span><span><kbd>/</kbd> filter</span><span><kbd>.</kbd> show new</span></p>\n");
}

/* ---- The page ---- */

/* The rules of the machine's file are its owner's; others have none yet. */
static int read_priority(struct http_request *r, struct priority *out, struct err *e)
{
    struct str rules = STR("");
    int failed = r->caller.who.role == ROLE_ADMIN ? settings_file(r->arena, r->caller.settings, SETTING_PRIORITIES, &rules, e) : 0;

    return failed ? failed : priority_read(r->arena, settings_text(r->caller.settings, SETTING_PRIORITIES), rules, out, e);
}

static int read_news(struct new_page *p, struct err *e)
{
    struct http_request *r = p->r;
    AUTO(priority) priority = { 0 };
    struct str by = form_value(&r->query, "by");
    int failed = read_priority(r, &priority, e);

    p->order = str_eq(by, STR("time")) ? BY_TIME : str_eq(by, STR("tag")) ? BY_TAG : BY_IMPORTANCE;
    p->word = str_trim(form_value(&r->query, "q"));
    p->tag = form_value(&r->query, "tag");
    p->all = form_has(&r->query, "all");
    return failed ? failed : news_read(&r->caller, &(struct news_query){ .brief = true, .priority = &priority }, &p->report, e);
}

int route_new(struct http_request *r, struct err *e)
{
    struct new_page p = { .r = r, .since = NEVER };
    struct news_counts counts;
    int failed = read_news(&p, e);

    if (failed || (failed = sent_read(r, &p.sent, e))
        || (failed = counts_read(&r->server->counts, &r->caller, &p.report, &counts, e)))
        return failed;
    p.n_held = counts.held;
    count_tags(&p);
    struct shell shell = { .title = p.n_new ? arena_printf(r->arena, "What’s new (%u)", p.n_new) : STR("What’s new"),
                           .place = PLACE_NEW,
                           .tag = p.tags.item,
                           .n_tags = p.tags.n,
                           .script = "new" };
    if ((failed = shell_open(r, &shell, e)))
        return failed;
    add_lede(&p);
    add_demo(&p);
    add_bar(&p);
    news_rows_form(r);
    if (p.order == BY_IMPORTANCE)
        add_by_importance(&p);
    else if (p.order == BY_TIME)
        add_by_time(&p);
    else
        add_by_tag(&p);
    if (p.shown == 0)
        add_nothing(&p);
    if (p.left)
        HTML(&r->answer.body, "<p class=\"small mt8\"><a href=\"/?all=1&amp;tag={}&amp;q={}\">{} more</a></p>", PART(p.tag),
             PART(p.word), NUM(p.left));
    add_rest(&p);
    shell_close(r);
    return 0;
}
