/* In: an event of a sentinel. Out: pages of a letter, each with what was asked, what was found, and the dates of both versions. */
#include "archive/notice_sentinel.h"

#include "archive/acts.h"
#include "archive/sentinel_events.h"
#include "archive/things.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "base/vec.h"
#include "track/canonical.h"

/* "2 new, 1 gone": what of the excerpts is known; more where there are more. */
static void add_summary(struct buf *out, const struct sentinel_part *p)
{
    static const char *const words[] = { "new", "gone", "changed", "moved" };
    uint32_t n[ARRAY_LEN(words)] = { 0 };
    const char *between = "";
    for (uint32_t i = 0; i < p->changes.n; i++) {
        enum change_kind kind = p->changes.item[i].kind;
        n[kind > CHANGE_MOVE ? CHANGE_UPDATE : kind]++; /* another address behind the same words is a change too */
    }
    for (size_t kind = 0; kind < ARRAY_LEN(words); kind++) {
        if (n[kind] == 0)
            continue;
        buf_addf(out, "%s%u %s", between, n[kind], words[kind]);
        between = ", ";
    }
    if (p->finding.n > p->changes.n)
        buf_addf(out, "%s%u more", between, p->finding.n - p->changes.n);
}

/* "version 3 (fetched 2 Nov 2026 10:00, dated Mon, 02 Nov 2026 09:58:00 GMT)" */
static void add_version(const struct notice_source *x, struct buf *out, int64_t page, int64_t number)
{
    struct store_version v;
    struct err none;
    buf_addf(out, "version %lld", (long long)number);
    if (store_version_get(x->arena, x->store, page, number, &v, &none))
        return;
    buf_addf(out, " (fetched %.*s", STR_ARG(notice_when(x, v.fetched_at)));
    if (v.last_modified.len)
        buf_addf(out, ", dated %.*s", STR_ARG(v.last_modified));
    buf_add_char(out, ')');
}

static struct str why_of(const struct notice_source *x, const struct sentinel_told *t, const struct sentinel_part *p)
{
    AUTO(buf) out = BUF(KIB(8));
    buf_addf(&out, "Sent by your sentinel %.*s. Compared: ", STR_ARG(t->event.name));
    add_version(x, &out, p->finding.page, p->finding.number);
    buf_add(&out, STR(" with "));
    add_version(x, &out, p->finding.page, p->finding.before);
    buf_add_char(&out, '.');
    if (p->importance >= 0)
        buf_addf(&out, " Importance %.*f.", share_digits(p->importance), p->importance);
    return arena_str(x->arena, buf_str(&out));
}

static struct str note_of(const struct notice_source *x, const struct sentinel_told *t, const struct sentinel_part *p)
{
    AUTO(buf) out = BUF(KIB(64));
    buf_addf(&out, "%.*s, %.*s: ", STR_ARG(t->event.name), STR_ARG(p->finding.type));
    add_summary(&out, p);
    return arena_str(x->arena, buf_str(&out));
}

static struct str diff_of(const struct notice_source *x, const struct sentinel_told *t, const struct sentinel_part *p)
{
    struct str diff = notice_web(x, "diff", p->finding.page, p->finding.before, p->finding.number);
    return diff.len && t->event.view.len ? arena_printf(x->arena, "%.*s&view=%.*s", STR_ARG(diff), STR_ARG(t->event.view)) : diff;
}

static struct str link_to(const struct notice_source *x, enum act_kind act, const struct sentinel_told *t,
                          const struct sentinel_part *p)
{
    int64_t number = act == ACT_REST ? t->event.sentinel : p->finding.number;
    struct act_link link = { act, t->event.user, p->finding.page, number, x->delivery->made_at + ACT_DAYS * DURATION_DAY_MS };
    return act_address(x->arena, x->store, x->settings, &link);
}

static struct mail_page page_of(const struct notice_source *x, const struct sentinel_told *t, const struct sentinel_part *p)
{
    struct str url = target_url(&p->page);
    return (struct mail_page){
        .name = t->event.name,
        .headline = p->headline,
        .title = p->title,
        .host = canonical_host(url),
        .when = notice_when(x, p->finding.at),
        .url = url,
        .changes = p->changes,
        .n_more = p->finding.n > p->changes.n ? p->finding.n - p->changes.n : 0,
        .note = note_of(x, t, p),
        .why = why_of(x, t, p),
        .diff = diff_of(x, t, p),
        .history = notice_web(x, "history", p->finding.page, 0, 0),
        .dismiss = link_to(x, ACT_DISMISS, t, p),
        .rest = link_to(x, ACT_REST, t, p),
        .importance = p->importance,
    };
}

int notice_sentinel_before(const struct notice_source *x, const struct store_sentinel_event *event, struct notice_lines *out,
                           struct err *e)
{
    struct store_sentinel_events list = { 0 };
    struct sentinel_event_query q = {
        .user = event->user, .sentinel = event->sentinel, .before = event->id, .limit = event->history
    };
    int code = event->history ? store_sentinel_event_list(x->arena, x->store, &q, &list, e) : 0;
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        AUTO(buf) line = BUF(KIB(8));
        moment_add(&line, list.item[i].end);
        buf_addf(&line, "  %.*s", STR_ARG(list.item[i].headline));
        *VEC_ADD(x->arena, out) = arena_str(x->arena, buf_str(&line));
    }
    return code;
}

/* The newest first: it is what made the event happen now. */
static void sort_parts(struct sentinel_told *t)
{
    for (uint32_t i = 1; i < t->n_parts; i++) {
        struct sentinel_part moved = t->part[i];
        uint32_t k = i;
        for (; k > 0 && t->part[k - 1].finding.at < moved.finding.at; k--)
            t->part[k] = t->part[k - 1];
        t->part[k] = moved;
    }
}

int notice_sentinel_make(const struct notice_source *x, const struct store_outbox *row, struct notice_sentinel *out, struct json *j,
                         struct err *e)
{
    struct sentinel_told told;
    *out = (struct notice_sentinel){ 0 };
    int code = store_sentinel_event_get(x->arena, x->store, row->subject, &out->event, e);
    if (code || (code = sentinel_told_read(x->arena, x->store, &out->event, &told, e)))
        return code;
    sort_parts(&told);
    out->page = NEW_ARRAY(x->arena, struct mail_page, told.n_parts + 1);
    for (uint32_t i = 0; i < told.n_parts; i++)
        out->page[out->n_pages++] = page_of(x, &told, &told.part[i]);
    json_object(j);
    json_key(j, "sentinel_event");
    sentinel_told_json(j, &told);
    thing_text(j, "difference", out->n_pages ? out->page[0].diff : STR(""));
    json_end(j);
    return 0;
}
