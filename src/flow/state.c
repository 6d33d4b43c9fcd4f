/* States of pages and facts about hosts as JSON. */
#include "flow/state.h"

#include "base/base64.h"
#include "base/limits.h"

static const struct record_field fields[] = {
    RECORD_FIELD(struct page_state, RECORD_TEXT, outcome),      RECORD_FIELD(struct page_state, RECORD_TEXT, answer),
    RECORD_FIELD(struct page_state, RECORD_COUNT, status),      RECORD_FIELD(struct page_state, RECORD_TEXT, message),
    RECORD_FIELD(struct page_state, RECORD_TEXT, title),        RECORD_FIELD(struct page_state, RECORD_LIST, missing),
    RECORD_FIELD(struct page_state, RECORD_TEXT, final_url),    RECORD_FIELD(struct page_state, RECORD_TEXT, moved_to),
    RECORD_FIELD(struct page_state, RECORD_TEXT, suspect),      RECORD_FIELD(struct page_state, RECORD_TEXT, rule),
    RECORD_FIELD(struct page_state, RECORD_HASH, known_hash),   RECORD_FIELD(struct page_state, RECORD_HASH, followed),
    RECORD_FIELD(struct page_state, RECORD_MOMENT, tried_at),   RECORD_FIELD(struct page_state, RECORD_MOMENT, changed_at),
    RECORD_FIELD(struct page_state, RECORD_MOMENT, proxy_at),   RECORD_FIELD(struct page_state, RECORD_MOMENT, retry_at),
    RECORD_FIELD(struct page_state, RECORD_MOMENT, robots_at),  RECORD_FIELD(struct page_state, RECORD_MOMENT, pushed_at),
    RECORD_FIELD(struct page_state, RECORD_COUNT, checks),      RECORD_FIELD(struct page_state, RECORD_COUNT, changes),
    RECORD_FIELD(struct page_state, RECORD_TEXT, past),         RECORD_FIELD(struct page_state, RECORD_FLAG, robots_overridden),
    RECORD_FIELD(struct page_state, RECORD_FLAG, owed),         RECORD_FIELD(struct page_state, RECORD_FLAG, distrusted),
    RECORD_FIELD(struct page_state, RECORD_MOMENT, suspect_at), RECORD_FIELD(struct page_state, RECORD_COUNT, real),
    RECORD_FIELD(struct page_state, RECORD_TEXT, leads_to),     RECORD_FIELD(struct page_state, RECORD_COUNT, hops),
    RECORD_FIELD(struct page_state, RECORD_TEXT, blocked),      RECORD_FIELD(struct page_state, RECORD_TEXT, suspect_kind),
    RECORD_FIELD(struct page_state, RECORD_TEXT, cookies), /* read from what an earlier weft wrote, and never written */
};

static struct str written(struct arena *a, const struct record_field *field, size_t n, const void *from)
{
    AUTO(buf) b = BUF(MIB(16));
    record_write(field, n, from, &b);
    return arena_str(a, buf_str(&b));
}

struct page_state page_state_none(void)
{
    return (struct page_state){
        .tried_at = NEVER,
        .changed_at = NEVER,
        .proxy_at = NEVER,
        .retry_at = NEVER,
        .robots_at = NEVER,
        .pushed_at = NEVER,
        .suspect_at = NEVER,
    };
}

int page_state_read(struct arena *a, struct str text, struct page_state *out, struct err *e)
{
    struct page_state state = page_state_none();
    int code = record_read(a, text, fields, ARRAY_LEN(fields), &state, e);
    if (code)
        return err_in(e, "state of a page");
    *out = state;
    return 0;
}

struct str page_state_write(struct arena *a, const struct page_state *state)
{
    return written(a, fields, ARRAY_LEN(fields) - 1, state);
}

/* host_facts in the kinds that a record has. */
struct kept {
    struct str robots; /* base64: rules are bytes of a server */
    uint32_t robots_state, robots_status, doubts;
    int64_t robots_at, pause_until, pause, distrust_at;
};

static const struct record_field kept_fields[] = {
    RECORD_FIELD(struct kept, RECORD_TEXT, robots),         RECORD_FIELD(struct kept, RECORD_COUNT, robots_state),
    RECORD_FIELD(struct kept, RECORD_COUNT, robots_status), RECORD_FIELD(struct kept, RECORD_COUNT, doubts),
    RECORD_FIELD(struct kept, RECORD_MOMENT, robots_at),    RECORD_FIELD(struct kept, RECORD_MOMENT, pause_until),
    RECORD_FIELD(struct kept, RECORD_MOMENT, pause),        RECORD_FIELD(struct kept, RECORD_MOMENT, distrust_at),
};

int host_facts_read(struct arena *a, struct str origin, struct str text, struct host_facts *out, struct err *e)
{
    struct kept kept = { 0 };
    AUTO(buf) rules = BUF(MIB(4));
    struct str robots = STR("");
    int code = record_read(a, text, kept_fields, ARRAY_LEN(kept_fields), &kept, e);
    if (code == 0 && !base64_read(kept.robots, &rules))
        code = err_set(e, E_FORMAT, "\"robots\" is not what it should be");
    if (code == 0)
        code = buf_take(&rules, a, &robots, e);
    if (code)
        return err_in(e, "facts about %.*s", STR_ARG(origin));
    *out = (struct host_facts){
        .origin = origin,
        .robots_at_ms = kept.robots_at,
        .robots = robots,
        .robots_state = (uint8_t)MIN(kept.robots_state, (uint32_t)ROBOTS_UNREACHABLE),
        .robots_status = (uint16_t)kept.robots_status,
        .pause_until_ms = kept.pause_until,
        .pause_ms = kept.pause,
        .distrust_at_ms = kept.distrust_at,
        .n_doubts = (uint8_t)kept.doubts,
    };
    return 0;
}

struct str host_facts_write(struct arena *a, const struct host_facts *f)
{
    AUTO(buf) robots = BUF(MIB(8));
    base64_add(&robots, f->robots);
    return written(a, kept_fields, ARRAY_LEN(kept_fields),
                   &(struct kept){
                       .robots = buf_str(&robots),
                       .robots_state = f->robots_state,
                       .robots_status = f->robots_status,
                       .doubts = f->n_doubts,
                       .robots_at = f->robots_at_ms,
                       .pause_until = f->pause_until_ms,
                       .pause = f->pause_ms,
                       .distrust_at = f->distrust_at_ms,
                   });
}
