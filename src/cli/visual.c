/* In: operands and options. Out: documents, a delta, an importance.
 *
 * A file of rules has a line each: "FACTOR SELECTOR" makes what the selector chooses weigh FACTOR times as much; "OPERATION KIND WEIGHT"
 * (insert link 0.5) sets what an operation weighs; '#' begins a comment. */
#include "cli/visual.h"

#include <math.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/source.h"
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

int visual_read(struct arena *a, const char *operand, struct visual *out, struct err *e)
{
    struct layout layout;
    int failed = source_page(a, operand, NULL, &out->symbols, &out->page, e);

    if (failed)
        return failed;
    out->is_page = !vixml_is(out->page.bytes);
    if (!out->is_page)
        return vixml_read(a, out->page.bytes, &out->document, e) ? err_in(e, "%s", operand) : 0;
    if (layout_estimate(a, &out->page, &layout, e) || segment_page(a, &out->page, &layout, BLOCK_PDOC, &out->blocks, e)
        || vixml_build(a, &out->blocks, STR(""), &out->document, e))
        return err_in(e, "%s", operand);
    return 0;
}

struct rules {
    struct arena *arena;
    const struct visual_pair *pair;
    struct importance_weights weights;
    VEC(struct importance_factor) factors;
};

static bool read_number(struct arena *a, struct str text, double max, double *out)
{
    char *end;
    struct str copy = arena_str(a, text);
    *out = strtod(copy.ptr, &end);
    return text.len && *end == '\0' && isfinite(*out) && *out >= 0 && *out <= max;
}

/* Words of the page inside the chosen nodes, which do not lie in each other. */
static uint32_t words_in(const struct page *p, uint32_t root, const uint32_t *node, uint32_t n, bool *whole)
{
    uint32_t words = 0, end = p->dom.node[root].end, last = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = node[i], to = p->dom.node[node[i]].end;
        if (from < last)
            continue;
        last = to;
        if (from <= root && end <= to)
            *whole = true;
        from = MAX(from, root);
        to = MIN(to, end);
        if (from < to)
            words += p->first_word[to] - p->first_word[from];
    }
    return words;
}

/* A block that the selector chooses half of feels half of the factor. */
static void add_factors(struct rules *r, const struct visual *v, bool old, const uint32_t *node, uint32_t n,
                        struct importance_factor factor)
{
    uint32_t leaf = 0;
    for (uint32_t i = 0; i < v->blocks.n; i++) {
        if (!block_is_leaf(&v->blocks, i))
            continue;
        while (++leaf < v->document.n && !vixml_is_leaf(&v->document, leaf)) /* leaves have the same order in both */
            ;
        const struct block *b = &v->blocks.block[i];
        uint32_t inside = 0, all = 0;
        bool whole = false;
        for (uint32_t k = b->node; k < b->node_end; k++) {
            uint32_t root = v->blocks.node[k];
            inside += words_in(&v->page, root, node, n, &whole);
            all += v->page.first_word[v->page.dom.node[root].end] - v->page.first_word[root];
        }
        double share = all ? (double)inside / all : whole;
        if (share == 0)
            continue;
        factor.old = old;
        factor.block = leaf;
        struct importance_factor part = factor;
        part.factor = 1 - share * (1 - factor.factor);
        *VEC_ADD(r->arena, &r->factors) = part;
    }
}

static int add_rule(struct rules *r, double factor, struct str selector, struct err *e)
{
    struct importance_factor made = { .factor = factor, .why = arena_printf(r->arena, "rule '%.*s'", STR_ARG(selector)) };
    const struct visual *side[] = { &r->pair->new, &r->pair->old };
    for (unsigned old = 0; old < 2; old++) {
        uint32_t *node, n;
        if (!side[old]->is_page)
            return err_set(e, E_USAGE, "a rule needs a page, and Vi-XML has none: leave '%.*s' out or give pages",
                           STR_ARG(selector));
        int failed = select_nodes(r->arena, &side[old]->page.dom, selector, &node, &n, e);
        if (failed)
            return failed;
        /* Of the old page only what is gone has a weight of its own. */
        struct rules found = { .arena = r->arena, .pair = r->pair };
        add_factors(&found, side[old], old, node, n, made);
        for (uint32_t i = 0; i < found.factors.n; i++)
            if (!old || r->pair->delta.block_to[found.factors.item[i].block] == VIXML_NONE)
                *VEC_ADD(r->arena, &r->factors) = found.factors.item[i];
    }
    return 0;
}

static bool set_weight(struct rules *r, struct str op_name, struct str line)
{
    struct str kind_name = str_cut(&line, ' ');
    double weight;
    for (unsigned op = 0; op < VI_OPS; op++)
        for (unsigned kind = 0; kind < VI_KINDS; kind++)
            if (str_eq(op_name, str_of(vi_op_name[op])) && str_eq(kind_name, str_of(vi_kind_name[kind]))
                && read_number(r->arena, str_trim(line), 1, &weight)) {
                r->weights.op[op][kind] = weight;
                return true;
            }
    return false;
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
        if (read_number(r->arena, first, 1000, &factor) && rest.len)
            failed = add_rule(r, factor, str_trim(rest), e);
        else if (!set_weight(r, first, str_trim(rest)))
            failed = err_set(e, E_FORMAT, "neither 'FACTOR SELECTOR' nor 'OPERATION KIND WEIGHT' (insert link 0.5)");
        if (failed)
            err_in(e, "%s:%u", path, number);
    }
    return failed;
}

int visual_compare(struct arena *a, const struct args *args, bool weigh, struct visual_pair *out, struct err *e)
{
    struct vidiff_options options = { .same = (enum vi_same)args_choice(args, &option_same_link) };
    struct rules rules = { .arena = a, .pair = out, .weights = importance_weights };
    const char *path = args_value(args, &option_rules);
    int failed;

    if (strcmp(args->operand[0], "-") == 0 && strcmp(args->operand[1], "-") == 0)
        return err_set(e, E_USAGE, "only one of OLD and NEW can be '-', since standard input can be read once");
    if ((failed = visual_read(a, args->operand[0], &out->old, e)) || (failed = visual_read(a, args->operand[1], &out->new, e)))
        return failed;
    vidiff(a, &out->old.document, &out->new.document, &options, &out->delta);
    if (path && (failed = read_rules(&rules, path, e)))
        return failed;
    struct importance_input in = {
        .old = &out->old.document,
        .new = &out->new.document,
        .delta = &out->delta,
        .weights = &rules.weights,
        .factor = rules.factors.item,
        .n_factors = rules.factors.n,
    };
    importance_of(a, &in, &out->importance);
    out->delta.weighed = weigh;
    out->delta.importance = out->importance.value;
    return 0;
}

void visual_importance_json(const struct importance *i, struct json *j)
{
    json_key(j, "importance");
    json_real(j, i->value);
    json_key(j, "blocks");
    json_array(j);
    for (uint32_t k = 0; k < i->n; k++) {
        const struct importance_share *s = &i->block[k];
        json_object(j);
        if (s->ref.len)
            json_field_str(j, "ref", s->ref);
        if (s->from.len && !str_eq(s->from, s->ref))
            json_field_str(j, "from", s->from);
        json_key(j, "weight");
        json_real(j, s->weight);
        json_key(j, "amount");
        json_real(j, s->amount);
        json_key(j, "share");
        json_real(j, s->share);
        json_field_str(j, "why", s->why);
        json_end(j);
    }
    json_end(j);
}
