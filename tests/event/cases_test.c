/* Cases of the event stage, as files of questions and answers (played.h):
 *
 *     > read CREATE SENTINEL ...       the statements in one form, or each fault with its place and the word that is nearest
 *     > graph CREATE SENTINEL ...      the graph by which they are detected, or what is wrong with them together
 *     > find links                     what that type of change finds between the pages `old:` and `new:` above, and how many there are
 *     > detect links SEQ images        what is found of the `stream` above in each context; a plain twin must say the same
 *     > tell links NOTIFY EVERY day    the messages of the stream
 *
 * A stream is "L1 I2 W3-5 A7": links, images, words, any change, at a second or over an interval; what ends in one second happens at
 * once. */
#include "event/trial.h"
#include "tests/event/graphs.h"
#include "tests/event/twin.h"
#include "tests/event/type_pages.h"
#include "tests/played.h"

enum { STREAM_MAX = 64 };

static struct {
    struct str old, new;
    struct happening {
        enum type_kind kind;
        int64_t start, end;
    } stream[STREAM_MAX];
    unsigned n;
} world;

static const struct {
    char letter;
    enum type_kind kind;
} letters[] = { { 'L', TYPE_LINKS }, { 'I', TYPE_IMAGES }, { 'W', TYPE_WORDS }, { 'A', TYPE_ANY } };

/* ---- The world ---- */

static void take_stream(struct str line)
{
    world.n = 0;
    while (line.len && world.n < STREAM_MAX) {
        struct str word = str_cut(&line, ' '), from = str_sub(word, 1, word.len), to = from;
        uint64_t start = 0, end = 0;
        struct happening *h = &world.stream[world.n++];
        from = str_cut(&to, '-');
        if (!str_number(from, 1000000, &start) || (to.len && !str_number(to, 1000000, &end)))
            abort();
        for (size_t i = 0; i < ARRAY_LEN(letters); i++)
            h->kind = word.ptr[0] == letters[i].letter ? letters[i].kind : h->kind;
        h->start = (int64_t)start * 1000;
        h->end = (int64_t)(to.len ? end : start) * 1000;
    }
}

static bool take_direction(struct played *p, struct str line)
{
    if (str_eq(line, STR("old:")))
        world.old = played_below(p);
    else if (str_eq(line, STR("new:")))
        world.new = played_below(p);
    else if (str_starts(line, STR("stream ")))
        take_stream(str_sub(line, 7, line.len));
    else
        return false;
    return true;
}

/* ---- The language ---- */

static void add_faults(const struct fault_list *faults, struct buf *out)
{
    for (uint32_t i = 0; i < faults->list.n; i++) {
        const struct fault *f = &faults->list.item[i];
        buf_addf(out, "%u:%u %.*s\n", (unsigned)f->at.line, (unsigned)f->at.column, STR_ARG(f->text));
    }
}

static void answer_read(struct arena *a, struct str text, struct buf *out)
{
    struct grammar g;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    grammar_open(a, &g);
    if (sentinel_read(a, &g, text, &file, &faults, &e))
        buf_addf(out, "%s\n", e.text);
    else
        for (uint32_t i = 0; i < file.n; i++)
            sentinel_print(&file.item[i], out);
    add_faults(&faults, out);
}

static void answer_graph(struct str text, struct buf *out)
{
    AUTO(graph_text) g = { 0 };
    if (graph_text_read(&g, text))
        detection_text(&g.graph, STR(""), out);
    add_faults(&g.faults, out);
}

/* ---- Types of changes ---- */

static void answer_find(struct str words, struct buf *out)
{
    AUTO(example) x = { 0 };
    struct type_finder f;
    struct type_found found;
    struct err e;
    example_open(&x, arena_str(&x.arena, world.old).ptr, arena_str(&x.arena, world.new).ptr);
    struct change_type type = type_of(&x.arena, arena_str(&x.arena, words).ptr);
    type_finder_open(&f, &x.arena, &x.delta);
    if (type_find(&f, &type, &found, &e)) {
        buf_addf(out, "error: %s\n", e.text);
        return;
    }
    for (uint32_t i = 0; i < found.n; i++) {
        type_change_print(&x.delta, &found.item[i], out);
        buf_add_char(out, '\n');
    }
    if (found.n == 0)
        buf_add(out, STR("nothing\n"));
    if (found.n_old || found.n_new)
        buf_addf(out, "(%u before, %u now)\n", found.n_old, found.n_new);
    if (found.note.len)
        buf_addf(out, "(%.*s)\n", STR_ARG(found.note));
}

/* ---- Detection ---- */

/* "L1+I2": the events are numbered by their places in the stream. */
static void add_events(const struct occurrence *o, struct buf *out)
{
    for (uint32_t i = 0; i < o->n; i++) {
        const struct happening *h = &world.stream[o->event[i] % STREAM_MAX];
        char letter = '?';
        for (size_t k = 0; k < ARRAY_LEN(letters); k++)
            letter = letters[k].kind == h->kind ? letters[k].letter : letter;
        buf_addf(out, "%s%c%lld", i ? "+" : "", letter, (long long)(h->end / 1000));
    }
}

static void add_occurrence(const struct occurrence *o, struct buf *out)
{
    buf_add(out, STR("  "));
    add_events(o, out);
    buf_addf(out, " [%lld,%lld]", (long long)(o->start / 1000), (long long)(o->end / 1000));
}

static uint32_t primitives_of(const struct detection *graph, struct primitive *out)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < world.n; i++) {
        uint32_t leaf = leaf_of(graph, world.stream[i].kind);
        if (leaf != NONE)
            out[n++] = (struct primitive){ leaf, i, world.stream[i].start, world.stream[i].end, 500000 };
    }
    return n;
}

/* Those from `from` on that end together. */
static uint32_t moment_of(const struct primitive *p, uint32_t n, uint32_t from)
{
    uint32_t to = from;
    while (to < n && p[to].end == p[from].end)
        to++;
    return to - from;
}

static void detect(const struct detection *graph, const struct primitive *p, uint32_t n, struct buf *out)
{
    AUTO(detector) d = { 0 };
    struct err e;
    detector_open(&d, graph);
    for (uint32_t i = 0; i < n || detector_next_at(&d) != NEVER;) {
        uint32_t many = i < n ? moment_of(p, n, i) : 0;
        int64_t at = i < n ? p[i].end : detector_next_at(&d);
        if (detector_step(&d, at, p + i, many, &e)) {
            buf_addf(out, "error: %s", e.text);
            return;
        }
        for (uint32_t k = 0; k < d.found.n; k++)
            add_occurrence(&d.found.item[k].what, out);
        i += many;
    }
}

/* What is found in that context; where the twin says something else, that too. */
static struct str found_in_context(struct arena *a, struct str changes, enum event_context context)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) found = BUF(1 << 20);
    AUTO(buf) wanted = BUF(1 << 20);
    struct primitive p[STREAM_MAX];
    struct twin twin;
    graph_text_open(&g, arena_printf(&g.arena, "create sentinel s on \"x\" monitor %.*s", STR_ARG(changes)).ptr);
    for (uint32_t i = 0; i < g.graph.n; i++)
        g.graph.node[i].context = context;
    uint32_t n = primitives_of(&g.graph, p);
    detect(&g.graph, p, n, &found);
    twin_run(&twin, &g.arena, &g.graph, p, n);
    const struct twin_list *want = &twin.list[g.graph.root[0].node];
    for (uint32_t i = 0; i < want->n; i++)
        add_occurrence(&want->item[i], &wanted);
    if (!str_eq(buf_str(&found), buf_str(&wanted)))
        buf_addf(&found, " but the twin says%.*s", STR_ARG(buf_str(&wanted)));
    return arena_str(a, found.len ? buf_str(&found) : STR("  nothing"));
}

/* A line for each result, with the contexts that have it. */
static void answer_detect(struct arena *a, struct str changes, struct buf *out)
{
    static const char *const names[] = { "recent", "chronicle", "continuous", "cumulative", "unrestricted" };
    enum { CONTEXTS = ARRAY_LEN(names) };
    struct str found[CONTEXTS];
    for (unsigned i = 0; i < CONTEXTS; i++)
        found[i] = found_in_context(a, changes, (enum event_context)i);
    for (unsigned i = 0; i < CONTEXTS; i++) {
        unsigned n = 0, before = 0;
        for (unsigned k = 0; k < CONTEXTS; k++) {
            n += str_eq(found[k], found[i]);
            before += k < i && str_eq(found[k], found[i]);
        }
        if (before)
            continue;
        for (unsigned k = 0, written = 0; k < CONTEXTS && n < CONTEXTS; k++)
            if (str_eq(found[k], found[i]))
                buf_addf(out, "%s%s", written++ ? ", " : "", names[k]);
        buf_addf(out, "%s:%.*s\n", n == CONTEXTS ? "always" : "", STR_ARG(found[i]));
    }
}

static void answer_tell(struct str clauses, struct buf *out)
{
    AUTO(graph_text) g = { 0 };
    AUTO(trial) t = { 0 };
    struct primitive p[STREAM_MAX];
    struct err e;
    graph_text_open(&g, arena_printf(&g.arena, "create sentinel s on \"x\" monitor %.*s", STR_ARG(clauses)).ptr);
    uint32_t n = primitives_of(&g.graph, p);
    trial_open(&t, &g.arena, &g.graph);
    for (uint32_t i = 0; i < n; i += moment_of(p, n, i))
        if (trial_step(&t, p[i].end, p + i, moment_of(p, n, i), &e))
            buf_addf(out, "error: %s\n", e.text);
    if (trial_end(&t, NEVER, &e))
        buf_addf(out, "error: %s\n", e.text);
    for (uint32_t i = 0; i < t.messages.n; i++) {
        const struct trial_message *m = &t.messages.item[i];
        buf_addf(out, "at %lld:", (long long)(m->at / 1000));
        for (uint32_t k = 0; k < m->event.n; k++)
            add_occurrence(&t.events.item[m->event.item[k]].what, out);
        buf_add_char(out, '\n');
    }
    if (t.messages.n == 0)
        buf_add(out, STR("nothing is told\n"));
}

static void answer(struct played *p, struct str question, struct buf *out)
{
    struct str rest = question, word = str_cut(&rest, ' ');
    if (str_eq(word, STR("read")))
        answer_read(&p->arena, rest, out);
    else if (str_eq(word, STR("graph")))
        answer_graph(rest, out);
    else if (str_eq(word, STR("find")))
        answer_find(rest, out);
    else if (str_eq(word, STR("detect")))
        answer_detect(&p->arena, rest, out);
    else if (str_eq(word, STR("tell")))
        answer_tell(rest, out);
    else
        buf_add(out, STR("not a question\n"));
}

static bool begins(struct str line)
{
    static const char *const words[] = { "read ", "graph ", "find ", "detect ", "tell " };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_starts(line, str_of(words[i])))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    return played_main(
        &(struct played){ .folder = "tests/event/cases", .direct = take_direction, .answer = answer, .begins = begins }, argc,
        argv);
}
