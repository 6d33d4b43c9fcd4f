/* A new body judged. In: the body, the one before, what the watches ask about. Out: suspect or not, and whom the change concerns.
 * Cost: two parses and a comparison, and only where the bytes differ. */
#include "judge/verdict.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "judge/churn.h"
#include "judge/interest.h"
#include "judge/suspect.h"
#include "judge/template.h"
#include "judge/weigh.h"

enum { HEADLINE_MAX = 120 };

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

static struct str headline_of(struct arena *a, const struct delta *d, const struct change *c)
{
    AUTO(buf) b = BUF(MIB(64));
    bool new = c->new_word < c->new_end;
    if (c->note.len)
        buf_add(&b, c->note);
    else if (new)
        page_words_line(d->new, c->new_word, MIN(c->new_end, c->new_word + HEADLINE_MAX), &b);
    else
        page_words_line(d->old, c->old_word, MIN(c->old_end, c->old_word + HEADLINE_MAX), &b);
    struct str text = buf_str(&b), head = utf8_head(text, HEADLINE_MAX);
    return arena_printf(a, "%s%.*s%s", !new && c->note.len == 0 ? "gone: " : "", STR_ARG(head), head.len < text.len ? "..." : "");
}

/* What the versions before tell of the nodes and words of these two; NULL: it cannot be told. */
static struct weigh_history *history_of(struct arena *a, const struct verdict_facts *facts, const struct page *old,
                                        const struct page *new)
{
    struct churn_version version[CHURN_VERSIONS + 2];
    bool *mask = NEW_ARRAY(a, bool, new->dom.n), readable;
    float *was = NEW_ARRAY(a, float, old->n_words + 1), *is = NEW_ARRAY(a, float, new->n_words + 1);
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
    if (churn_find(a, version, n + 2, mask, &past))
        return NULL;
    churn_words(a, version, n + 2, was, is);
    struct weigh_history *history = NEW(a, struct weigh_history);
    *history = (struct weigh_history){ mask, was, is };
    return history;
}

/* What changes at every visit is left out, unless the page is about it. */
static const bool *left_out(struct arena *a, const struct page *new, const bool *noise)
{
    bool is_content;
    struct err past;
    return noise && churn_is_content(a, new, noise, &is_content, &past) == 0 && !is_content ? noise : NULL;
}

/* All changes of content: what counts where an expression cannot be read. */
static struct interest_found everything(const struct delta *d)
{
    struct interest_found all = { .n_changes = d->n_class[CLASS_CONTENT], .words_inserted = d->words_inserted };

    memcpy(all.n_class, d->n_class, sizeof all.n_class);
    while (all.first < d->n_changes && d->change[all.first].class != CLASS_CONTENT)
        all.first++;
    return all;
}

/* An expression that cannot be read must not hide a change. */
static struct verdict_concern concern_of(struct arena *a, const struct delta *d, const struct interest *asked, const bool *noise,
                                         struct interest_found *found)
{
    struct interest interest = *asked;
    struct verdict_concern out = { 0 };
    struct err unread;
    *found = everything(d);
    interest.noise = noise;
    if (interest_find(a, d, &interest, found, &unread))
        out.note = arena_str(a, str_of(unread.text));
    out.n_changes = found->n_changes;
    out.concerns = found->n_changes > 0;
    out.words_inserted = found->words_inserted;
    out.words_deleted = found->words_deleted;
    memcpy(out.changes, found->n_class, sizeof out.changes);
    if (out.concerns && found->first < d->n_changes)
        out.headline = headline_of(a, d, &d->change[found->first]);
    if (out.concerns)
        out.excerpts = excerpts_find(a, d, found->counts);
    return out;
}

/* What counts, and would not if the parts that change on every visit were left out. */
static void hold_back(struct arena *a, const struct delta *d, const bool *noise, const struct interest_found *told,
                      struct verdict *out)
{
    struct interest_found all;
    concern_of(a, d, &(struct interest){ 0 }, NULL, &all);
    out->held = NEW_ARRAY(a, struct verdict_held, VERDICT_HELD_MAX);
    for (uint32_t i = 0; noise && i < d->n_changes && out->n_held < VERDICT_HELD_MAX; i++)
        if ((!all.counts || all.counts[i]) && told->counts && !told->counts[i])
            out->held[out->n_held++] =
                (struct verdict_held){ headline_of(a, d, &d->change[i]), STR("this part changes on every visit") };
}

static void find_concerned(struct arena *a, const struct verdict_facts *facts, const struct delta *d, const bool *noise,
                           struct verdict *out)
{
    struct interest_found found;
    out->whole = concern_of(a, d, &(struct interest){ 0 }, noise, &found);
    if (noise)
        hold_back(a, d, noise, &found, out);
    for (uint32_t i = 0; i < facts->n_interests; i++) {
        struct verdict_concern *c = &out->concern[i];
        *c = concern_of(a, d, &facts->interest[i], noise, &found);
        if (c->note.len && out->note.len == 0)
            out->note = c->note;
        if (c->concerns && !out->any)
            out->change = template_hash(a, d, found.counts);
        out->any |= c->concerns;
    }
}

/* A page past the limits of blocks is announced without a weight. */
static void weigh(struct arena *a, const struct weigh_input *in, struct verdict *out)
{
    struct weighed weighed;
    struct err past;
    if (out->any && weigh_pages(a, in, &weighed, &past) == 0) {
        out->importance = weighed.importance;
        out->reason = weighed.why;
    }
}

/* What has no words to compare is everybody's business. */
static void all_concerned(struct arena *a, const struct verdict_facts *facts, struct verdict *out)
{
    if (facts->old)
        out->whole.headline =
            arena_printf(a, "its bytes changed: %zu before, %zu now", facts->old->bytes.len, facts->new.bytes.len);
    out->whole.concerns = out->any = true;
    for (uint32_t i = 0; i < facts->n_interests; i++)
        out->concern[i] = out->whole;
}

int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols); /* the page outlives this call */
    struct page old;
    struct delta delta;
    bool old_readable = false;
    struct err past = { 0 };
    *out = (struct verdict){ .concern = NEW_ARRAY(a, struct verdict_concern, facts->n_interests + 1), .importance = -1 };
    symbols_open(symbols, a);
    if (body_read(a, symbols, &facts->new, &out->page, &out->readable, &past)
        || (facts->old && body_read(a, symbols, facts->old, &old, &old_readable, &past))) {
        out->readable = false;
        out->note = arena_str(a, str_of(past.text));
        all_concerned(a, facts, out);
        return 0;
    }
    if (out->readable && look_suspect(a, facts, old_readable ? &old : NULL, &out->page, out, e))
        return e->code;
    if (!out->readable || !old_readable) {
        all_concerned(a, facts, out);
        return 0;
    }
    int code = compare_pages(a, &old, &out->page, &delta, e);
    if (code)
        return code;
    const struct weigh_history *history = history_of(a, facts, &old, &out->page);
    find_concerned(a, facts, &delta, left_out(a, &out->page, history ? history->noise : NULL), out);
    weigh(a, &(struct weigh_input){ &old, &out->page, history, facts->cutter }, out);
    return 0;
}

const struct verdict_concern *verdict_first(const struct verdict *v, uint32_t n_interests)
{
    for (uint32_t i = 0; i < n_interests; i++)
        if (v->concern[i].concerns)
            return &v->concern[i];
    return &v->whole;
}

static struct verdict_concern concern_copy(struct arena *a, const struct verdict_concern *c)
{
    struct verdict_concern out = *c;
    out.headline = arena_str(a, c->headline);
    out.note = arena_str(a, c->note);
    out.excerpts = excerpts_copy(a, &c->excerpts);
    return out;
}

struct verdict verdict_copy(struct arena *a, const struct verdict *v, uint32_t n_interests)
{
    struct verdict out = *v;
    out.page = (struct page){ 0 };
    out.suspect = arena_str(a, v->suspect);
    out.reason = arena_str(a, v->reason);
    out.note = arena_str(a, v->note);
    out.whole = concern_copy(a, &v->whole);
    out.concern = NEW_ARRAY(a, struct verdict_concern, n_interests + 1);
    for (uint32_t i = 0; i < n_interests; i++)
        out.concern[i] = concern_copy(a, &v->concern[i]);
    out.held = NEW_ARRAY(a, struct verdict_held, v->n_held + 1);
    for (uint32_t i = 0; i < v->n_held; i++)
        out.held[i] = (struct verdict_held){ arena_str(a, v->held[i].what), arena_str(a, v->held[i].why) };
    return out;
}
