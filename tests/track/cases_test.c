/* Addresses, files of rules, decisions and links as tables: cases/NAME.txt.
 *
 *     --- canonical         address => its one form, its host, its folder
 *     --- spans             threshold => the form weft writes, in milliseconds
 *     --- ranges            "1h..2d" => least and most
 *     --- thresholds        address => what the part `file` says of it, and by which line
 *     --- weights           address and tags => the same of priorities
 *     --- rules             whether `file` can be read as either
 *     --- why               facts such as "every=2d checked=3h errors=1 asked" (spans before now) => the rule, when next, and the words
 *     --- links             of the page `page` at `address`, followed as `options` says: each link that comes out */
#include "base/duration.h"
#include "page/page.h"
#include "tests/cases.h"
#include "track/canonical.h"
#include "track/decide.h"
#include "track/follow.h"
#include "track/priority.h"
#include "track/thresholds.h"

/* What the table that is read now belongs to. */
static const struct text_case *current;

static void canonical_row(struct arena *a, struct str in, struct buf *out)
{
    struct str form = canonical_url(a, in);
    buf_addf(out, "%.*s | %.*s | %.*s", STR_ARG(form), STR_ARG(canonical_host(form)), STR_ARG(canonical_folder(form)));
    if (!str_eq(canonical_url(a, form), form))
        buf_add(out, STR(" | which is not its own form"));
}

static void add_ms(struct buf *out, int64_t ms)
{
    if (ms == NEVER)
        buf_add(out, STR("never"));
    else
        buf_addf(out, "%lld", (long long)ms);
}

static void span_row(struct arena *a UNUSED, struct str in, struct buf *out)
{
    int64_t ms;
    struct err e = { 0 };
    if (threshold_read(in, &ms, &e)) {
        buf_addf(out, "error: %s", e.text);
        return;
    }
    threshold_add(out, ms);
    buf_add(out, STR(", "));
    add_ms(out, ms);
}

static void range_row(struct arena *a UNUSED, struct str in, struct buf *out)
{
    int64_t least, most;
    struct err e = { 0 };
    if (threshold_range_read(in, &least, &most, &e)) {
        buf_addf(out, "error: %s", e.text);
        return;
    }
    add_ms(out, least);
    buf_add(out, STR(" to "));
    add_ms(out, most);
}

static void threshold_row(struct arena *a, struct str in, struct buf *out)
{
    AUTO(thresholds) t = { 0 };
    struct threshold found;
    struct err e = { 0 };
    if (thresholds_read(a, STR("file"), case_text(current, "file"), &t, &e) || thresholds_find(&t, in, &found, &e)) {
        buf_addf(out, "error: %s", e.text);
        return;
    }
    threshold_add(out, found.ms);
    if (found.line)
        buf_addf(out, " by line %u: %.*s", found.line, STR_ARG(found.pattern));
}

static void weight_row(struct arena *a, struct str in, struct buf *out)
{
    AUTO(priority) p = { 0 };
    struct priority_found found;
    struct err e = { 0 };
    struct str rest = in, url = str_cut(&rest, ' '), tag[8];
    uint32_t n = 0;
    while (rest.len && n < ARRAY_LEN(tag))
        tag[n++] = str_cut(&rest, ' ');
    if (priority_read(a, STR("file"), case_text(current, "file"), &p, &e) || priority_find(&p, url, tag, n, &found, &e)) {
        buf_addf(out, "error: %s", e.text);
        return;
    }
    buf_addf(out, "%g", found.weight);
    if (found.line)
        buf_addf(out, " by line %u: %.*s", found.line, STR_ARG(found.pattern));
}

static struct str rules_of(struct arena *a)
{
    AUTO(buf) out = BUF(MIB(1));
    AUTO(thresholds) t = { 0 };
    AUTO(priority) p = { 0 };
    struct err e = { 0 };
    struct str file = case_text(current, "file");
    bool is_threshold = thresholds_read(a, STR("file"), file, &t, &e) == 0;
    buf_addf(&out, "as thresholds: %s\n", is_threshold ? "read" : e.text);
    bool is_priority = priority_read(a, STR("file"), file, &p, &e) == 0;
    buf_addf(&out, "as weights: %s\n", is_priority ? "read" : e.text);
    return case_take(a, &out);
}

/* ---- Decisions ---- */

#define NOW (INT64_C(1000) * DURATION_DAY_MS)

/* "3h": so long before now; "+3h": after it. */
static int64_t moment_of(struct str text)
{
    int64_t ms = 0;
    struct err e;
    bool is_later = str_starts(text, STR("+"));
    if (threshold_read(is_later ? str_sub(text, 1, text.len) : text, &ms, &e))
        abort();
    return is_later ? NOW + ms : NOW - ms;
}

static void take_fact(struct track_facts *f, struct str word)
{
    struct str value = word, name = str_cut(&value, '=');
    const struct {
        const char *name;
        int64_t *at;
    } moments[] = { { "visited", &f->visited_at },       { "checked", &f->checked_at }, { "tried", &f->tried_at },
                    { "modified", &f->modified_at },     { "known", &f->known_at },     { "proxy", &f->proxy_at },
                    { "host-ready", &f->host_ready_at }, { "robots", &f->robots_at } };
    const struct {
        const char *name;
        bool *is;
    } flags[] = { { "asked", &f->asked },
                  { "archive", &f->archive },
                  { "suspect", &f->suspect },
                  { "ignore-robots", &f->ignore_robots },
                  { "error-is-check", &f->error_is_check } };
    uint64_t n;
    for (size_t i = 0; i < ARRAY_LEN(moments); i++)
        if (str_eq(name, str_of(moments[i].name)))
            *moments[i].at = moment_of(value);
    for (size_t i = 0; i < ARRAY_LEN(flags); i++)
        *flags[i].is |= str_eq(name, str_of(flags[i].name));
    if (str_eq(name, STR("every")))
        f->threshold_ms = str_eq(value, STR("never")) ? NEVER : NOW - moment_of(value);
    if (str_eq(name, STR("run")))
        f->run_ms = NOW - moment_of(value);
    if (str_eq(name, STR("robots-for")))
        f->robots_ms = NOW - moment_of(value);
    if (str_eq(name, STR("errors")) && str_number(value, 1000, &n))
        f->errors = (uint32_t)n;
}

static void why_row(struct arena *a UNUSED, struct str in, struct buf *out)
{
    struct track_facts f = track_facts_none(NOW, 2 * DURATION_DAY_MS);
    f.robots_ms = DURATION_DAY_MS;
    while (in.len)
        take_fact(&f, str_cut(&in, ' '));
    struct decision d = decide(&f);
    buf_addf(out, "%s", track_rule_name((enum track_rule)d.rule));
    if (!d.check && d.last_rule != d.rule)
        buf_addf(out, " then %s", track_rule_name((enum track_rule)d.last_rule));
    buf_add(out, STR(", "));
    if (d.next_at == NEVER)
        buf_add(out, STR("never"));
    else if (d.next_at == NOW)
        buf_add(out, STR("now"));
    else
        duration_add(out, d.next_at - NOW);
    buf_add(out, STR(": "));
    decision_words(&d, &f, out);
}

/* ---- Links ---- */

static struct str links_of(struct arena *a)
{
    AUTO(buf) out = BUF(MIB(1));
    struct symbols symbols;
    struct page page;
    struct follow f;
    struct follow_links links;
    struct follow_options options = { .depth = 1 };
    struct err e = { 0 };
    struct str how = case_text(current, "options"), address = case_text(current, "address");
    uint64_t n = 0;
    while (how.len) {
        struct str value = str_cut(&how, ' '), name = str_cut(&value, '=');
        options.same_prefix |= str_eq(name, STR("same-prefix"));
        options.same_host |= str_eq(name, STR("same-host"));
        options.entities |= str_eq(name, STR("entities"));
        bool has_number = value.len && str_number(value, 10000, &n);
        options.depth = has_number && str_eq(name, STR("depth")) ? (uint32_t)n : options.depth;
        options.pages_max = has_number && str_eq(name, STR("pages")) ? (uint32_t)n : options.pages_max;
        options.entities_max = has_number && str_eq(name, STR("files")) ? (uint32_t)n : options.entities_max;
    }
    symbols_open(&symbols, a);
    if (page_read(a, &symbols, &(struct parse_source){ .bytes = case_text(current, "page") }, address, &page, &e))
        abort();
    follow_open(&f, a, address, &options);
    if (follow_page(&f, &page, 0, &links, &e))
        buf_addf(&out, "error: %s\n", e.text);
    for (uint32_t i = 0; i < links.n; i++)
        buf_addf(&out, "%s %.*s | %.*s\n", follow_kind_name((enum follow_kind)links.item[i].kind), STR_ARG(links.item[i].url),
                 STR_ARG(links.item[i].text));
    if (links.left_out)
        buf_addf(&out, "%u left out\n", links.left_out);
    if (links.n == 0)
        buf_add(&out, STR("nothing\n"));
    return case_take(a, &out);
}

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    static const struct {
        const char *label;
        void (*row)(struct arena *a, struct str in, struct buf *out);
    } tables[] = { { "canonical", canonical_row },  { "spans", span_row },     { "ranges", range_row },
                   { "thresholds", threshold_row }, { "weights", weight_row }, { "why", why_row } };
    current = c;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_find(c, tables[i].label)->text, tables[i].row);
    if (str_eq(label, STR("rules")))
        return rules_of(a);
    return str_eq(label, STR("links")) ? links_of(a) : (struct str){ 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/track/cases/*.txt", give);
}
