/* In: operands and options. Out: documents, a delta, an importance.
 *
 * A file of rules has a line each: "FACTOR SELECTOR" makes what the selector chooses weigh FACTOR times as much; "OPERATION KIND WEIGHT"
 * (insert link 0.5) sets what an operation weighs; '#' at the beginning of a line makes it a comment. */
#include "cli/visual.h"

#include <math.h>
#include <stdlib.h>

#include "archive/comparison.h"
#include "base/clock.h"
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/layout.h"
#include "cli/sides.h"
#include "cli/source.h"
#include "flow/state.h"
#include "judge/churn.h"
#include "judge/weigh.h"
#include "page/body.h"
#include "parse/select.h"

static const struct choice same_choices[] = {
    [VI_SAME_NAME] = { "name", "the same name, another address" },
    [VI_SAME_ADDRESS] = { "address", "the same address, another name" },
    [VI_SAME_EITHER] = { "either", "one of the two is the same" },
    { NULL, NULL },
};

const struct option option_same_link = { "same-link", 0, "WHAT", "When a link or an image is an earlier one, updated.",
                                         same_choices };
const struct option option_rules = {
    "rules",
    0,
    "FILE",
    "Weigh by the lines of FILE: 'FACTOR SELECTOR' for a part of the page (CSS or XPath; pages only), 'OPERATION KIND WEIGHT' for an "
    "operation.",
    NULL,
};

enum formula { FORMULA_WEFT, FORMULA_PAPER };
static const struct choice formulas[] = {
    [FORMULA_WEFT] = { "weft", "by the words that changed, where they stand and what they are" },
    [FORMULA_PAPER] = { "paper", "E of the paper on Vi-DIFF, by blocks and kinds of operation" },
    { NULL, NULL },
};
const struct option option_formula = { "formula", 0, "WHICH", "How a change is weighed.", formulas };

const struct option option_history = {
    "history",
    0,
    "FILE",
    "An older version than OLD; may be given several times: at least twice, the oldest first. What is different in each of them weighs less.",
    NULL,
};

/* Blocks of the page that was read; a browser may have run its scripts, and then it is another page. */
static int cut(struct arena *a, struct renderer *r, const char *operand, const struct render_request *request, struct visual *out,
               struct err *e)
{
    struct rendered *drawn = NEW(a, struct rendered);

    if (videlta_is(out->page.bytes))
        return err_set(e, E_FORMAT, "%s: this is Vi-Delta, what changed between two documents; give a document or a page", operand);
    out->is_page = !vixml_is(out->page.bytes);
    if (!out->is_page)
        return vixml_read(a, out->page.bytes, &out->document, e) ? err_in(e, "%s", operand) : 0;
    if (render_blocks(a, r, request, drawn, e) || vixml_build(a, &drawn->blocks, STR(""), &out->document, e))
        return err_in(e, "%s", operand);
    out->page = drawn->page;
    out->blocks = drawn->blocks;
    out->blocks.page = &out->page;
    return 0;
}

int visual_read(struct arena *a, const struct args *args, struct renderer *r, const char *operand, struct visual *out,
                struct err *e)
{
    int failed = source_page(a, &(struct source_asked){ args, operand, NULL }, &out->symbols, &out->page, e);

    if (failed)
        return failed;
    struct render_request request = layout_request(a, operand, &out->page);
    return cut(a, r, operand, &request, out, e);
}

enum { RULE_FACTOR_MAX = 1000 };

struct rules {
    struct arena *arena;
    struct visual_pair *pair;
    struct importance_weights weights;
};

static bool read_number(struct arena *a, struct str text, double max, double *out)
{
    char *end;
    struct str copy = arena_str(a, text);
    *out = strtod(copy.ptr, &end);
    return text.len && *end == '\0' && isfinite(*out) && *out >= 0 && *out <= max;
}

static int add_rule(struct rules *r, double factor, struct str selector, struct err *e)
{
    struct judge_rule rule = { .factor = factor, .why = arena_printf(r->arena, "rule '%.*s'", STR_ARG(selector)) };
    uint32_t chosen = 0;
    struct visual *side[] = { &r->pair->old, &r->pair->new };
    for (unsigned i = 0; i < 2; i++) {
        uint32_t *node;
        if (!side[i]->is_page)
            return err_set(e, E_USAGE, "a rule needs a page, and Vi-XML has none: leave '%.*s' out or give pages",
                           STR_ARG(selector));
        int failed = select_nodes(r->arena, &side[i]->page.dom, selector, &node, &rule.n, e);
        if (failed)
            return failed;
        rule.node = node;
        chosen += rule.n;
        judge_words_scale(r->arena, &side[i]->words, &side[i]->page.dom, &rule);
    }
    if (!chosen && r->pair->n_unused < VISUAL_UNUSED_MAX)
        r->pair->unused[r->pair->n_unused++] = arena_str(r->arena, selector);
    return 0;
}

static unsigned name_number(const char *const *names, unsigned n, struct str name)
{
    unsigned i = 0;
    while (i < n && !str_eq(name, str_of(names[i])))
        i++;
    return i;
}

/* "insert link 0.5" */
static int set_weight(struct rules *r, struct str op_name, struct str line, struct err *e)
{
    struct str kind_name = str_cut(&line, ' '), number = str_trim(line);
    unsigned op = name_number(vi_op_name, VI_OPS, op_name), kind = name_number(vi_kind_name, VI_KINDS, kind_name);
    if (op == VI_OPS)
        return err_set(e, E_FORMAT,
                       "neither 'FACTOR SELECTOR' (0.1 .advert; a factor is a number from 0 to %d) nor 'OPERATION KIND WEIGHT' "
                       "(insert link 0.5; operations are insert, delete, update and move)",
                       RULE_FACTOR_MAX);
    if (kind == VI_KINDS)
        return err_set(e, E_FORMAT, "'%.*s' is not a kind of thing: an operation is on a link, an image or a text",
                       STR_ARG(kind_name));
    if (!read_number(r->arena, number, 1, &r->weights.op[op][kind]))
        return err_set(e, E_FORMAT, "'%.*s' is not a weight: give a number from 0 to 1", STR_ARG(number));
    return 0;
}

static int read_rules(struct rules *r, const char *path, struct err *e)
{
    struct str text;
    int failed = io_read(r->arena, path, MIB(1), &text, e);
    for (unsigned number = 1; !failed && text.len; number++) {
        struct str line = str_trim(str_cut(&text, '\n')), rest = line, first = str_cut(&rest, ' ');
        double factor;
        if (!line.len || line.ptr[0] == '#')
            continue;
        if (read_number(r->arena, first, RULE_FACTOR_MAX, &factor) && rest.len)
            failed = add_rule(r, factor, str_trim(rest), e);
        else
            failed = set_weight(r, first, str_trim(rest), e);
        if (failed)
            err_in(e, "%s:%u", path, number);
    }
    return failed;
}

/* ---- History ---- */

/* Versions before the old one, as they were stored or lie in files, the oldest first. */
struct earlier {
    struct body body[ARGS_GIVEN_MAX];
    int64_t at[ARGS_GIVEN_MAX + 2];
    uint32_t n;
    const struct weigh_history *judged; /* what each word weighed when a check held the two against each other; NULL: none did */
    const struct weigh_part *part;      /* the part that was weighed then; NULL: all of the pages */
};

/* A page as it was read, to be read again. */
static struct body body_of(struct arena *a, const struct page *p)
{
    const char *type = p->dom.xml ? "application/xml" : "text/html";
    return (struct body){ .bytes = p->bytes,
                          .content_type = arena_printf(a, "%s; charset=%s", type, p->dom.encoding),
                          .url = p->address };
}

/* Marks what churns in the new page. Pages that are compared share one table of symbols, so both sides are read once more. */
static int weigh_by(struct rules *r, const struct earlier *before, struct err *e)
{
    struct arena *a = r->arena;
    const struct visual *side[] = { &r->pair->old, &r->pair->new };
    struct churn_version *version = NEW_ARRAY(a, struct churn_version, before->n + 2);
    struct symbols symbols;
    int failed = 0;

    symbols_open(&symbols, a);
    for (uint32_t i = 0; !failed && i < before->n + 2; i++) {
        const struct page *again = i < before->n ? NULL : &side[i - before->n]->page;
        struct body body = again ? body_of(a, again) : before->body[i];
        struct page *page = NEW(a, struct page);
        enum page_kind kind = again ? again->kind : body_kind(&body);
        if (kind == KIND_BINARY)
            return 0;
        failed = body_read_as(a, &symbols, &body, kind, page, e);
        version[i] = (struct churn_version){ page, before->at[i] };
    }
    uint32_t last = before->n + 1, n = side[1]->page.dom.n;
    bool *noise = NEW_ARRAY(a, bool, n);
    if (failed || (failed = churn_find(a, version, before->n + 2, noise, e)) || version[last].page->dom.n != n
        || version[last].page->n_words != side[1]->page.n_words || version[last - 1].page->n_words != side[0]->page.n_words)
        return failed;
    float *was = NEW_ARRAY(a, float, side[0]->page.n_words + 1), *is = NEW_ARRAY(a, float, side[1]->page.n_words + 1);
    churn_words(a, version, before->n + 2, was, is);
    weigh_by_history(&(struct weigh_history){ .noise = noise, .old_factor = was, .new_factor = is }, &r->pair->old.words,
                     &r->pair->new.words);
    return 0;
}

/* The files of --history. What is given was seen at visits, whatever lay between them. */
static int read_history(struct arena *a, const struct args *args, struct earlier *out, struct err *e)
{
    const char *path;
    int failed = 0;

    for (unsigned at = 0; !failed && (path = args_each(args, &option_history, &at));) {
        struct body *body = &out->body[out->n++];
        failed = io_read(a, path, LIMIT_PAGE_BYTES, &body->bytes, e);
        if (!failed && vixml_is(body->bytes))
            return err_set(e, E_USAGE, "%s: a history is made of pages, and Vi-XML is none", path);
    }
    for (uint32_t i = 0; i < out->n + 2; i++)
        out->at[i] = (int64_t)i * 3600 * 1000;
    if (!failed && out->n && out->n + 2 < CHURN_VERSIONS_MIN)
        return err_set(e, E_USAGE, "--history: give at least %d older versions; fewer do not tell what always changes",
                       CHURN_VERSIONS_MIN - 2);
    return failed;
}

static bool are_of_one_page(const struct side *old, const struct side *new)
{
    int64_t page = old->target.page.id;

    return !old->path && !new->path && !old->target.is_source && (new->target.page.id == 0 || new->target.page.id == page);
}

/* What a check thought of the two, so that the number it gave is the one that is explained. Where a browser drew them they may have other
 * words. */
static int judged_weights(struct arena *a, struct sides *s, struct visual_pair *pair, struct earlier *out, struct err *e)
{
    struct comparison_query query = {
        .target = &s->side[0].target, .old = s->side[0].version.number, .new = s->side[1].version.number, .weigh = true
    };
    struct comparison *x = NEW(a, struct comparison);
    int failed;

    if (!pair->old.is_page || !pair->new.is_page || (failed = comparison_make(&s->session.caller, &query, x, e)) == E_FORMAT)
        return 0;
    if (failed || !x->judged)
        return failed;
    pair->judged = x->importance;
    if (x->delta.old->n_words == pair->old.page.n_words && x->delta.new->n_words == pair->new.page.n_words
        && x->delta.new->dom.n == pair->new.page.dom.n)
        out->judged = x->weights, out->part = x->part;
    return 0;
}

/* The versions before the old one, as a check takes them: where nearly every check has brought a version, these stand for visits. */
static int stored_history(struct arena *a, struct sides *s, struct earlier *out, struct err *e)
{
    const struct side *old = &s->side[0], *new = &s->side[1];
    const struct target *t = &old->target;
    struct page_state state;
    struct target_versions all;
    int failed = page_state_read(a, t->page.state, &state, e);

    if (failed || !churn_applies(state.changes, state.checks))
        return failed;
    if ((failed = target_versions(&s->session.caller, t, &all, e)))
        return failed;
    for (uint32_t i = 0; i < all.n; i++) {
        const struct target_version *v = &all.item[i];
        struct body *body = &out->body[out->n];
        struct err none;
        if (v->number >= old->version.number || v->number < old->version.number - CHURN_VERSIONS || v->suspect || v->lost
            || target_body(&s->session.caller, t, v->number, &body->bytes, &none))
            continue;
        body->content_type = v->content_type;
        body->url = t->url;
        out->at[out->n++] = v->at;
    }
    out->at[out->n] = old->version.at;
    out->at[out->n + 1] = new->version.at;
    return 0;
}

/* ---- Two versions ---- */

/* An address is fetched, unless it names a version or stands alone. */
static bool is_archived(const struct args *args)
{
    for (unsigned i = 0; i < args->n_operands; i++)
        if (!sides_is_file(args->operand[i]) && (args->n_operands == 1 || target_names_version(args->operand[i], clock_now_ms())))
            return true;
    return false;
}

/* The document outlives the session that the version was read in, so its bytes and its address are copied. */
static int read_side(struct arena *a, struct renderer *r, const struct side *from, struct visual *out, struct err *e)
{
    struct body body = {
        .bytes = arena_str(a, from->bytes), .content_type = from->content_type, .url = arena_str(a, from->base), .name = from->file
    };
    const char *name = arena_str(a, from->name).ptr;
    symbols_open(&out->symbols, a);
    if (body_read_as(a, &out->symbols, &body, body_kind(&body), &out->page, e))
        return err_in(e, "%s", name);
    /* a version of the archive is drawn as it was kept: its scripts would make another page of it */
    return cut(a, r, name, &(struct render_request){ .page = &out->page, .address = out->page.address, .pdoc = BLOCK_PDOC }, out,
               e);
}

/* `stored` is filled where the versions come from the archive. */
static int read_both(struct arena *a, const struct args *args, struct sides *stored, struct visual_pair *out,
                     struct earlier *before, struct err *e)
{
    AUTO(renderer) r = { 0 };
    char *const *typed = args->operand;
    int failed = layout_renderer(a, args, &r, e);

    if (failed)
        return failed;

    if (is_archived(args)) {
        struct sides_asked asked = { typed[0], args->n_operands > 1 ? typed[1] : NULL, false };
        if ((failed = sides_read(args, &asked, stored, e)) || (failed = read_side(a, &r, &stored->side[0], &out->old, e))
            || (failed = read_side(a, &r, &stored->side[1], &out->new, e)))
            return failed;
        out->old_name = arena_str(a, stored->side[0].name);
        out->new_name = arena_str(a, stored->side[1].name);
        if (before->n || !are_of_one_page(&stored->side[0], &stored->side[1]))
            return 0;
        failed = judged_weights(a, stored, out, before, e);
        return failed || before->judged ? failed : stored_history(a, stored, before, e);
    }
    if (args->n_operands == 1)
        return err_set(e, E_USAGE, "%s: it needs OLD NEW; one operand alone is a page of the archive, and %s is a file",
                       args->command->name, typed[0]);
    if (strcmp(typed[0], "-") == 0 && strcmp(typed[1], "-") == 0)
        return err_set(e, E_USAGE, "%s: only one of OLD and NEW can be '-', since standard input can be read once",
                       args->command->name);
    out->old_name = str_of(typed[0]);
    out->new_name = str_of(typed[1]);
    return (failed = visual_read(a, args, &r, typed[0], &out->old, e)) ? failed : visual_read(a, args, &r, typed[1], &out->new, e);
}

/* Rules first: their words then stand first in the reasons. */
static int find_factors(struct rules *rules, const char *path, const struct earlier *before, struct visual_pair *out, struct err *e)
{
    int failed = path ? read_rules(rules, path, e) : 0;

    if (!failed && before->part) {
        judge_words_narrow(&out->old.words, before->part->old_node, before->part->chosen);
        judge_words_narrow(&out->new.words, before->part->new_node, before->part->chosen);
    }
    if (!failed && before->judged)
        weigh_by_history(before->judged, &out->old.words, &out->new.words);
    if (failed || before->n == 0)
        return failed;
    if (!out->old.is_page || !out->new.is_page)
        return err_set(e, E_USAGE, "--history is for pages, and Vi-XML is none");
    out->n_history = before->n;
    return weigh_by(rules, before, e);
}

/* Two rows of one kind: a document without its page makes both rows those of documents. */
static int find_words(struct arena *a, struct visual_pair *out, struct err *e)
{
    struct visual *side[] = { &out->old, &out->new };
    bool pages = out->old.is_page && out->new.is_page;
    for (unsigned i = 0; i < 2; i++) {
        if (!pages)
            judge_words_of_document(a, &side[i]->document, &side[i]->words);
        else if (judge_words_of_page(a, &side[i]->blocks, &side[i]->document, &side[i]->words, e))
            return e->code;
    }
    return 0;
}

int visual_compare(struct arena *a, const struct args *args, bool weigh, struct visual_pair *out, struct err *e)
{
    AUTO(sides) stored = { 0 };
    struct vidiff_options options = { .same = (enum vi_same)args_choice(args, &option_same_link) };
    struct rules rules = { .arena = a, .pair = out, .weights = importance_weights };
    struct earlier *before = NEW(a, struct earlier);
    int failed;

    out->judged = -1;
    if ((failed = read_history(a, args, before, e)) || (failed = read_both(a, args, &stored, out, before, e)))
        return failed;
    vidiff(a, &out->old.document, &out->new.document, &options, &out->delta);
    if ((failed = find_words(a, out, e)))
        return failed;
    if (weigh && (failed = find_factors(&rules, args_value(args, &option_rules), before, out, e)))
        return failed;
    vidiff_told_find(a,
                     &(struct told_input){ &out->old.document, &out->new.document, &out->delta, &out->old.words, &out->new.words,
                                           out->old.is_page && out->new.is_page },
                     &out->told);
    struct importance_pair in = {
        .old = &out->old.document,
        .new = &out->new.document,
        .delta = &out->delta,
        .old_words = &out->old.words,
        .new_words = &out->new.words,
        .weights = &rules.weights,
    };
    if (args_choice(args, &option_formula) == FORMULA_PAPER) {
        struct importance_input paper;
        importance_factors(a, &in, &paper);
        importance_paper(a, &paper, &out->importance);
    } else {
        importance_of(a, &in, &out->importance);
    }
    out->delta.weighed = weigh;
    out->delta.importance = out->importance.value;
    return 0;
}

struct vidiff_view visual_view(const struct visual_pair *p, bool weigh)
{
    return (struct vidiff_view){
        .old = &p->old.document,
        .new = &p->new.document,
        .delta = &p->delta,
        .importance = &p->importance,
        .told = &p->told,
        .weigh = weigh,
        .old_name = p->old_name,
        .new_name = p->new_name,
    };
}

void visual_unused_text(const struct visual_pair *p, struct buf *out)
{
    for (uint32_t i = 0; i < p->n_unused; i++)
        buf_addf(out, "The rule '%.*s' chooses nothing on these pages.\n", STR_ARG(p->unused[i]));
}

void visual_importance_json(const struct importance *i, struct json *j)
{
    json_field_real(j, "importance", i->value);
    json_key(j, "blocks");
    json_array(j);
    for (uint32_t k = 0; k < i->n; k++) {
        const struct importance_share *s = &i->block[k];
        json_object(j);
        if (s->ref.len)
            json_field_str(j, "ref", s->ref);
        if (s->from.len && !str_eq(s->from, s->ref))
            json_field_str(j, "from", s->from);
        json_field_real(j, "weight", s->weight);
        json_field_real(j, "amount", s->amount);
        json_field_real(j, "share", s->share);
        json_field_str(j, "why", s->why);
        json_end(j);
    }
    json_end(j);
}
