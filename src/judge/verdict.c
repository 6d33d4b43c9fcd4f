/* A new body judged. In: the body, the one before, what earlier visits taught, what the watches ask about. Out: suspect or not, whom the
 * change concerns and why, and what to remember. Cost: two parses and a comparison, and only where the bytes differ. */
#include "judge/verdict.h"

#include "base/limits.h"
#include "judge/suspect.h"
#include "judge/template.h"
#include "judge/weigh.h"

#define TELL_CHANCE 0.2  /* from here on people are told: to miss a change is worse than to read of one in vain */
#define TOLD_SHARE 0.5   /* pieces that are surer than this are counted in what is told */
#define SEEN_FACTOR 0.1f /* what a text that was there before counts in the importance */

struct judging {
    struct arena *arena;
    const struct verdict_facts *facts;
    struct delta delta;
    struct judge_pieces pieces;
    struct past past;
    struct evidence_context context;
    struct evidence *evidence; /* of each piece */
};

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

/* All changes of content: what counts where an expression cannot be read. */
static struct interest_found everything(const struct delta *d)
{
    struct interest_found all = { .n_changes = d->n_class[CLASS_CONTENT], .words_inserted = d->words_inserted };

    memcpy(all.n_class, d->n_class, sizeof all.n_class);
    return all;
}

/* Words and changes as they are told: those of noise are not among them, unless there is nothing else. */
static void count_told(const struct judging *j, const struct headline_piece *item, uint32_t n, struct verdict_concern *out)
{
    uint32_t inserted = 0, deleted = 0, changes = 0, last = NONE;
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        if (item[i].share < TOLD_SHARE)
            continue;
        for (unsigned k = 0; k < WORD_SHAPES; k++) {
            inserted += p->came[k];
            deleted += p->went[k];
        }
        changes += p->change != last && j->delta.change[p->change].class == CLASS_CONTENT;
        last = p->change;
    }
    if (!changes)
        return;
    out->words_inserted = inserted;
    out->words_deleted = deleted;
    out->n_changes = out->changes[CLASS_CONTENT] = changes;
}

/* Adds up what counts for one watch. Who selects a part of the page asks for it, wherever it stands. */
static void add_up(const struct judging *j, const bool *counts, bool selected, struct verdict_concern *out, float amount[EVIDENCES])
{
    struct headline_piece *quoted = NEW_ARRAY(j->arena, struct headline_piece, j->pieces.n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct judge_piece piece = j->pieces.item[i];
        struct evidence own = j->evidence[i];
        if (counts && !counts[piece.change])
            continue;
        if (selected) {
            piece.place = PLACE_MAIN;
            own = evidence_of(&j->context, &piece);
        }
        for (unsigned k = 0; k < EVIDENCES; k++)
            amount[k] += own.amount[k];
        quoted[n++] = (struct headline_piece){ .piece = &j->pieces.item[i], .share = noise_share(own.noise) };
    }
    out->chance = evidence_chance(evidence_odds(amount));
    count_told(j, quoted, n, out);
    out->headline = headline_make(j->arena, &j->delta, quoted, n);
}

/* By change of the delta: it counts, and is not noise, unless all of them are. An advert beside a new menu is another on every page. */
static const bool *told_changes(const struct judging *j, const bool *counts)
{
    bool *told = NEW_ARRAY(j->arena, bool, j->delta.n_changes + 1), any = false;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        uint32_t change = j->pieces.item[i].change;
        told[change] |= (!counts || counts[change]) && noise_share(j->evidence[i].noise) >= TOLD_SHARE;
        any |= told[change];
    }
    return any ? told : counts;
}

/* An expression that cannot be read must not hide a change. */
static struct verdict_concern concern_of(const struct judging *j, const struct interest *asked, float amount[EVIDENCES],
                                         struct interest_found *found)
{
    struct verdict_concern out = { 0 };
    struct err unread;
    *found = everything(&j->delta);
    if (interest_find(j->arena, &j->delta, asked, found, &unread))
        out.note = arena_str(j->arena, str_of(unread.text));
    out.n_changes = found->n_changes;
    out.words_inserted = found->words_inserted;
    out.words_deleted = found->words_deleted;
    memcpy(out.changes, found->n_class, sizeof out.changes);
    if (found->n_changes) {
        add_up(j, found->counts, asked->n_select > 0 && !out.note.len, &out, amount);
        out.concerns = out.chance >= TELL_CHANCE;
        if (out.concerns)
            out.excerpts = excerpts_find(j->arena, &j->delta, told_changes(j, found->counts));
    }
    return out;
}

static struct str words_of(struct arena *a, const struct delta *d, const struct judge_piece *piece)
{
    struct headline_piece one = { .piece = piece, .share = 1 };
    struct headline line = headline_make(a, d, &one, 1);
    return line.text.len ? line.text : arena_str(a, d->change[piece->change].note);
}

/* What nobody is told of, though it is content. */
static void hold_back(const struct judging *j, struct verdict *out)
{
    out->held = NEW_ARRAY(j->arena, struct verdict_held, VERDICT_HELD_MAX);
    for (uint32_t i = 0; i < j->pieces.n && out->n_held < VERDICT_HELD_MAX; i++) {
        enum noise_kind noise = j->evidence[i].noise;
        if (out->whole.concerns && noise == NOISE_NONE)
            continue;
        struct str why = noise == NOISE_NONE ? STR("too little to announce") : str_of(noise_words(noise));
        struct str what = words_of(j->arena, &j->delta, &j->pieces.item[i]);
        if (what.len)
            out->held[out->n_held++] = (struct verdict_held){ what, why };
    }
}

static void find_concerned(const struct judging *j, struct verdict *out)
{
    const struct verdict_facts *facts = j->facts;
    struct interest_found found;
    out->whole = concern_of(j, &(struct interest){ 0 }, out->amount, &found);
    hold_back(j, out);
    for (uint32_t i = 0; i < facts->n_interests; i++) {
        struct verdict_concern *c = &out->concern[i];
        float amount[EVIDENCES] = { 0 };
        *c = concern_of(j, &facts->interest[i], amount, &found);
        if (c->note.len && out->note.len == 0)
            out->note = c->note;
        if (c->concerns && !out->any)
            out->change = template_hash(j->arena, &j->delta, told_changes(j, found.counts));
        out->any |= c->concerns;
    }
}

/* The strongest evidence in words: "40 new words in the main content". */
static void give_reasons(struct arena *a, struct verdict *out)
{
    double part[EVIDENCES];
    for (unsigned i = 0; i < EVIDENCE_NONE; i++)
        part[i] = evidence_part(i, out->amount[i]);
    while (out->n_reasons < VERDICT_REASONS_MAX) {
        unsigned best = 0;
        for (unsigned i = 1; i < EVIDENCE_NONE; i++)
            best = part[i] > part[best] ? i : best;
        if (part[best] <= 0)
            return;
        out->reason[out->n_reasons++] =
            arena_printf(a, "%s: %.0f", evidence_words((enum evidence_kind)best), (double)out->amount[best]);
        part[best] = 0;
    }
}

/* ---- How much it matters ---- */

/* What is noise weighs little, whatever it stands in. */
static void set_factors(const struct judging *j, float *old, float *new)
{
    const struct delta *d = &j->delta;
    for (uint32_t w = 0; w < d->old->n_words; w++)
        old[w] = 1;
    for (uint32_t w = 0; w < d->new->n_words; w++)
        new[w] = 1;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        const struct judge_piece *p = &j->pieces.item[i];
        const struct evidence *ev = &j->evidence[i];
        float factor = ev->noise == NOISE_SEEN ? SEEN_FACTOR : ev->factor;
        if (p->sentence == NONE || factor >= 1)
            continue;
        const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
        const uint32_t *partner = p->old ? d->old_to_new : d->new_to_old;
        for (uint32_t w = s->word; w < s->end; w++)
            if (partner[w] == NONE)
                (p->old ? old : new)[w] = factor;
        for (uint32_t w = p->old_word; w < p->old_end; w++)
            old[w] = factor;
    }
}

/* A page past the limits of blocks is announced without a weight. */
static void weigh(const struct judging *j, struct verdict *out)
{
    struct weighed weighed;
    struct err past;
    const struct delta *d = &j->delta;
    float *old = NEW_ARRAY_RAW(j->arena, float, d->old->n_words + 1), *new = NEW_ARRAY_RAW(j->arena, float, d->new->n_words + 1);
    set_factors(j, old, new);
    struct weigh_history history = { NEW_ARRAY(j->arena, bool, d->new->dom.n), old, new };
    if (out->any
        && weigh_pages(j->arena, &(struct weigh_input){ d->old, d->new, &history, j->facts->cutter }, &weighed, &past) == 0)
        out->importance = weighed.importance;
}

/* ---- All of it ---- */

/* What has no words to compare is everybody's business. */
static void all_concerned(struct arena *a, const struct verdict_facts *facts, struct verdict *out)
{
    if (facts->old)
        out->whole.headline.text =
            arena_printf(a, "its bytes changed: %zu before, %zu now", facts->old->bytes.len, facts->new.bytes.len);
    out->whole.concerns = out->any = true;
    for (uint32_t i = 0; i < facts->n_interests; i++)
        out->concern[i] = out->whole;
    out->past = facts->past;
}

static int judge_pages(struct arena *a, const struct verdict_facts *facts, const struct page *old, struct verdict *out,
                       struct err *e)
{
    struct judging *j = NEW(a, struct judging);
    AUTO(buf) past = BUF(PAST_BYTES);
    *j = (struct judging){ .arena = a, .facts = facts };
    past_read(&j->past, facts->past);
    int code = compare_pages(a, old, &out->page, &j->delta, e);
    if (code || (code = pieces_find(a, &j->delta, &j->pieces, e)))
        return code;
    j->context = evidence_open(&j->delta, &j->past);
    j->evidence = NEW_ARRAY(a, struct evidence, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        j->evidence[i] = evidence_of(&j->context, &j->pieces.item[i]);
    find_concerned(j, out);
    give_reasons(a, out);
    weigh(j, out);
    if (out->suspect.len == 0)
        evidence_learn(&j->past, &j->pieces, false);
    past_write(&j->past, &past);
    return buf_take(&past, a, &out->past, e);
}

int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols); /* the page outlives this call */
    struct page *old = NEW(a, struct page);
    bool old_readable = false;
    struct err past = { 0 };
    *out = (struct verdict){ .concern = NEW_ARRAY(a, struct verdict_concern, facts->n_interests + 1), .importance = -1 };
    symbols_open(symbols, a);
    if (body_read(a, symbols, &facts->new, &out->page, &out->readable, &past)
        || (facts->old && body_read(a, symbols, facts->old, old, &old_readable, &past))) {
        out->readable = false;
        out->note = arena_str(a, str_of(past.text));
        all_concerned(a, facts, out);
        return 0;
    }
    if (out->readable && look_suspect(a, facts, old_readable ? old : NULL, &out->page, out, e))
        return e->code;
    if (!out->readable || !old_readable) {
        all_concerned(a, facts, out);
        return 0;
    }
    return judge_pages(a, facts, old, out, e);
}

const struct verdict_concern *verdict_first(const struct verdict *v, uint32_t n_interests)
{
    for (uint32_t i = 0; i < n_interests; i++)
        if (v->concern[i].concerns)
            return &v->concern[i];
    return &v->whole;
}

/* ---- Copies ---- */

static struct verdict_concern concern_copy(struct arena *a, const struct verdict_concern *c)
{
    struct verdict_concern out = *c;
    out.headline.text = arena_str(a, c->headline.text);
    for (uint32_t i = 0; i < c->headline.n_lines; i++)
        out.headline.line[i] = arena_str(a, c->headline.line[i]);
    out.note = arena_str(a, c->note);
    out.excerpts = excerpts_copy(a, &c->excerpts);
    return out;
}

struct verdict verdict_copy(struct arena *a, const struct verdict *v, uint32_t n_interests)
{
    struct verdict out = *v;
    out.page = (struct page){ 0 };
    out.suspect = arena_str(a, v->suspect);
    for (uint32_t i = 0; i < v->n_reasons; i++)
        out.reason[i] = arena_str(a, v->reason[i]);
    out.note = arena_str(a, v->note);
    out.past = arena_str(a, v->past);
    out.whole = concern_copy(a, &v->whole);
    out.concern = NEW_ARRAY(a, struct verdict_concern, n_interests + 1);
    for (uint32_t i = 0; i < n_interests; i++)
        out.concern[i] = concern_copy(a, &v->concern[i]);
    out.held = NEW_ARRAY(a, struct verdict_held, v->n_held + 1);
    for (uint32_t i = 0; i < v->n_held; i++)
        out.held[i] = (struct verdict_held){ arena_str(a, v->held[i].what), arena_str(a, v->held[i].why) };
    return out;
}
