/* In: a message with its rows. Out: letter and JSON. Cost: some reads for each row.
 *
 * A notice is made anew at every try; it says the same each time, since the rows of events do not change. */
#include "archive/notices.h"

#include <stdlib.h>

#include "archive/channel_secrets.h"
#include "archive/acts.h"
#include "archive/notice_sentinel.h"
#include "archive/things.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "notify/rules.h"
#include "notify/template.h"
#include "track/canonical.h"

enum { SUBJECT_TITLE_BYTES = 60 };

/* ---- A page of the letter ---- */

static struct str link_to(const struct notice_source *x, enum act_kind act, const struct store_event *event)
{
    struct act_link link = { act, event->user, event->page, event->number, x->delivery->made_at + ACT_DAYS * DURATION_DAY_MS };
    return act_address(x->arena, x->store, x->settings, &link);
}

struct str notice_web(const struct notice_source *x, const char *what, int64_t page, int64_t before, int64_t number)
{
    AUTO(buf) out = BUF(KIB(8));
    struct str base = settings_text(x->settings, SETTING_PUBLIC_URL);
    if (base.len == 0)
        return STR("");
    buf_addf(&out, "%.*s%spage/%lld", STR_ARG(base), str_ends(base, STR("/")) ? "" : "/", (long long)page);
    if (strcmp(what, "diff") == 0 && before)
        buf_addf(&out, "/diff?a=%lld&b=%lld", (long long)before, (long long)number);
    return arena_str(x->arena, buf_str(&out));
}

struct str notice_when(const struct notice_source *x, int64_t at)
{
    static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    AUTO(buf) out = BUF(KIB(1));
    moment_add(&out, at); /* 2026-11-02 10:02:33 */
    struct str text = buf_str(&out);
    uint64_t month, day;
    if (text.len != 19 || !str_number(str_sub(text, 5, 7), 12, &month) || month == 0 || !str_number(str_sub(text, 8, 10), 31, &day))
        return arena_str(x->arena, text);
    AUTO(buf) zone = BUF(KIB(1));
    moment_add_zone(&zone, at);
    return arena_printf(x->arena, "%d %s %.4s %.5s %.*s", (int)day, months[month - 1], text.ptr, text.ptr + 11,
                        STR_ARG(buf_str(&zone)));
}

/* "version 2 (2 Nov 2026 10:02)". */
static void add_version(const struct notice_source *x, struct buf *out, int64_t page, int64_t number)
{
    struct store_version v;
    struct err none;
    buf_addf(out, "version %lld", (long long)number);
    if (store_version_get(x->arena, x->store, page, number, &v, &none) == 0)
        buf_addf(out, " (%.*s)", STR_ARG(notice_when(x, v.fetched_at)));
}

static struct str why_told(const struct notice_source *x, const struct store_event *event)
{
    AUTO(buf) out = BUF(KIB(1));
    struct notify_rules rules;
    struct err unread;
    bool has_floor = notify_rules_read(x->arena, x->channel->settings, &rules, &unread) == 0 && rules.floor > 0;
    buf_add(&out, STR("Sent because you watch this page"));
    if (event->importance >= 0 && has_floor)
        buf_addf(&out, " and its importance, %.*f, is not below %.*f", share_digits(event->importance), event->importance,
                 share_digits(rules.floor), rules.floor);
    else if (event->importance >= 0)
        buf_addf(&out, ". Importance %.*f", share_digits(event->importance), event->importance);
    buf_add(&out, STR(". "));
    if (event->before) {
        buf_add(&out, STR("Compared: "));
        add_version(x, &out, event->page, event->number);
        buf_add(&out, STR(" with "));
        add_version(x, &out, event->page, event->before);
        buf_add_char(&out, '.');
    }
    return arena_str(x->arena, buf_str(&out));
}

static uint32_t more_than(const struct store_event *event, uint32_t shown)
{
    return event->counts.changes[0] > shown ? event->counts.changes[0] - shown : 0;
}

void notice_event_page(const struct notice_source *x, const struct watched *w, const struct store_event *event,
                       struct mail_page *out)
{
    struct err unread;
    *out = (struct mail_page){
        .headline = event->headline.len                ? event->headline
                    : event->kind == STORE_EVENT_FOUND ? STR("A new page")
                                                       : STR("The page has changed"),
        .title = w->watch.title.len ? w->watch.title : w->state.title,
        .host = canonical_host(w->url),
        .when = notice_when(x, event->at),
        .url = w->url,
        .why = why_told(x, event),
        .diff = notice_web(x, "diff", event->page, event->before, event->number),
        .history = notice_web(x, "history", event->page, 0, 0),
        .dismiss = link_to(x, ACT_DISMISS, event),
        .pause = link_to(x, ACT_PAUSE, event),
        .importance = event->importance,
    };
    if (excerpts_read(x->arena, event->changes, &out->changes, &unread))
        out->changes = (struct excerpts){ 0 };
    out->n_more = more_than(event, out->changes.n);
}

/* ---- Rows ---- */

/* Where a page stands in the letter: what is told of together stays together. */
struct notice_rank {
    double importance; /* of the foremost of its event */
    uint32_t number;
};

struct notice_rows {
    VEC(struct mail_page) page;
    VEC(struct notice_rank) rank; /* of each page */
    VEC(struct str) plain;
    struct notice_lines before;
    VEC(struct store_sentinel_event) first; /* of each sentinel in it: its earliest event */
    bool others;                            /* something in it is not of a sentinel */
    bool is_test;
    struct json json;
    struct buf body;
};

/* The page as its user sees it. E_ABSENT: it is not watched any more. */
int notice_watched(const struct notice_source *x, int64_t user, int64_t page, struct watched *out, struct err *e)
{
    struct store_watched *row = NEW(x->arena, struct store_watched);
    int code = store_watched_page(x->arena, x->store, user, page, row, e);
    if (code == 0)
        watched_read(x->arena, row, out);
    return code;
}

/* A page that stands there already, word for word, is not told twice: two pairs of events may have one in common. */
static void add_page(const struct notice_source *x, const struct mail_page *p, double importance, struct notice_rows *out)
{
    for (uint32_t i = 0; i < out->page.n; i++) {
        const struct mail_page *other = &out->page.item[i];
        if (p->name.len && str_eq(other->name, p->name) && str_eq(other->url, p->url) && str_eq(other->note, p->note)
            && str_eq(other->why, p->why))
            return;
    }
    *VEC_ADD(x->arena, &out->rank) = (struct notice_rank){ importance, out->page.n };
    *VEC_ADD(x->arena, &out->page) = *p;
}

static int add_event(const struct notice_source *x, const struct store_outbox *row, struct notice_rows *out, struct err *e)
{
    struct store_event event;
    struct watched w;
    struct mail_page page;
    int code = store_event_get(x->arena, x->store, row->subject, &event, e);
    if (code || (code = notice_watched(x, row->user, event.page, &w, e)))
        return code;
    notice_event_page(x, &w, &event, &page);
    add_page(x, &page, page.importance, out);
    json_object(&out->json);
    json_key(&out->json, "event");
    thing_event(&out->json, &w, &event);
    json_key(&out->json, "changes");
    json_array(&out->json);
    for (uint32_t i = 0; i < page.changes.n; i++)
        thing_change(&out->json, &page.changes.item[i]);
    json_end(&out->json);
    thing_text(&out->json, "difference", page.diff);
    json_end(&out->json);
    return 0;
}

static int add_sentinel(const struct notice_source *x, const struct store_outbox *row, struct notice_rows *out, struct err *e)
{
    struct notice_sentinel told;
    int code = notice_sentinel_make(x, row, &told, &out->json, e);
    if (code)
        return code;
    double importance = -1;
    for (uint32_t i = 0; i < told.n_pages; i++)
        importance = MAX(importance, told.page[i].importance);
    for (uint32_t i = 0; i < told.n_pages; i++)
        add_page(x, &told.page[i], importance, out);
    uint32_t i = 0;
    while (i < out->first.n && out->first.item[i].sentinel != told.event.sentinel)
        i++;
    if (i == out->first.n)
        *VEC_ADD(x->arena, &out->first) = told.event;
    else if (told.event.id < out->first.item[i].id)
        out->first.item[i] = told.event;
    return 0;
}

static int add_plain(const struct notice_source *x, const struct store_outbox *row, struct notice_rows *out, struct err *e)
{
    struct str code_text = STR("");
    int code = row->source == OUTBOX_CONFIRM ? channel_secret(x->arena, x->store, x->channel, CHANNEL_CODE, &code_text, e) : 0;
    if (code)
        return code;
    if (row->source == OUTBOX_TEST) {
        *VEC_ADD(x->arena, &out->plain) = STR("A test message from weft");
        *VEC_ADD(x->arena, &out->plain) = arena_printf(
            x->arena, "The channel \"%.*s\" works. Changes of the pages you watch come like this.", STR_ARG(x->channel->name));
        return 0;
    }
    if (code_text.len == 0)
        return err_set(e, E_ABSENT, "the address is confirmed already");
    *VEC_ADD(x->arena, &out->plain) = STR("Confirm this address for weft");
    *VEC_ADD(x->arena, &out->plain) = arena_printf(
        x->arena,
        "Somebody, we hope you, asked weft to send changes of web pages here. The code is %.*s. If it was not you, do nothing: nothing "
        "else will be sent.",
        STR_ARG(code_text));
    *VEC_ADD(x->arena, &out->plain) =
        arena_printf(x->arena, "weft channel confirm %.*s %.*s", STR_ARG(x->channel->name), STR_ARG(code_text));
    return 0;
}

/* What is gone is left out; a message of which everything is gone is gone. */
static int add_rows(const struct notice_source *x, struct notice_rows *out, struct err *e)
{
    struct store_outbox_rows rows;
    uint32_t n = 0;
    int code = store_outbox_rows(x->arena, x->store, x->delivery->id, &rows, e);
    for (uint32_t i = 0; code == 0 && i < rows.n; i++) {
        const struct store_outbox *row = &rows.item[i];
        code = row->source == OUTBOX_EVENT      ? add_event(x, row, out, e)
               : row->source == OUTBOX_SENTINEL ? add_sentinel(x, row, out, e)
                                                : add_plain(x, row, out, e);
        n += code == 0;
        out->others |= row->source != OUTBOX_SENTINEL;
        out->is_test |= row->source == OUTBOX_TEST;
        code = code == E_ABSENT ? 0 : code;
    }
    for (uint32_t i = 0; code == 0 && i < out->first.n; i++)
        code = notice_sentinel_before(x, &out->first.item[i], &out->before, e);
    return code || n ? code : err_set(e, E_ABSENT, "the pages of this message are not watched any more");
}

/* ---- The letter ---- */

static int by_importance(const void *a, const void *b)
{
    const struct notice_rank *x = a, *y = b;
    if (x->importance != y->importance)
        return x->importance < y->importance ? 1 : -1;
    return x->number < y->number ? -1 : 1;
}

static void sort_pages(const struct notice_source *x, struct notice_rows *r)
{
    struct mail_page *sorted = NEW_ARRAY(x->arena, struct mail_page, r->page.n + 1);
    if (r->page.n == 0)
        return;
    qsort(r->rank.item, r->rank.n, sizeof *r->rank.item, by_importance);
    for (uint32_t i = 0; i < r->page.n; i++)
        sorted[i] = r->page.item[r->rank.item[i].number];
    r->page.item = sorted;
}

/* Pages of the letter with another address than the first. */
static uint32_t other_pages(const struct notice_rows *r)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < r->page.n; i++) {
        uint32_t before = 0;
        while (!str_eq(r->page.item[before].url, r->page.item[i].url))
            before++;
        n += before == i;
    }
    return n;
}

/* Its title; of one without, the address as people say it. */
static struct str page_name(const struct mail_page *p)
{
    size_t scheme = str_find(p->url, STR("://"), 0);
    struct str address = scheme == SIZE_MAX ? p->url : str_sub(p->url, scheme + 3, p->url.len);
    return p->title.len ? p->title : address;
}

/* Takes "; 2 more changes" from the end of a headline: how many. */
static uint32_t cut_count(struct str *headline)
{
    size_t at = headline->len, end;
    uint64_t n;
    while (at > 0 && headline->ptr[at - 1] != ';')
        at--;
    end = str_find(*headline, STR(" more change"), at);
    if (at == 0 || end == SIZE_MAX || !str_number(str_trim(str_sub(*headline, at, end)), UINT32_MAX, &n))
        return 0;
    *headline = str_sub(*headline, 0, at - 1);
    return (uint32_t)n;
}

/* The page stands behind the headline, a sentinel before it: "prices: 4 (was 3) – Teas, and 2 more pages". */
static struct str subject_of(const struct notice_source *x, const struct notice_rows *r)
{
    AUTO(buf) out = BUF(KIB(64));
    if (r->page.n == 0)
        return r->plain.n ? r->plain.item[0] : STR("weft");
    const struct mail_page *first = &r->page.item[0];
    uint32_t others = other_pages(r), more = others ? others : r->page.n - 1;
    struct str headline = first->headline, page = page_name(first);
    if (more && !others)
        more += cut_count(&headline);
    buf_addf(&out, "%.*s%s%.*s", STR_ARG(first->name), first->name.len ? ": " : "", STR_ARG(headline));
    if (str_find(headline, page, 0) == SIZE_MAX)
        buf_addf(&out, " – %.*s%s", STR_ARG(utf8_head(page, SUBJECT_TITLE_BYTES)), page.len > SUBJECT_TITLE_BYTES ? "…" : "");
    if (more)
        buf_addf(&out, ", and %u more %s%s", more, others ? "page" : "change", more == 1 ? "" : "s");
    return arena_str(x->arena, buf_str(&out));
}

static struct str foot_of(const struct notice_source *x)
{
    struct store_user user = { 0 };
    struct err none;
    if (store_user_get(x->arena, x->store, x->delivery->user, &user, &none))
        return STR("weft");
    return arena_printf(x->arena, "weft, for %.*s, by the channel \"%.*s\"", STR_ARG(user.name), STR_ARG(x->channel->name));
}

/* A message about one thing can be turned off from here: the page's messages, or the sentinel. */
static struct str off_link(const struct notice_source *x, const struct notice_rows *r)
{
    struct store_outbox_rows rows;
    struct store_event event;
    struct err none;
    if (r->page.n && r->first.n == 1 && !r->others)
        return r->page.item[0].rest;
    if (store_outbox_rows(x->arena, x->store, x->delivery->id, &rows, &none) || rows.n != 1)
        return STR("");
    if (rows.item[0].source != OUTBOX_EVENT || store_event_get(x->arena, x->store, rows.item[0].subject, &event, &none))
        return STR("");
    return link_to(x, ACT_OFF, &event);
}

static void begin_json(const struct notice_source *x, struct notice_rows *r)
{
    json_open(&r->json, &r->body, 0);
    json_object(&r->json);
    json_field_str(&r->json, "id", x->delivery->key);
    moment_json(&r->json, "at", x->delivery->made_at);
    json_field_str(&r->json, "channel", x->channel->name);
    json_key(&r->json, "events");
    json_array(&r->json);
}

static int end_json(const struct notice_source *x, struct notice_rows *r, struct str subject, struct str *out, struct err *e)
{
    json_end(&r->json);
    json_field_str(&r->json, "subject", subject);
    json_end(&r->json);
    return buf_take(&r->body, x->arena, out, e);
}

/* What the owner of the channel wants to read. */
static void use_templates(const struct notice_source *x, struct mail_letter *m)
{
    AUTO(buf) subject = BUF(KIB(64)), text = BUF(MIB(1));
    struct notify_rules rules;
    struct err unread;
    if (m->n_pages == 0 || notify_rules_read(x->arena, x->channel->settings, &rules, &unread))
        return;
    template_subject(rules.subject, m, &subject);
    if (str_trim(buf_str(&subject)).len)
        m->subject = arena_str(x->arena, str_trim(buf_str(&subject)));
    if (rules.text.len)
        template_text(rules.text, m, &text);
    m->text = arena_str(x->arena, buf_str(&text));
}

static int make(const struct notice_source *x, struct notice_rows *r, struct notice *out, struct err *e)
{
    begin_json(x, r);
    int code = add_rows(x, r, e);
    if (code)
        return code;
    sort_pages(x, r);
    *out = (struct notice){
        .key = x->delivery->key,
        .at = x->delivery->made_at,
        .now = x->now,
        .is_test = r->is_test,
        .letter = { .subject = subject_of(x, r),
                    .page = r->page.item,
                    .n_pages = r->page.n,
                    .plain = r->plain.item,
                    .n_plain = r->plain.n,
                    .before = r->before.item,
                    .n_before = r->before.n,
                    .foot = foot_of(x),
                    .off = off_link(x, r) },
    };
    use_templates(x, &out->letter);
    return end_json(x, r, out->letter.subject, &out->json, e);
}

int notice_make(const struct notice_source *x, struct notice *out, struct err *e)
{
    struct notice_rows r = { .body = BUF(MIB(16)) };
    int code = make(x, &r, out, e);
    buf_drop(&r.body);
    return code;
}
