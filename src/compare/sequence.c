/* The engine's entry: trims, leaves out what cannot match, chooses a method for each box, and joins the runs.
 *
 * In: two sequences of symbols. Out: the runs of a longest common subsequence, or its length.
 * The way: 1. common head and tail are matched at once, which some longest subsequence always does; 2. two sides of at most 64
 * symbols are done on the stack (sequence_small.c); 3. symbols that only one side has are left out, so that the rest costs in
 * proportion to what both share; 4. the remaining box is split in two, again and again: by Myers while the distance is small
 * (sequence_myers.c), by bit-parallel rows in a band while the cells suffice (sequence_bits.c), at anchors above that
 * (sequence_anchors.c); 5. runs that a neighbour can take over are (sequence_runs.c).
 * Invariants: 1. boxes are solved left to right, so runs arrive in order; 2. every split halves the distance (Myers) or the rows
 * (bits), and anchors nest to a fixed depth, so the recursion is O(log (n + m)) deep.
 * Cost: O(n + m + d^2) for a small distance d, else O((n + m) d / 64) up to SEQUENCE_EXACT_CELLS; O(n + m) memory. */
#include "compare/sequence_impl.h"

static uint32_t common_head(const uint32_t *a, const uint32_t *b, uint32_t most)
{
    uint32_t n = 0;
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

/* Both pointers stand at the end. */
static uint32_t common_tail(const uint32_t *a, const uint32_t *b, uint32_t most)
{
    uint32_t n = 0;
    while (n < most && *(a - n - 1) == *(b - n - 1))
        n++;
    return n;
}

/* The largest distance that Myers is tried for: the square root of its steps. */
static uint32_t myers_bound(const struct work *w, const struct sequence_box *box)
{
    uint64_t size = (uint64_t)(box->a_end - box->a) + (box->b_end - box->b), steps = w->limits.myers_steps * size;
    uint64_t bound = 0;
    for (uint64_t bit = 1ull << 31; bit > 0; bit >>= 1)
        if ((bound + bit) * (bound + bit) <= steps)
            bound += bit;
    return (uint32_t)MIN(bound, size);
}

/* Finds a place to cut a trimmed box in two. */
static void find_split(struct work *w, const struct sequence_box *box, const struct task *task, struct split *out)
{
    uint32_t bound = myers_bound(w, box), n = box->a_end - box->a, m = box->b_end - box->b;
    bool far = (n > m ? n - m : m - n) > bound; /* the longer side has so many more: Myers would search in vain */
    if (bound > 0 && !far && (task->distance == SEQUENCE_UNKNOWN || task->distance <= bound) && sequence_myers(w, box, bound, out))
        return;
    sequence_bits(w, box, task, out);
}

static void split_box(struct work *w, const struct sequence_box *box, const struct task *task)
{
    struct split at;
    find_split(w, box, task, &at);
    if (!at.exact) {
        uint32_t common = (box->a_end - box->a + box->b_end - box->b - at.left - at.right) / 2;
        w->exact = false;
        if (task->distance == SEQUENCE_UNKNOWN && sequence_anchors(w, box, task, common))
            return;
    }
    /* Exact halves need half the cells each; the others get less, so that all levels together cost about as much as one. */
    uint64_t cells = task->cells / (at.exact ? 2 : 4);
    sequence_solve(w, (struct sequence_box){ box->a, at.a, box->b, at.b }, (struct task){ at.left, task->depth, cells });
    sequence_solve(w, (struct sequence_box){ at.a, box->a_end, at.b, box->b_end }, (struct task){ at.right, task->depth, cells });
}

/* Takes the common head and tail off a box. */
static struct sequence_box trim_box(const struct work *w, struct sequence_box box, uint32_t *head, uint32_t *tail)
{
    *head = common_head(w->a + box.a, w->b + box.b, MIN(box.a_end - box.a, box.b_end - box.b));
    box.a += *head;
    box.b += *head;
    *tail = common_tail(w->a + box.a_end, w->b + box.b_end, MIN(box.a_end - box.a, box.b_end - box.b));
    box.a_end -= *tail;
    box.b_end -= *tail;
    return box;
}

void sequence_solve(struct work *w, struct sequence_box whole, struct task task)
{
    uint32_t head, tail;
    struct sequence_box box = trim_box(w, whole, &head, &tail);
    uint32_t shorter = MIN(box.a_end - box.a, box.b_end - box.b);

    sequence_emit(w, whole.a, whole.b, head);
    if (shorter > w->limits.leaf)
        split_box(w, &box, &task);
    else if (shorter > 0)
        sequence_leaf(w, &box);
    sequence_emit(w, box.a_end, box.b_end, tail);
}

/* Matches head and tail of `s` and returns what is left; `head` and `tail` are their lengths. */
static struct sequence_sides trim(const struct sequence_sides *s, uint32_t *head, uint32_t *tail)
{
    uint32_t most = MIN(s->n_old, s->n_new);
    *head = *tail = 0;
    if (most == 0)
        return *s; /* its pointers may be NULL */
    *head = common_head(s->old, s->new, most);
    *tail = common_tail(s->old + s->n_old, s->new + s->n_new, most - *head);
    return (struct sequence_sides){ s->old + *head, s->new + *head, s->n_old - *head - *tail, s->n_new - *head - *tail };
}

/* Names the symbols that both sides have and leaves out the others. */
static void share(struct work *w, const struct sequence_sides *s, uint32_t offset)
{
    struct ids ids;
    uint32_t *a = NEW_ARRAY_RAW(w->arena, uint32_t, s->n_old), *from_a = NEW_ARRAY_RAW(w->arena, uint32_t, s->n_old);
    uint32_t *b = NEW_ARRAY_RAW(w->arena, uint32_t, s->n_new), *from_b = NEW_ARRAY_RAW(w->arena, uint32_t, s->n_new);
    uint8_t *shared = NEW_ARRAY(w->arena, uint8_t, s->n_old);

    ids_open(&ids, w->arena, s->n_old, MAX(largest_of(s->old, s->n_old), largest_of(s->new, s->n_new)));
    for (uint32_t i = 0; i < s->n_old; i++)
        a[i] = ids_add(&ids, s->old[i]) - 1;
    for (uint32_t j = 0; j < s->n_new; j++) {
        uint32_t id = ids_find(&ids, s->new[j]);
        if (id == 0)
            continue;
        shared[id - 1] = 1;
        b[w->n_b] = id - 1;
        from_b[w->n_b++] = offset + j;
    }
    for (uint32_t i = 0; i < s->n_old; i++) {
        if (!shared[a[i]])
            continue;
        a[w->n_a] = a[i];
        from_a[w->n_a++] = offset + i;
    }
    w->a = a;
    w->b = b;
    w->from_a = from_a;
    w->from_b = from_b;
    w->n_ids = ids.n;
}

/* The box of the shared symbols, with room for the methods. */
static struct sequence_box work_open(struct work *w, const struct sequence_sides *s, uint32_t offset)
{
    share(w, s, offset);
    struct sequence_box box = { 0, w->n_a, 0, w->n_b };
    size_t room = sequence_myers_room(myers_bound(w, &box));
    w->forward = NEW_ARRAY_RAW(w->arena, int32_t, room);
    w->backward = NEW_ARRAY_RAW(w->arena, int32_t, room);
    w->leaf_mask = NEW_ARRAY(w->arena, uint64_t, w->n_ids);
    w->leaf_row = NEW_ARRAY_RAW(w->arena, uint64_t, MAX(w->n_a, w->n_b));
    return box;
}

static void solve_large(struct work *w, const struct sequence_sides *rest, uint32_t offset)
{
    struct sequence_box box = work_open(w, rest, offset);
    sequence_solve(w, box, (struct task){ SEQUENCE_UNKNOWN, 0, w->limits.cells });
    if (w->common == MIN(w->n_a, w->n_b))
        w->exact = true; /* whatever the way: there is no more to match */
}

void sequence_match_within(struct arena *a, const struct sequence_sides *s, const struct sequence_limits *limits, struct runs *out)
{
    AUTO(arena) scratch = { 0 };
    struct run first[SEQUENCE_LEAF + 2]; /* of two sides of 64, and the head and tail */
    struct work w = { .arena = &scratch, .limits = *limits, .exact = true };
    uint32_t head, tail;
    struct sequence_sides rest = trim(s, &head, &tail);

    bool small = MIN(rest.n_old, rest.n_new) == 0 || MAX(rest.n_old, rest.n_new) <= limits->leaf;
    w.runs = small ? (struct run_list){ &scratch, first, 0, ARRAY_LEN(first) } : (struct run_list){ .arena = &scratch };
    run_list_add(&w.runs, (struct run){ 0, 0, head });
    if (!small)
        solve_large(&w, &rest, head);
    else if (rest.n_old > 0 && rest.n_new > 0)
        sequence_small(&rest, head, &w.runs);
    run_list_add(&w.runs, (struct run){ s->n_old - tail, s->n_new - tail, tail });
    sequence_swallow(&w.runs, s);
    sequence_runs_out(a, &w.runs, w.exact, out);
}

void sequence_match(struct arena *a, const uint32_t *old, uint32_t n_old, const uint32_t *new, uint32_t n_new, struct runs *out)
{
    struct sequence_sides s = { old, new, n_old, n_new };
    struct sequence_limits limits = SEQUENCE_LIMITS;
    sequence_match_within(a, &s, &limits, out);
}

/* As far as the first split: it tells the distance. */
static uint32_t length_large(const struct sequence_sides *rest, const struct sequence_limits *limits)
{
    AUTO(arena) scratch = { 0 };
    struct work w = { .arena = &scratch, .limits = *limits, .exact = true, .runs = { .arena = &scratch } };
    struct task task = { SEQUENCE_UNKNOWN, 0, limits->cells };
    struct split at;
    uint32_t head, tail;
    struct sequence_box whole = work_open(&w, rest, 0), box = trim_box(&w, whole, &head, &tail);
    uint32_t n = box.a_end - box.a, m = box.b_end - box.b;

    if (MIN(n, m) > limits->leaf) {
        find_split(&w, &box, &task, &at);
        if (at.exact)
            return head + tail + (n + m - at.left - at.right) / 2;
    }
    sequence_solve(&w, whole, task);
    return w.common;
}

uint32_t sequence_length_within(const struct sequence_sides *s, const struct sequence_limits *limits)
{
    uint32_t head, tail;
    struct sequence_sides rest = trim(s, &head, &tail);
    if (MIN(rest.n_old, rest.n_new) <= limits->leaf)
        return head + tail + sequence_small_length(&rest);
    return head + tail + length_large(&rest, limits);
}

uint32_t sequence_length(const uint32_t *old, uint32_t n_old, const uint32_t *new, uint32_t n_new)
{
    struct sequence_sides s = { old, new, n_old, n_new };
    struct sequence_limits limits = SEQUENCE_LIMITS;
    return sequence_length_within(&s, &limits);
}
