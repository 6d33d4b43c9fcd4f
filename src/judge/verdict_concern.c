/* In: a change, cut into pieces with what speaks for and against each. Out: what it is to each watch: whether they are told, in which
 * words, how much it matters to them, what is held back from them and why. Cost: O(pieces + words) for a watch of a part of the page; the
 * others share what was found for all of it. */
#include "judge/verdict_concern.h"

#include <math.h>

#include "base/limits.h"
#include "judge/headline_quote.h"
#include "judge/reasons.h"
#include "judge/template.h"

#define CODE_FACTOR 0.05f /* what codes of programs count in it */
#define KEPT_PARTS 1e6    /* importance is kept in millionths */
#define AND_MORE "; and more"
#define SEEN_FACTOR 0.1f /* what a text that was there before counts in the importance */

/* ---- What of it they are told ---- */

/* Marks every change that the piece is made of. */
static void tell_piece(const struct verdict_builder *j, const struct judge_piece *p, bool *told)
{
    const struct delta *d = &j->delta;
    const uint32_t *change = p->old ? d->old_change : d->new_change;
    told[p->change] = true;
    if (p->sentence == NONE)
        return;
    const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        if (change[w] != NONE)
            told[change[w]] = true;
    for (uint32_t w = p->old_word; w < p->old_end; w++)
        if (d->old_change[w] != NONE)
            told[d->old_change[w]] = true;
}

/* By change of the delta: it counts, and is not noise, unless all of them are. An advert beside a new menu differs from page to page. */
static const bool *told_changes(const struct verdict_builder *j, const struct headline_piece *item, uint32_t n, const bool *counts)
{
    bool *told = NEW_ARRAY(j->arena, bool, j->delta.n_changes + 1), any = false;
    for (uint32_t i = 0; i < n; i++)
        if (item[i].share >= TOLD_SHARE)
            tell_piece(j, item[i].piece, told);
    for (uint32_t i = 0; i < j->delta.n_changes; i++)
        any |= told[i] &= counts[i];
    return any ? told : counts;
}

/* Words and changes as they are told. */
static void count_told(const struct verdict_builder *j, const struct interest_found *found, const bool *told,
                       struct verdict_concern *out)
{
    out->words_inserted = out->words_deleted = out->n_changes = 0;
    for (uint32_t i = 0; i < j->delta.n_changes; i++) {
        out->n_changes += told[i];
        out->words_inserted += told[i] ? found->inserted[i] : 0;
        out->words_deleted += told[i] ? found->deleted[i] : 0;
    }
    out->changes[CLASS_CONTENT] = out->n_changes;
}

/* Whether somebody looks at words of the piece; a change may reach from what they select into what they do not. */
static bool is_inside(const struct verdict_builder *j, const struct interest_found *found, const struct judge_piece *p)
{
    const struct page *old = j->delta.old, *page = p->old ? old : j->delta.new;
    const bool *node = p->old ? found->old_node : found->new_node;
    const uint32_t *change = p->old ? j->delta.old_change : j->delta.new_change;
    if (p->sentence == NONE)
        return found->counts[p->change];
    for (uint32_t w = page->sentence[p->sentence].word; w < page->sentence[p->sentence].end; w++)
        if (change[w] != NONE && node[page->word[w].node] && found->counts[change[w]])
            return true;
    for (uint32_t w = p->old_word; w < p->old_end; w++)
        if (j->delta.old_change[w] != NONE && found->old_node[old->word[w].node] && found->counts[j->delta.old_change[w]])
            return true;
    return false;
}

/* The evidence as one watch sees it. Who selects a part of the page asks for it, wherever it stands. */
static const struct evidence *evidence_for(const struct verdict_builder *j, const struct interest *asked, bool selected)
{
    struct evidence_context context = j->context;
    if (!selected && !asked->lessons)
        return j->evidence;
    struct evidence *own = NEW_ARRAY(j->arena, struct evidence, j->pieces.n + 1);
    evidence_heed(&context, j->arena, asked->lessons);
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        struct judge_piece piece = j->pieces.item[i];
        piece.place = selected ? PLACE_MAIN : piece.place;
        own[i] = evidence_of(&context, &piece);
    }
    return own;
}

static const double *values_of(const struct verdict_builder *j, const struct headline_piece *item, uint32_t n)
{
    double *value = NEW_ARRAY(j->arena, double, j->delta.n_changes + 1);
    bool *code = NEW_ARRAY(j->arena, bool, j->delta.n_changes + 1);
    for (uint32_t i = 0; i < n; i++)
        if (held_is_code(item[i].piece))
            tell_piece(j, item[i].piece, code);
    for (uint32_t i = 0; i < j->delta.n_changes; i++)
        value[i] = code[i] ? EXCERPT_LAST : 0;
    for (uint32_t i = 0; i < n; i++)
        if (item[i].piece->change < j->delta.n_changes && !held_is_code(item[i].piece))
            value[item[i].piece->change] = MAX(value[item[i].piece->change], item[i].value);
    return value;
}

/* Whether another piece brought just the same, and that is a day or a time and nothing else: that all files of a list were made again is
 * said once. */
static bool is_said_again(const struct delta *d, const struct judge_piece *p, struct map *said)
{
    uint32_t others = 0;
    if (p->sentence == NONE || p->old || p->to || !p->came[SHAPE_TIME])
        return false;
    for (unsigned i = 0; i < WORD_SHAPES; i++)
        others += i == SHAPE_TIME || i == SHAPE_MARK ? 0 : p->came[i] + p->went[i];
    return !others && !p->kept && (*map_slot(said, d->new->sentence[p->sentence].hash, 0))++ > 0;
}

/* Of one piece: as the page has it, and as one watch sees it. What was asked for counts as the main content, wherever it stands. */
static void add_amounts(const struct evidence *page, const struct evidence *own, struct concern_found *found)
{
    float asked = own->amount[EVIDENCE_ASKED];
    const float *said = asked > 0 ? page->amount : own->amount;
    for (unsigned k = 0; k < EVIDENCES; k++) {
        if (own->amount[k] == 0 && said[k] == 0) /* as most */
            continue;
        found->amount[k] += own->amount[k];
        found->said[k] += k == EVIDENCE_ASKED ? asked : said[k];
    }
}

/* Adds up what counts for one watch, and finds which changes it is told of. */
static void add_up(const struct verdict_builder *j, const struct evidence *evidence, struct verdict_concern *out,
                   struct concern_found *found)
{
    struct headline_piece *quoted = NEW_ARRAY(j->arena, struct headline_piece, j->pieces.n + 1);
    struct map said;
    uint32_t n = 0;
    map_open(&said, j->arena, 0);
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        if (!is_inside(j, &found->interest, &j->pieces.item[i]))
            continue;
        bool again = is_said_again(&j->delta, &j->pieces.item[i], &said);
        if (!again)
            add_amounts(&j->evidence[i], &evidence[i], found);
        bool legal = evidence[i].amount[EVIDENCE_LEGAL_TIME] > 0 || (j->context.legal && evidence[i].amount[EVIDENCE_PERIOD] > 0);
        bool version = legal && j->pieces.item[i].kind == PIECE_CHANGED;
        quoted[n++] = (struct headline_piece){ .piece = &j->pieces.item[i],
                                               .worth = &j->worth[i],
                                               .share = noise_share(evidence[i].noise),
                                               .usual = evidence[i].usual,
                                               .version = version };
    }
    out->chance = evidence_chance(evidence_odds(found->amount));
    out->headline = headline_make(j->arena, &j->delta, &j->pieces, quoted, n);
    found->value = values_of(j, quoted, n);
    found->told = told_changes(j, quoted, n, found->interest.counts);
}

/* Only words that they look at; what is worth most comes first. */
struct excerpts concern_excerpts(const struct verdict_builder *j, const struct concern_found *found)
{
    const struct delta_choice choice = { found->told, found->interest.old_node, found->interest.new_node };
    struct delta told = j->delta; /* excerpts are made of changes and pages */
    told.change = delta_chosen(j->arena, &j->delta, &choice, &told.n_changes);
    double *value = NEW_ARRAY(j->arena, double, told.n_changes + 1);
    for (uint32_t i = 0; i < told.n_changes; i++) {
        const struct change *c = &told.change[i];
        uint32_t whole = c->new_word < c->new_end   ? j->delta.new_change[c->new_word]
                         : c->old_word < c->old_end ? j->delta.old_change[c->old_word]
                                                    : NONE;
        value[i] = whole < j->delta.n_changes ? found->value[whole] : 0;
    }
    return excerpts_find(j->arena, &told, value);
}

/* ---- How much it matters ---- */

#define BESIDE 0.5 /* what a fact weighs beside the main content, as a price does there */

/* Where a fact stands on the new page: what changed, or of a picture in the place of words the first word that did; NONE: it is gone. */
static uint32_t node_of_fact(const struct delta *d, const struct judge_piece *p)
{
    if (p->sentence == NONE || p->old)
        return d->change[p->change].new_node;
    struct sentence s = piece_range(d->new, p);
    while (s.word + 1 < s.end && d->new_change[s.word] == NONE)
        s.word++;
    return d->new->word[s.word].node;
}

/* A state, a document or a picture that changed, and no words say so. They stand once in the list, for the piece that tells of them. What
 * somebody chose is what the page is about to them. */
static void find_facts(const struct verdict_builder *j, const struct evidence *evidence, bool chosen, struct weigh_history *out)
{
    struct judge_fact *fact = NEW_ARRAY(j->arena, struct judge_fact, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        const struct judge_piece *p = &j->pieces.item[i];
        const float *amount = evidence[i].amount;
        float told = amount[EVIDENCE_STATE] + amount[EVIDENCE_DOCUMENT] + amount[EVIDENCE_PICTURE];
        if (told <= 0 || (p->sentence != NONE && !p->picture))
            continue;
        fact[out->n_facts++] =
            (struct judge_fact){ .node = node_of_fact(&j->delta, p),
                                 .weight = fmin((double)told, 1) * (chosen || p->place == PLACE_MAIN ? 1 : BESIDE),
                                 .shown = p->picture };
    }
    out->fact = fact;
}

/* What is noise by this evidence weighs little, whatever it stands in; what somebody dismissed nothing. */
static const struct weigh_history *weights_by(const struct verdict_builder *j, const struct evidence *evidence, bool chosen)
{
    const struct delta *d = &j->delta;
    float *old = NEW_ARRAY_RAW(j->arena, float, d->old->n_words + 1), *new = NEW_ARRAY_RAW(j->arena, float, d->new->n_words + 1);
    for (uint32_t w = 0; w < d->old->n_words; w++)
        old[w] = 1;
    for (uint32_t w = 0; w < d->new->n_words; w++)
        new[w] = 1;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        const struct judge_piece *p = &j->pieces.item[i];
        const struct evidence *ev = &evidence[i];
        float factor = held_is_code(p) ? CODE_FACTOR : ev->noise == NOISE_SEEN ? SEEN_FACTOR : ev->factor;
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
    struct weigh_history *out = NEW(j->arena, struct weigh_history);
    *out = (struct weigh_history){ .noise = NEW_ARRAY(j->arena, bool, d->new->dom.n), .old_factor = old, .new_factor = new };
    find_facts(j, evidence, chosen, out);
    return out;
}

const struct weigh_history *concern_weights(struct verdict_builder *j, const struct concern_found *found)
{
    if (found && (found->taught || found->part.chosen))
        return weights_by(j, found->evidence, found->part.chosen);
    return j->weights = j->weights ? j->weights : weights_by(j, j->evidence, false);
}

/* Whether what they taught bears on the change. */
static bool is_taught(const struct verdict_builder *j, const struct evidence *evidence)
{
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (evidence[i].noise == NOISE_TAUGHT || evidence[i].amount[EVIDENCE_ASKED] > 0)
            return true;
    return false;
}

/* Every door says the same number. */
static double as_kept(double importance)
{
    return importance < 0 ? -1 : floor(importance * KEPT_PARTS + 0.5) / KEPT_PARTS;
}

/* By the places of words; where a browser draws pages, by its blocks. Negative: a page past the limits of blocks has no weight. */
double concern_weigh(struct verdict_builder *j, const struct cutter *cutter)
{
    struct weighed weighed;
    struct err past;
    const struct delta *d = &j->delta;
    double importance = -1;
    if (!cutter)
        importance = weigh_places(j->arena, &j->pieces.old, &j->pieces.new, concern_weights(j, NULL));
    else if (weigh_pages(j->arena, &(struct weigh_input){ d->old, d->new, concern_weights(j, NULL), cutter }, &weighed, &past) == 0)
        importance = weighed.importance;
    return as_kept(importance);
}

/* As one watch sees it that looks at a part of the page, or whose user taught something of it. */
static double weigh_own(struct verdict_builder *j, const struct concern_found *found)
{
    return as_kept(weigh_part(j->arena, &j->pieces.old, &j->pieces.new, concern_weights(j, found), &found->part));
}

/* ---- For whom ---- */

/* The pieces that are not left out as lines. */
static struct held_changes list_held(const struct verdict_builder *j, const struct evidence *evidence, const bool *left_out,
                                     const bool *told, uint32_t most)
{
    enum noise_kind *noise = NEW_ARRAY(j->arena, enum noise_kind, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        bool constant = evidence[i].noise == NOISE_TAUGHT && noise_is_constant(j->evidence[i].noise); /* dismissed or not */
        noise[i] = constant ? j->evidence[i].noise : evidence[i].noise;
        noise[i] = noise[i] == NOISE_NONE && held_is_code(&j->pieces.item[i]) ? NOISE_SHAPE : noise[i];
    }
    const struct held_source source = { .delta = &j->delta,
                                        .pieces = &j->pieces,
                                        .worth = j->worth,
                                        .noise = noise,
                                        .left_out = left_out,
                                        .told = told,
                                        .most = most };
    return held_changes(j->arena, &source);
}

/* Of changes that a headline does not quote, as of a link: the lines that the list of what is held back has for them. */
static struct headline headline_of_rest(const struct verdict_builder *j, const struct concern_found *found)
{
    bool *left_out = NEW_ARRAY(j->arena, bool, j->pieces.n + 1);
    struct headline out = { 0 };
    for (uint32_t i = 0; i < j->pieces.n; i++)
        left_out[i] = !is_inside(j, &found->interest, &j->pieces.item[i]);
    struct held_changes lines = list_held(j, found->evidence, left_out, NULL, 1 + HEADLINE_LINES);
    AUTO(buf) text = BUF(KIB(4));
    bool all = lines.n_more == 0;
    for (uint32_t i = 0; i < lines.n; i++) {
        struct str what = lines.item[i].what;
        bool fits = i == 0 || chars_of(buf_str(&text)) + chars_of(what) + strlen("; " AND_MORE) <= HEADLINE_CHARS;
        all &= fits;
        if (fits)
            buf_addf(&text, "%s%.*s", i ? "; " : "", STR_ARG(what));
        else
            out.line[out.n_lines++] = what;
    }
    if (!all && chars_of(buf_str(&text)) + strlen(AND_MORE) <= HEADLINE_CHARS)
        buf_add(&text, STR(AND_MORE));
    out.text = arena_str(j->arena, buf_str(&text));
    return out;
}

int concern_room(const struct verdict_builder *j, struct err *e)
{
    return arena_over(j->arena) ? arena_room(j->arena, 1, e) : 0;
}

/* An expression that cannot be read must not hide a change. */
int concern_find(struct verdict_builder *j, const struct interest *asked, struct verdict_concern *out, struct concern_found *found,
                 struct err *e)
{
    struct err unread;
    *out = (struct verdict_concern){ 0 };
    *found = (struct concern_found){ 0 };
    if (interest_find(j->arena, &j->delta, asked, &found->interest, &unread)) {
        out->note = arena_str(j->arena, str_of(unread.text));
        if (interest_find(j->arena, &j->delta, &(struct interest){ 0 }, &found->interest, e))
            return e->code;
    }
    memcpy(out->changes, found->interest.n_class, sizeof out->changes);
    bool chosen = asked->n_select > 0 && !out->note.len;
    found->evidence = evidence_for(j, asked, chosen);
    found->taught = asked->lessons && is_taught(j, found->evidence);
    add_up(j, found->evidence, out, found);
    out->wanted = found->amount[EVIDENCE_ASKED] > 0;
    count_told(j, &found->interest, found->told, out);
    out->concerns = out->n_changes && out->chance >= sensitivity_chance(asked->wishes.sensitivity);
    if (out->concerns && !out->headline.text.len)
        out->headline = headline_of_rest(j, found);
    out->concerns &= out->headline.text.len > 0; /* nothing to say is nothing to tell */
    if (out->concerns)
        out->excerpts = concern_excerpts(j, found);
    out->weighed = (out->concerns || j->again) && !out->note.len && (chosen || asked->n_ignore || found->taught);
    found->part = (struct weigh_part){ found->interest.old_node, found->interest.new_node, chosen };
    if (out->weighed)
        out->importance = weigh_own(j, found);
    return concern_room(j, e);
}

/* Whether somebody is told of a piece; what is content and not told is held back. `concerns`: they are told of the rest. Noise in one
 * change with what they are told of is not: a new entry may be one change with an advert. */
static bool is_told(const struct evidence *evidence, const struct concern_found *found, const struct judge_piece *p, bool concerns)
{
    bool all = found->told == found->interest.counts, sure = noise_share(evidence->noise) >= TOLD_SHARE;
    return concerns && (evidence->noise == NOISE_NONE || ((all || sure) && found->told[p->change]));
}

/* By piece, of those that are `inside`; NULL: all are. Codes are not quoted beside words, and so are held back there. */
static bool *find_told(const struct verdict_builder *j, const struct evidence *evidence, const struct concern_found *found,
                       const bool *inside, bool concerns)
{
    bool *told = NEW_ARRAY(j->arena, bool, j->pieces.n + 1), words = false;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        told[i] = (!inside || inside[i]) && is_told(&evidence[i], found, &j->pieces.item[i], concerns);
        words |= told[i] && !held_is_code(&j->pieces.item[i]);
    }
    for (uint32_t i = 0; i < j->pieces.n && words; i++)
        told[i] &= !held_is_code(&j->pieces.item[i]);
    return told;
}

static void hold_back(const struct verdict_builder *j, const struct concern_found *found, struct verdict *out)
{
    const bool *told = find_told(j, j->evidence, found, NULL, out->whole.concerns);
    out->held = list_held(j, j->evidence, told, told, VERDICT_HELD_MAX);
}

/* The same for one who looks at a part of the page: what lies inside, and of what lies outside the first line. */
void concern_hold_back(const struct verdict_builder *j, const struct concern_found *found, const struct verdict_again *again,
                       struct verdict_view *out)
{
    bool *inside = NEW_ARRAY(j->arena, bool, j->pieces.n + 1), *left_out = NEW_ARRAY(j->arena, bool, j->pieces.n + 1);
    bool concerns = !again->hold_all && out->concern.n_changes && out->concern.chance >= sensitivity_chance(SENSITIVITY_NORMAL);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        inside[i] = is_inside(j, &found->interest, &j->pieces.item[i]);
    const bool *told = find_told(j, found->evidence, found, inside, concerns);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        left_out[i] = !inside[i] || told[i];
    out->held = list_held(j, found->evidence, left_out, told, again->hold_back);
    out->held_outside = list_held(j, j->evidence, inside, told, again->hold_back > VERDICT_HELD_MAX ? again->hold_back : 1);
}

/* Most watches look at all of a page, and have taught it nothing. */
static bool asks_for_all(const struct interest *asked)
{
    return !asked->n_select && !asked->n_ignore && !asked->lessons;
}

/* The same as of the whole page, but for how much they want to hear. */
static struct verdict_concern concern_of_all(const struct verdict_builder *j, const struct interest *asked,
                                             const struct concern_found *all, struct concern_found *found, const struct verdict *v)
{
    struct verdict_concern c = v->whole;
    *found = *all;
    c.concerns = c.n_changes && c.chance >= sensitivity_chance(asked->wishes.sensitivity);
    if (c.concerns && !c.headline.text.len)
        c.headline = headline_of_rest(j, found);
    c.concerns &= c.headline.text.len > 0;
    if (c.concerns && !v->whole.concerns)
        c.excerpts = concern_excerpts(j, found);
    else if (!c.concerns)
        c.excerpts = (struct excerpts){ 0 };
    return c;
}

int concerns_find(struct verdict_builder *j, struct verdict *out, struct err *e)
{
    const struct verdict_facts *facts = j->facts;
    struct concern_found found, all;
    if (concern_find(j, &(struct interest){ 0 }, &out->whole, &all, e))
        return e->code;
    memcpy(out->amount, all.amount, sizeof out->amount);
    hold_back(j, &all, out);
    for (uint32_t i = 0; i < facts->n_interests; i++) {
        struct verdict_concern *c = &out->concern[i];
        if (asks_for_all(&facts->interest[i]))
            *c = concern_of_all(j, &facts->interest[i], &all, &found, out);
        else if (concern_find(j, &facts->interest[i], c, &found, e))
            return e->code;
        if (c->note.len && out->note.len == 0)
            out->note = c->note;
        if (c->concerns && !out->any)
            out->change = template_hash(&j->delta, found.told);
        out->any |= c->concerns;
    }
    return 0;
}

/* The strongest evidence in words: "a price", "new words in the main content: 40". */
uint32_t concern_reasons(struct arena *a, const float amount[EVIDENCES], struct str out[VERDICT_REASONS_MAX])
{
    double part[EVIDENCES];
    uint32_t n = 0;
    for (unsigned i = 0; i < EVIDENCE_NONE; i++)
        part[i] = evidence_part(i, amount[i]);
    part[EVIDENCE_ASKED] = amount[EVIDENCE_ASKED] > 0 ? INFINITY : 0; /* their own wish comes first */
    if (evidence_names_times(amount))                                 /* what they are has been said */
        part[EVIDENCE_MAIN_TIME] = part[EVIDENCE_OTHER_TIME] = 0;
    while (n < VERDICT_REASONS_MAX) {
        unsigned best = 0;
        for (unsigned i = 1; i < EVIDENCE_NONE; i++)
            best = part[i] > part[best] ? i : best;
        if (part[best] <= 0)
            return n;
        const char *words = evidence_words((enum evidence_kind)best);
        out[n++] = evidence_is_one((enum evidence_kind)best) ? arena_str(a, str_of(words))
                                                             : arena_printf(a, "%s: %.0f", words, MAX((double)amount[best], 1));
        part[best] = 0;
    }
    return n;
}

/* Who asked for important changes alone is not told of others, but for what they taught weft to tell. What cannot be weighed is told. */
bool concern_is_important(const struct interest *asked, const struct verdict_concern *c, double importance)
{
    return importance < 0 || c->wanted || importance >= asked->wishes.min_importance;
}

void concerns_drop_unimportant(const struct verdict_facts *facts, struct verdict *out)
{
    out->any = false;
    for (uint32_t i = 0; i < facts->n_interests; i++) {
        struct verdict_concern *c = &out->concern[i];
        c->concerns &= concern_is_important(&facts->interest[i], c, verdict_importance(out, c));
        out->any |= c->concerns;
    }
}

/* Why one who watches is not told of what others would be; empty: what they select, ignore or call important says so. */
static struct str left_out_for(const struct interest *asked, const struct verdict_concern *c, const struct verdict *v)
{
    double least = sensitivity_chance(asked->wishes.sensitivity);
    bool looks_elsewhere = (asked->n_select || asked->n_ignore) && c->changes[CLASS_CONTENT] == 0;
    if (looks_elsewhere)
        return STR("");
    double own = verdict_importance(v, c);
    if (v->whole.chance < least || (own >= 0 && own < sensitivity_importance(asked->wishes.sensitivity)))
        return sensitivity_reason(asked->wishes.sensitivity);
    if (c->n_changes && c->chance >= least)
        return STR("");
    return asked->lessons ? STR(TAUGHT_REASON) : STR("");
}

struct str concerns_left_out(const struct verdict_facts *facts, const struct verdict *v)
{
    struct str all = STR("");
    for (uint32_t i = 0; i < facts->n_interests && v->whole.concerns && !v->any; i++) {
        struct str one = left_out_for(&facts->interest[i], &v->concern[i], v);
        if (i && !str_eq(one, all))
            return STR("");
        all = one;
    }
    return all;
}
