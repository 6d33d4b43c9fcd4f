/* Rules of channels, read, written and applied. In: text, moments. Out: moments. O(1). */
#include "notify/rules.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/duration.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "base/moment.h"

enum { DAY_MINUTES = 24 * 60 };

static const char *const digests[NOTIFY_DIGESTS] = { "none", "hour", "day", "week" };

const char *notify_digest_name(enum notify_digest digest)
{
    return digests[digest];
}

static bool read_clock(struct str text, int *out)
{
    uint64_t hour, minute;
    struct str rest = text, first = str_cut(&rest, ':');
    if (!str_number(first, 24, &hour) || !str_number(rest, 59, &minute) || rest.len != 2 || hour * 60 + minute > DAY_MINUTES)
        return false;
    *out = (int)(hour * 60 + minute) % DAY_MINUTES;
    return true;
}

int notify_quiet_read(struct str text, struct notify_rules *rules, struct err *e)
{
    struct str rest = str_trim(text), from = str_cut(&rest, '-');
    if (str_eq(from, STR("off")) && rest.len == 0) {
        rules->quiet_from = rules->quiet_to = 0;
        return 0;
    }
    int begin, end;
    if (!read_clock(str_trim(from), &begin) || !read_clock(str_trim(rest), &end))
        return err_set(e, E_USAGE, "\"%.*s\" is not quiet hours; write 22:00-07:00, or off", STR_ARG(text));
    if (begin == end)
        return err_set(e, E_USAGE, "\"%.*s\" leaves no time to send anything; write 22:00-07:00, or off", STR_ARG(text));
    rules->quiet_from = begin;
    rules->quiet_to = end;
    return 0;
}

int notify_digest_read(struct str text, struct notify_rules *rules, struct err *e)
{
    for (unsigned i = 0; i < NOTIFY_DIGESTS; i++)
        if (str_eq_nocase(text, str_of(digests[i]))) {
            rules->digest = (enum notify_digest)i;
            return 0;
        }
    return err_set(e, E_USAGE, "\"%.*s\" is not a digest; write none, hour, day or week", STR_ARG(text));
}

int notify_floor_read(struct str text, struct notify_rules *rules, struct err *e)
{
    char room[32], *end;
    struct str t = str_trim(text);
    snprintf(room, sizeof room, "%.*s", (int)MIN(t.len, sizeof room - 1), t.ptr);
    double floor = strtod(room, &end);
    if (t.len == 0 || *end || !(floor >= 0 && floor <= 1))
        return err_set(e, E_USAGE, "\"%.*s\" is not an importance; it lies between 0 and 1", STR_ARG(text));
    rules->floor = floor;
    return 0;
}

/* ---- JSON ---- */

static struct str quiet_text(char room[16], const struct notify_rules *r)
{
    int n = snprintf(room, 16, "%02d:%02d-%02d:%02d", r->quiet_from / 60, r->quiet_from % 60, r->quiet_to / 60, r->quiet_to % 60);
    return (struct str){ room, (size_t)n };
}

void notify_rules_members(struct json *j, const struct notify_rules *r)
{
    char room[16];
    json_key(j, "quiet");
    if (r->quiet_from != r->quiet_to)
        json_str(j, quiet_text(room, r));
    else
        json_null(j);
    json_field_str(j, "digest", str_of(digests[r->digest]));
    json_field_real(j, "floor", r->floor);
    json_key(j, "tags");
    json_array(j);
    for (uint32_t i = 0; i < r->n_tags; i++)
        json_str(j, r->tags[i]);
    json_end(j);
    const struct str templates[] = { r->subject, r->text };
    for (int i = 0; i < 2; i++) {
        json_key(j, i ? "text" : "subject");
        if (templates[i].len)
            json_str(j, templates[i]);
        else
            json_null(j);
    }
}

struct str notify_rules_write(struct arena *a, const struct notify_rules *r)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    if (r->quiet_from == r->quiet_to && r->digest == DIGEST_NONE && r->floor <= 0 && r->n_tags == 0 && r->subject.len == 0
        && r->text.len == 0 && r->mark == 0)
        return STR("");
    json_open(&j, &out, 0);
    json_object(&j);
    notify_rules_members(&j, r);
    if (r->mark)
        json_field_number(&j, "mark", r->mark);
    json_end(&j);
    return arena_str(a, buf_str(&out));
}

static int read_tags(struct arena *a, const struct json_value *list, struct notify_rules *out, struct err *e)
{
    uint32_t n = list && list->kind == JSON_ARRAY ? list->n : 0;
    out->tags = NEW_ARRAY(a, struct str, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct str tag;
        if (!json_text(&list->item[i], &tag))
            return err_set(e, E_FORMAT, "a tag of a channel is not a text");
        out->tags[out->n_tags++] = arena_str(a, tag);
    }
    return 0;
}

int notify_rules_read(struct arena *a, struct str text, struct notify_rules *out, struct err *e)
{
    struct notify_rules r = { 0 };
    struct json_value root = { .kind = JSON_NULL }; /* what cannot be read has no members */
    struct str member;
    if (text.len == 0) {
        *out = r;
        return 0;
    }
    int code = json_read(a, text, &root, e);
    if (code == 0 && json_text(json_get(&root, STR("quiet")), &member))
        code = notify_quiet_read(member, &r, e);
    if (code == 0 && json_text(json_get(&root, STR("digest")), &member))
        code = notify_digest_read(member, &r, e);
    const struct json_value *floor = json_get(&root, STR("floor"));
    if (code == 0 && floor && floor->kind == JSON_NUMBER)
        code = notify_floor_read(floor->str, &r, e);
    if (code == 0)
        code = read_tags(a, json_get(&root, STR("tags")), &r, e);
    if (code)
        return err_set(e, E_FORMAT, "the rules of a channel cannot be read");
    json_text(json_get(&root, STR("subject")), &r.subject);
    json_text(json_get(&root, STR("text")), &r.text);
    uint64_t mark;
    r.mark = json_whole(json_get(&root, STR("mark")), UINT16_MAX, &mark) ? (uint32_t)mark : 0;
    *out = r;
    return 0;
}

/* ---- Moments ---- */

static int64_t digest_at(enum notify_digest digest, int64_t at)
{
    int days = 0;
    if (digest == DIGEST_HOUR)
        return at - at % DURATION_HOUR_MS + DURATION_HOUR_MS;
    if (digest == DIGEST_WEEK)
        days = (7 - moment_weekday(at)) % 7;
    int64_t due = moment_of_minute(at, days, DIGEST_MINUTE);
    return due > at ? due : moment_of_minute(at, days + (digest == DIGEST_WEEK ? 7 : 1), DIGEST_MINUTE);
}

static int64_t after_quiet(const struct notify_rules *r, int64_t at)
{
    int minute = moment_minute(at);
    bool over_night = r->quiet_from > r->quiet_to;
    bool quiet = over_night ? minute >= r->quiet_from || minute < r->quiet_to : minute >= r->quiet_from && minute < r->quiet_to;
    if (!quiet || r->quiet_from == r->quiet_to)
        return at;
    return moment_of_minute(at, over_night && minute >= r->quiet_from ? 1 : 0, r->quiet_to);
}

int64_t notify_due(const struct notify_rules *r, int64_t at)
{
    return after_quiet(r, r->digest == DIGEST_NONE ? at : digest_at(r->digest, at));
}
