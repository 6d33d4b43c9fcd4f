/* A new body judged. In: the body, the one before, what earlier visits taught, what the watches ask about. Out: suspect or not, whom the
 * change concerns and why, and what to remember. Cost: two parses and a comparison, and only where the bytes differ. */
#include "judge/verdict.h"

#include "base/limits.h"
#include "judge/fleeting.h"
#include "judge/suspect.h"
#include "judge/traces.h"
#include "judge/verdict_concern.h"

/* ---- Whether it is the page ---- */

static int look_suspect(struct arena *a, const struct verdict_facts *facts, const struct page *old, const struct page *new,
                        struct verdict *out, struct err *e)
{
    AUTO(buf) why = BUF(KIB(4));
    struct suspect_facts about = { .old = old, .final_url = facts->final_url, .final_before = facts->final_before };
    out->suspect_kind = suspect_page(new, &about, &why);
    return out->suspect_kind == SUSPECT_NONE ? 0 : buf_take(&why, a, &out->suspect, e);
}

/* What was taken for the page may be a wall: another of its kind is not suspect beside it. */
static int look_alone(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e)
{
    struct verdict look = { 0 };
    if (look_suspect(a, facts, NULL, &out->page, &look, e))
        return e->code;
    out->wall = look.suspect;
    return 0;
}

/* Whether the page is back from behind what was announced in its place: it is not suspect beside the last real version, and like it. A
 * page that is shorter, in another language or elsewhere may have become so for good, and then lives on there. */
static int look_back(struct arena *a, const struct verdict_facts *facts, const struct page pair[2], struct verdict *out,
                     struct err *e)
{
    struct verdict look = { 0 };
    if (look_suspect(a, facts, &pair[0], &out->page, &look, e))
        return e->code;
    out->back = look.suspect.len == 0 && suspect_is_back(&out->page, &pair[0], &pair[1]);
    out->still = look.suspect.len && look.suspect_kind != SUSPECT_SHRUNK && look.suspect_kind != SUSPECT_LANGUAGE
                 && look.suspect_kind != SUSPECT_ELSEWHERE;
    if (out->still)
        out->suspect = look.suspect;
    return 0;
}

/* `pair`: the last real page, where that is not the old one, and the old one. */
static int look_at(struct arena *a, const struct verdict_facts *facts, const struct page pair[2], const bool readable[2],
                   struct verdict *out, struct err *e)
{
    if (facts->blocked && look_alone(a, facts, out, e))
        return e->code;
    if (out->wall.len) { /* nobody has seen the page yet, and nobody does now */
        out->still = true;
        out->suspect = out->wall;
        return 0;
    }
    if (readable[0] && readable[1] && look_back(a, facts, pair, out, e))
        return e->code;
    return out->back || out->still ? 0 : look_suspect(a, facts, readable[1] ? &pair[1] : NULL, &out->page, out, e);
}

/* What is past a limit is not known to be the same. */
static bool is_again(struct arena *a, const struct verdict_facts *facts, const struct verdict *v)
{
    struct page held;
    struct err past;
    bool readable = false;
    return v->suspect.len && facts->held && body_read(a, v->page.dom.symbols, facts->held, &held, &readable, &past) == 0 && readable
           && suspect_is_again(&v->page, &held);
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

/* What is past a limit. What was found of the page before holds: whether it is suspect, and whether it is back. */
static void judge_by_bytes(struct arena *a, const struct verdict_facts *facts, const struct err *past, struct verdict *out)
{
    *out = (struct verdict){ .suspect = out->suspect,
                             .suspect_kind = out->suspect_kind,
                             .again = out->again,
                             .wall = out->wall,
                             .back = out->back,
                             .still = out->still,
                             .concern = out->concern,
                             .importance = -1,
                             .note = arena_str(a, str_of(past->text)) };
    all_concerned(a, facts, out);
}

/* Cuts the delta into pieces, and asks of each what speaks for and against it. */
static int find_evidence(struct verdict_builder *j, struct err *e)
{
    if (pieces_find(j->arena, &j->delta, &j->pieces, e) || concern_room(j, e))
        return e->code;
    evidence_follow(j->arena, &j->delta, &j->past, &j->pieces, &j->spots);
    if (j->second)
        fleeting_find(&j->delta, j->second, &j->pieces);
    else if (!j->facts)
        fleeting_recall(&j->past, &j->pieces);
    j->context = evidence_open(&j->delta, &j->past, &j->pieces);
    j->evidence = NEW_ARRAY(j->arena, struct evidence, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        j->evidence[i] = evidence_of(&j->context, &j->pieces.item[i]);
    j->worth = headline_worths(j->arena, &j->delta, &j->pieces);
    return 0;
}

/* What two answers of one moment teach: whatever differs between them is noise. `since`: from the version before to the first of them;
 * NULL: none is known. */
static int learn_second(struct arena *a, const struct delta *second, const struct delta *since, struct past *past, struct err *e)
{
    struct judge_pieces pieces;
    struct spots spots;
    if (pieces_find(a, second, &pieces, e))
        return e->code;
    if (since)
        fleeting_drop_unsettled(second, since, &pieces);
    spots_find(a, second, past, true, &pieces, &spots);
    traces_find(second, past, &pieces);
    evidence_learn(past, &pieces, true);
    traces_keep(second, &pieces, true, past);
    spots_keep(&spots, past);
    return 0;
}

/* How the second answer differs from the first; NULL: there is none, or it cannot be read, or may not be the page. All that is made of it
 * lies in the arena, its words, too: they take no memory from the first. */
static int compare_second(struct arena *a, const struct verdict_facts *facts, const struct page *new, const struct delta **out,
                          struct err *e)
{
    struct page *second = NEW(a, struct page), *first = NEW(a, struct page);
    struct symbols *symbols = NEW(a, struct symbols);
    struct delta *delta = NEW(a, struct delta);
    struct verdict look = { 0 };
    bool readable = false;
    *out = NULL;
    if (!facts->second)
        return 0;
    *first = *new;
    first->dom.symbols = symbols;
    *symbols = symbols_fork(new->dom.symbols, a);
    if (body_read(a, symbols, facts->second, second, &readable, e) || (readable && look_suspect(a, facts, first, second, &look, e)))
        return e->code;
    if (!readable || look.suspect.len)
        return 0;
    int code = compare_pages(a, first, second, delta, e);
    *out = code ? NULL : delta;
    return code;
}

/* A second answer that is past a limit says nothing; what is known of the first holds. */
static int unless_past_limit(int code)
{
    return code == E_LIMIT ? 0 : code;
}

static int judge_pages(struct arena *a, const struct verdict_facts *facts, const struct page *old, struct verdict *out,
                       struct err *e)
{
    struct verdict_builder *j = NEW(a, struct verdict_builder);
    AUTO(arena) aside = { .budget_bytes = a->budget_bytes }; /* for the second answer */
    AUTO(buf) past = BUF(PAST_BYTES);
    *j = (struct verdict_builder){ .arena = a, .facts = facts };
    past_read(&j->past, facts->past);
    if (compare_pages(a, old, &out->page, &j->delta, e)
        || unless_past_limit(compare_second(&aside, facts, &out->page, &j->second, e)) || find_evidence(j, e)
        || concerns_find(j, out, e))
        return e->code;
    out->n_reasons = concern_reasons(a, out->amount, out->reason);
    out->importance = out->any ? concern_weigh(j, facts->cutter) : -1;
    if (concern_room(j, e))
        return e->code;
    out->importance = out->suspect.len && out->any ? SUSPECT_IMPORTANCE : out->importance; /* it is not what the page says */
    for (uint32_t i = 0; i < facts->n_interests; i++)
        out->concern[i].weighed &= out->suspect.len == 0;
    concerns_drop_unimportant(facts, out);
    out->left_out = concerns_left_out(facts, out);
    out->known = evidence_known(a, &j->past, &j->pieces);
    out->invisible = j->pieces.n == 0;
    if (out->suspect.len == 0) {
        evidence_learn(&j->past, &j->pieces, false);
        traces_keep(&j->delta, &j->pieces, false, &j->past);
        spots_keep(&j->spots, &j->past);
        if (j->second && unless_past_limit(learn_second(&aside, j->second, &j->delta, &j->past, e)))
            return e->code;
    }
    past_write(&j->past, &past);
    return buf_take(&past, a, &out->past, e);
}

int verdict_look(struct arena *a, const struct verdict_again *again, struct verdict_view *out, struct err *e)
{
    struct verdict_builder *j = NEW(a, struct verdict_builder);
    struct concern_found *found = NEW(a, struct concern_found);
    struct verdict_view view = { 0 };
    *j = (struct verdict_builder){ .arena = a, .delta = *again->delta, .past = again->past, .again = again->weigh };
    if (find_evidence(j, e) || concern_find(j, again->interest, &view.concern, found, e))
        return e->code;
    bool *shown = NEW_ARRAY(a, bool, j->delta.n_changes + 1);
    for (uint32_t i = 0; i < j->delta.n_changes; i++) {
        bool content = j->delta.change[i].class == CLASS_CONTENT;
        shown[i] = content ? found->told[i] : found->interest.inside[i];
        view.n_noise += found->interest.counts[i] && !found->told[i];
        view.n_outside += content && !j->delta.change[i].hidden && !found->interest.counts[i];
    }
    view.shown = (struct delta_choice){ shown, found->interest.old_node, found->interest.new_node };
    view.weights = concern_weights(j, found);
    view.part = view.concern.weighed ? &found->part : NULL;
    view.concern.excerpts = concern_excerpts(j, found);
    view.importance = !again->weigh ? -1 : view.concern.weighed ? view.concern.importance : concern_weigh(j, again->cutter);
    if (again->hold_back)
        concern_hold_back(j, found, again, &view);
    view.n_reasons = again->weigh ? concern_reasons(a, found->said, view.reason) : 0;
    view.concern.concerns &= concern_is_important(again->interest, &view.concern, view.importance);
    *out = view;
    return 0;
}

/* It was announced that the page is not there; that it still is not says nothing new. */
static void hold_all(struct arena *a, const struct verdict_facts *facts, struct verdict *out)
{
    out->held = (struct held_changes){ NEW(a, struct held_change), 1, 0 };
    *out->held.item = (struct held_change){ .what = STR("the whole page"), .why = out->suspect, .times = 1 };
    out->suspect = STR("");
    out->any = out->whole.concerns = false;
    for (uint32_t i = 0; i < facts->n_interests; i++)
        out->concern[i].concerns = false;
}

int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols); /* the page outlives this call */
    struct page *old = NEW_ARRAY(a, struct page, 2);  /* the last real one, where it is not the old one; the old one */
    bool readable[2] = { false, false };
    struct err past = { 0 };
    *out = (struct verdict){ .concern = NEW_ARRAY(a, struct verdict_concern, facts->n_interests + 1), .importance = -1 };
    symbols_open(symbols, a);
    if (body_read(a, symbols, &facts->new, &out->page, &out->readable, &past)
        || (facts->old && body_read(a, symbols, facts->old, &old[1], &readable[1], &past))
        || (facts->real && body_read(a, symbols, facts->real, &old[0], &readable[0], &past))) {
        judge_by_bytes(a, facts, &past, out);
        return 0;
    }
    if (out->readable && look_at(a, facts, old, readable, out, e))
        return e->code;
    out->again = out->readable && is_again(a, facts, out);
    if (!out->readable || !readable[1]) {
        all_concerned(a, facts, out);
        return 0;
    }
    int code = judge_pages(a, facts, &old[!out->back], out, &past);
    if (code == E_LIMIT)
        judge_by_bytes(a, facts, &past, out);
    else if (code) {
        *e = past;
        return code;
    }
    if (out->still)
        hold_all(a, facts, out);
    return 0;
}

int verdict_probe(struct arena *a, const struct verdict_facts *facts, struct str *past, struct err *e)
{
    AUTO(buf) kept = BUF(PAST_BYTES);
    struct past *known = NEW(a, struct past);
    struct symbols symbols;
    struct page page;
    const struct delta *second = NULL;
    bool readable = false;
    *past = facts->past;
    symbols_open(&symbols, a);
    if (body_read(a, &symbols, &facts->new, &page, &readable, e) || (readable && compare_second(a, facts, &page, &second, e)))
        return e->code;
    if (!second)
        return 0;
    past_read(known, facts->past);
    if (learn_second(a, second, NULL, known, e))
        return e->code;
    past_write(known, &kept);
    return buf_take(&kept, a, past, e);
}

const struct verdict_concern *verdict_first(const struct verdict *v, uint32_t n_interests)
{
    for (uint32_t i = 0; i < n_interests; i++)
        if (v->concern[i].concerns)
            return &v->concern[i];
    return &v->whole;
}

double verdict_importance(const struct verdict *v, const struct verdict_concern *c)
{
    return c->weighed ? c->importance : v->importance;
}

struct str verdict_reasons(struct arena *a, const struct str *reason, uint32_t n)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    json_open(&j, &out, 0);
    json_array(&j);
    for (uint32_t i = 0; i < n; i++)
        json_str(&j, reason[i]);
    json_end(&j);
    return n ? arena_str(a, buf_str(&out)) : STR("");
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
    out.wall = arena_str(a, v->wall);
    for (uint32_t i = 0; i < v->n_reasons; i++)
        out.reason[i] = arena_str(a, v->reason[i]);
    out.note = arena_str(a, v->note);
    out.past = arena_str(a, v->past);
    out.known = arena_str(a, v->known);
    out.whole = concern_copy(a, &v->whole);
    out.concern = NEW_ARRAY(a, struct verdict_concern, n_interests + 1);
    for (uint32_t i = 0; i < n_interests; i++)
        out.concern[i] = concern_copy(a, &v->concern[i]);
    out.held.item = NEW_ARRAY(a, struct held_change, v->held.n + 1);
    for (uint32_t i = 0; i < v->held.n; i++) {
        const struct held_change *held = &v->held.item[i];
        out.held.item[i] = (struct held_change){
            .what = arena_str(a, held->what), .why = arena_str(a, held->why), .times = held->times, .noise = held->noise
        };
    }
    return out;
}
