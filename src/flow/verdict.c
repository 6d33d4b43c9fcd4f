/* A new body judged. In: the body, the one before, the watches. Out: suspect or not, and for which watches something changed.
 * Cost: two parses and a comparison, and only where the bytes differ. */
#include "flow/verdict.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "judge/churn.h"
#include "judge/interest.h"
#include "judge/suspect.h"
#include "judge/template.h"
#include "judge/weigh.h"

enum { EXCERPT_MAX = 120 };

/* ---- Whether it is the page ---- */

static int look_suspect(struct arena *a, const struct verdict_facts *facts, const struct page *old, const struct page *new,
                        struct verdict *out, struct err *e)
{
    AUTO(buf) why = BUF(KIB(4));
    struct suspect_facts about = { .old = old, .final_url = facts->final_url };
    if (suspect_page(new, &about, &why) == SUSPECT_NONE)
        return 0;
    return buf_take(&why, a, &out->suspect, e);
}

/* ---- What changed, and for whom ---- */

static struct str excerpt_of(struct arena *a, const struct delta *d, const struct change *c)
{
    AUTO(buf) b = BUF(MIB(64));
    bool new = c->new_word < c->new_end;
    if (c->note.len)
        buf_add(&b, c->note);
    else if (new)
        page_words_line(d->new, c->new_word, MIN(c->new_end, c->new_word + EXCERPT_MAX), &b);
    else
        page_words_line(d->old, c->old_word, MIN(c->old_end, c->old_word + EXCERPT_MAX), &b);
    struct str text = buf_str(&b), head = utf8_head(text, EXCERPT_MAX);
    return arena_printf(a, "%s%.*s%s", !new && c->note.len == 0 ? "gone: " : "", STR_ARG(head), head.len < text.len ? "..." : "");
}

static struct interest interest_of(const struct watch *w, const bool *noise)
{
    return (struct interest){ w->select.item, w->select.n, w->ignore.item, w->ignore.n, noise };
}

/* Which nodes of the new page are other at every visit; NULL: it cannot be told. */
static bool *noise_of(struct arena *a, const struct verdict_facts *facts, const struct page *old, const struct page *new)
{
    struct churn_version version[CHURN_VERSIONS + 2];
    bool *mask = NEW_ARRAY(a, bool, new->dom.n), readable;
    uint32_t n = MIN(facts->n_earlier, (uint32_t)CHURN_VERSIONS);
    struct err past;
    if (n == 0)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        struct page *page = NEW(a, struct page);
        if (body_read(a, new->dom.symbols, &facts->earlier[i], page, &readable, &past) || !readable)
            return NULL;
        version[i] = (struct churn_version){ page, facts->earlier_at[i] };
    }
    version[n] = (struct churn_version){ old, facts->earlier_at[n] };
    version[n + 1] = (struct churn_version){ new, facts->earlier_at[n + 1] };
    return churn_find(a, version, n + 2, mask, &past) == 0 ? mask : NULL;
}

/* What changes at every visit is left out, unless the page is about it. */
static const bool *left_out(struct arena *a, const struct page *new, const bool *noise)
{
    bool is_content;
    struct err past;
    return noise && churn_is_content(a, new, noise, &is_content, &past) == 0 && !is_content ? noise : NULL;
}

static void find_counting(struct arena *a, const struct verdict_facts *facts, const struct delta *d, const bool *noise,
                          struct verdict *out)
{
    struct err unread;
    for (uint32_t i = 0; i < facts->n_watches; i++) {
        struct interest interest = interest_of(&facts->watch[i], noise);
        struct interest_found found = { .n_changes = d->n_changes, .words_inserted = d->words_inserted };
        /* An expression that cannot be read must not hide a change. */
        if (interest_find(a, d, &interest, &found, &unread))
            out->note = arena_str(a, str_of(unread.text));
        out->counts[i] = found.n_changes > 0;
        if (found.selects_nothing)
            out->note = arena_printf(a, "nothing on the page is chosen by %.*s", STR_ARG(interest.select[0]));
        if (!out->counts[i] || out->any)
            continue;
        out->any = true;
        out->n_changes = found.n_changes;
        out->words_inserted = found.words_inserted;
        out->words_deleted = found.words_deleted;
        out->excerpt = excerpt_of(a, d, &d->change[found.first]);
        out->change = template_hash(a, d, found.counts);
    }
}

/* A page past the limits of blocks is announced without a weight. */
static void weigh(struct arena *a, const struct page *old, const bool *noise, struct verdict *out)
{
    struct weighed weighed;
    struct err past;
    if (out->any && weigh_pages(a, old, &out->page, noise, &weighed, &past) == 0)
        out->importance = weighed.importance;
}

static void all_count(const struct verdict_facts *facts, struct verdict *out)
{
    for (uint32_t i = 0; i < facts->n_watches; i++)
        out->counts[i] = true;
    out->any = true;
}

int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols); /* the page outlives this call */
    struct page old;
    struct delta delta;
    bool old_readable = false;
    struct err past = { 0 };
    *out = (struct verdict){ .counts = NEW_ARRAY(a, bool, facts->n_watches + 1), .importance = -1 };
    symbols_open(symbols, a);
    if (body_read(a, symbols, &facts->new, &out->page, &out->readable, &past)
        || (facts->old && body_read(a, symbols, facts->old, &old, &old_readable, &past))) {
        out->readable = false;
        out->note = arena_str(a, str_of(past.text));
        all_count(facts, out);
        return 0;
    }
    if (out->readable && look_suspect(a, facts, old_readable ? &old : NULL, &out->page, out, e))
        return e->code;
    if (!out->readable || !old_readable) {
        all_count(facts, out);
        return 0;
    }
    int code = compare_pages(a, &old, &out->page, &delta, e);
    if (code)
        return code;
    const bool *noise = noise_of(a, facts, &old, &out->page);
    find_counting(a, facts, &delta, left_out(a, &out->page, noise), out);
    weigh(a, &old, noise, out);
    return 0;
}
