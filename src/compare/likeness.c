/* Features of records, their weights, and the pairs that share some.
 *
 * In: records of two containers that found no equal. Out: pairs with their likeness.
 * The statistics are taken from the records in question and from a sample of the others in their containers, so that a long list in
 * which little changed costs little. Cost: O(words of the records in question + words of the sample). */
#include "compare/likeness.h"

enum {
    LIKENESS_SAMPLE = 64, /* other records of each container that are asked what is common */
    LIKENESS_PLACES = 24, /* old records that may share a feature and still be found by it; in short lists all are */
    ADDRESS_WEIGHT = 2,   /* an address tells more than a word */
};

typedef VEC(uint32_t) feature_list;

/* The features of some records, one list after the other. */
struct featured {
    feature_list all;
    uint32_t *first;  /* by place in the record list, and one past the last */
    uint32_t *weight; /* by place: the sum of its features' weights ... */
    uint32_t *number; /* ... and how many weigh anything */
};

/* How often each symbol stands on the page that has more of it. `head` and `seen` count while they are not in use. */
static void count_symbols(struct likeness *l)
{
    const struct page *old = l->c->delta->old, *new = l->c->delta->new;

    for (uint32_t w = 0; w < old->n_words; w++)
        l->head[old->symbol[w]]++;
    for (uint32_t w = 0; w < new->n_words; w++)
        l->seen[new->symbol[w]]++;
    for (uint32_t symbol = 0; symbol < new->dom.symbols->n; symbol++) {
        l->on_page[symbol] = MAX(l->head[symbol], l->seen[symbol]);
        l->head[symbol] = l->seen[symbol] = 0;
    }
}

static void open_likeness(struct likeness *l)
{
    static const char *const names[] = { "href", "src", "data-src", "srcset", "data-srcset", "alt", "poster", "data-href" };
    const struct page *old = l->c->delta->old, *new = l->c->delta->new;
    struct arena *scratch = l->c->scratch;
    uint32_t room = new->dom.symbols->n + old->dom.n_attr + new->dom.n_attr + 1;

    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        l->name[k] = symbols_find(new->dom.symbols, str_of(names[k]));
    map_open(&l->address, scratch, 64);
    l->n_features = new->dom.symbols->n;
    uint32_t **const by_feature[] = { &l->old, &l->new, &l->weight, &l->seen, &l->head };
    for (size_t k = 0; k < ARRAY_LEN(by_feature); k++)
        *by_feature[k] = NEW_ARRAY(scratch, uint32_t, room);
    l->on_page = NEW_ARRAY(scratch, uint32_t, l->n_features + 1);
    count_symbols(l);
    l->open = true;
}

static bool is_address(const struct likeness *l, uint32_t name)
{
    for (size_t k = 0; k < ARRAY_LEN(l->name); k++)
        if (name == l->name[k])
            return name != 0;
    return false;
}

static void add_feature(struct likeness *l, uint32_t feature, feature_list *out)
{
    if (l->seen[feature] == l->round)
        return;
    l->seen[feature] = l->round;
    *VEC_ADD(l->c->scratch, out) = feature;
}

static void add_features(struct likeness *l, const struct page *p, const struct record *r, feature_list *out)
{
    l->round++;
    for (uint32_t w = r->word; w < r->word_end; w++)
        if (!(p->word[w].flags & WORD_ATOM))
            add_feature(l, p->symbol[w], out);
    for (uint32_t i = r->node; i < r->end; i++) {
        const struct node *n = &p->dom.node[i];

        for (uint32_t k = 0; n->kind == NODE_ELEMENT && k < n->n_attr; k++) {
            const struct attr *attr = &p->dom.attr[n->attr + k];
            if (!attr->len || !is_address(l, attr->name))
                continue;
            uint32_t *slot = map_slot(&l->address, hash_str(attr_value(attr)), l->n_features);
            l->n_features += *slot == l->n_features;
            add_feature(l, *slot, out);
        }
    }
}

uint64_t record_hash(struct likeness *l, const struct page *p, const struct record *r)
{
    uint64_t hash = 1;

    if (!l->open)
        open_likeness(l);
    for (uint32_t w = r->word; w < r->word_end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    for (uint32_t i = r->node; i < r->end; i++) {
        const struct node *n = &p->dom.node[i];

        for (uint32_t k = 0; n->kind == NODE_ELEMENT && k < n->n_attr; k++)
            if (is_address(l, p->dom.attr[n->attr + k].name))
                hash = hash_mix(hash, hash_str(attr_value(&p->dom.attr[n->attr + k])));
    }
    return hash;
}

uint64_t words_hash(const struct page *p, const struct record *r)
{
    uint64_t hash = 1;

    for (uint32_t w = r->word; w < r->word_end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    return hash;
}

/* Four times the logarithm of n / d to base 2, rounded down; 0 where n <= d. */
static uint32_t quarter_log(uint64_t n, uint64_t d)
{
    uint64_t ratio = (n << 8) / MAX(d, 1), whole = 0;

    if (ratio <= 256)
        return 0;
    whole = 63 - (uint64_t)__builtin_clzll(ratio);
    return (uint32_t)(4 * (whole - 8) + (ratio >> (whole - 2)) % 4);
}

/* How many records were asked on either side. */
struct asked {
    uint32_t old, new;
};

/* What a feature weighs. A record that stayed has its words on both sides, one that came or went on one: so the larger side counts, not
 * the sum. */
static uint32_t weigh(const struct likeness *l, uint32_t feature, struct asked asked)
{
    const struct delta *d = l->c->delta;
    uint32_t count = MAX(l->old[feature], l->new[feature]), n = MAX(asked.old, asked.new);

    if (l->old[feature] + l->new[feature] >= 3 && 2 * count > n)
        return 0;
    uint32_t among = 2 + quarter_log(n, count);
    if (feature >= d->new->dom.symbols->n)
        return ADDRESS_WEIGHT * 24 * among;
    return among * quarter_log(MAX(d->old->n_words, d->new->n_words) + (uint64_t)1, l->on_page[feature]);
}

static struct featured features_of(struct likeness *l, bool is_old, struct list_records list)
{
    const struct page *p = is_old ? l->c->delta->old : l->c->delta->new;
    const struct records *records = is_old ? &l->c->old_records : &l->c->new_records;
    uint32_t *count = is_old ? l->old : l->new;
    struct featured f = { .first = NEW_ARRAY_RAW(l->c->scratch, uint32_t, list.n + 1),
                          .weight = NEW_ARRAY(l->c->scratch, uint32_t, list.n + 1),
                          .number = NEW_ARRAY(l->c->scratch, uint32_t, list.n + 1) };

    for (uint32_t k = 0; k < list.n; k++) {
        f.first[k] = f.all.n;
        add_features(l, p, &records->record[list.item[k]], &f.all);
    }
    f.first[list.n] = f.all.n;
    for (uint32_t k = 0; k < f.all.n; k++)
        count[f.all.item[k]]++;
    return f;
}

/* Counts the features of other records of a container; returns how many were asked. */
static uint32_t count_sample(struct likeness *l, bool is_old, const struct container *x, struct list_records without,
                             feature_list *counted)
{
    const struct page *p = is_old ? l->c->delta->old : l->c->delta->new;
    const struct records *records = is_old ? &l->c->old_records : &l->c->new_records;
    uint32_t *count = is_old ? l->old : l->new;
    uint32_t n = x->record_end - x->record, step = n / LIKENESS_SAMPLE + 1, asked = 0, next = 0;

    for (uint32_t r = x->record; r < x->record_end; r += step) {
        while (next < without.n && without.item[next] < r)
            next++;
        if (next < without.n && without.item[next] == r)
            continue;
        uint32_t from = counted->n;
        add_features(l, p, &records->record[r], counted);
        for (uint32_t k = from; k < counted->n; k++)
            count[counted->item[k]]++;
        asked++;
    }
    return asked;
}

static void sum_weights(const uint32_t *weight, struct featured *f, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = f->first[k]; i < f->first[k + 1]; i++)
            f->weight[k] += weight[f->all.item[i]], f->number[k] += weight[f->all.item[i]] > 0;
}

/* Turns counts into weights, for the features of both lists. */
static void weigh_all(struct likeness *l, struct featured *old, uint32_t n_old, struct featured *new, uint32_t n_new,
                      struct asked asked)
{
    struct featured *const both[] = { old, new };

    for (size_t side = 0; side < ARRAY_LEN(both); side++) {
        for (uint32_t k = 0; k < both[side]->all.n; k++) {
            uint32_t feature = both[side]->all.item[k];
            l->head[feature] = 0;
            l->seen[feature] = 0; /* now: has its weight */
        }
    }
    for (size_t side = 0; side < ARRAY_LEN(both); side++) {
        for (uint32_t k = 0; k < both[side]->all.n; k++) {
            uint32_t feature = both[side]->all.item[k];
            if (l->seen[feature])
                continue;
            l->seen[feature] = 1;
            l->weight[feature] = weigh(l, feature, asked);
        }
    }
    sum_weights(l->weight, old, n_old);
    sum_weights(l->weight, new, n_new);
}

/* Where each feature that weighs something stands among the old records. */
struct place {
    uint32_t record, next; /* next: 1 + another place of the same feature, or 0 */
};

struct search {
    VEC(struct place) places;
    uint32_t n_old;
    uint32_t *shared; /* by old record: the weight it shares with the new record in question ... */
    uint32_t *number; /* ... and the number of features */
    uint32_t *found;  /* the old records for which that is not 0 */
    uint32_t n_found;
};

static struct search open_search(struct likeness *l, const struct featured *old, uint32_t n_old)
{
    struct arena *scratch = l->c->scratch;
    struct search s = { .n_old = n_old,
                        .shared = NEW_ARRAY(scratch, uint32_t, n_old + 1),
                        .number = NEW_ARRAY(scratch, uint32_t, n_old + 1),
                        .found = NEW_ARRAY_RAW(scratch, uint32_t, n_old + 1) };

    for (uint32_t k = n_old; k-- > 0;) {
        for (uint32_t i = old->first[k]; i < old->first[k + 1]; i++) {
            uint32_t feature = old->all.item[i];
            if (!l->weight[feature])
                continue;
            *VEC_ADD(scratch, &s.places) = (struct place){ k, l->head[feature] };
            l->head[feature] = s.places.n;
        }
    }
    return s;
}

static void find_shared(const struct likeness *l, const struct featured *new, uint32_t j, struct search *s)
{
    s->n_found = 0;
    for (uint32_t i = new->first[j]; i < new->first[j + 1]; i++) {
        uint32_t feature = new->all.item[i], steps = 0;

        for (uint32_t at = l->head[feature]; at; at = s->places.item[at - 1].next) {
            uint32_t k = s->places.item[at - 1].record;
            if (s->n_old > LIKENESS_PLACES && ++steps > LIKENESS_PLACES)
                break;
            if (!s->shared[k])
                s->found[s->n_found++] = k;
            s->shared[k] += l->weight[feature];
            s->number[k]++;
        }
    }
}

/* Forgets what was counted: the next lists have other statistics. */
static void forget(struct likeness *l, const feature_list *used)
{
    for (uint32_t k = 0; k < used->n; k++) {
        uint32_t feature = used->item[k];
        l->old[feature] = l->new[feature] = l->weight[feature] = l->head[feature] = l->seen[feature] = 0;
    }
}

void likeness_pairs(struct likeness *l, const struct container *x, struct list_records old, const struct container *y,
                    struct list_records new, likely_list *out)
{
    feature_list sampled = { 0 };

    if (!l->open)
        open_likeness(l);
    struct featured f = features_of(l, true, old), g = features_of(l, false, new);
    struct asked asked = { old.n + count_sample(l, true, x, old, &sampled), new.n + count_sample(l, false, y, new, &sampled) };
    weigh_all(l, &f, old.n, &g, new.n, asked);
    struct search s = open_search(l, &f, old.n);
    for (uint32_t j = 0; j < new.n; j++) {
        find_shared(l, &g, j, &s);
        for (uint32_t k = 0; k < s.n_found; k++) {
            uint32_t i = s.found[k];
            uint32_t percent = (uint32_t)(200 * (uint64_t)s.shared[i] / ((uint64_t)f.weight[i] + g.weight[j]));
            uint32_t plain = 200 * s.number[i] / (f.number[i] + g.number[j]);
            *VEC_ADD(l->c->scratch, out) = (struct likely){ old.item[i], new.item[j], percent, plain, s.shared[i] };
            s.shared[i] = s.number[i] = 0;
        }
    }
    forget(l, &f.all);
    forget(l, &g.all);
    forget(l, &sampled);
}

/* ---- names ---- */

/* Whether the record begins with a heading, or is a term that is explained. */
static bool begins_with_title(const struct page *p, const struct record *r)
{
    for (uint32_t node = p->word[r->word].node; node != NONE && node >= r->node; node = p->dom.node[node].parent) {
        enum tag tag = p->dom.node[node].tag;
        if (p->dom.node[node].kind == NODE_ELEMENT && ((tag >= TAG_H1 && tag <= TAG_H6) || tag == TAG_DT))
            return true;
    }
    return false;
}

/* Whether a blank without width stands at byte k: editors leave them in cells, and nobody sees them. */
static bool is_unseen_at(struct str word, size_t k)
{
    return str_starts(str_sub(word, k, word.len), STR("\u200b"));
}

bool has_letter(struct str word)
{
    for (size_t k = 0; k < word.len; k++) {
        unsigned char c = (unsigned char)word.ptr[k];
        if (is_unseen_at(word, k))
            k += 2;
        else if (c >= 0x80 || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'))
            return true;
    }
    return false;
}

/* Adds what is seen of a word to a hash. */
static uint64_t hash_seen(uint64_t hash, struct str word)
{
    for (size_t k = 0; k < word.len; k++)
        if (is_unseen_at(word, k))
            k += 2;
        else
            hash = hash_mix(hash, (unsigned char)word.ptr[k]);
    return hash_mix(hash, ' ');
}

uint64_t record_name(const struct page *p, const struct record *r)
{
    uint64_t hash = 0;
    bool letter = false;

    if (p->dom.node[r->node].tag != TAG_TR && !begins_with_title(p, r))
        return 0;
    for (uint32_t w = r->word; w < r->word_end && (w == r->word || !(p->word[w].flags & WORD_BREAK)); w++) {
        bool atom = p->word[w].flags & WORD_ATOM;
        hash = atom ? hash_mix(hash, p->symbol[w]) : hash_seen(hash, page_word(p, w));
        letter |= !atom && has_letter(page_word(p, w));
    }
    return letter ? hash : 0;
}
