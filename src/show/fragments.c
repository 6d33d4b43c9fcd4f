/* In: the dependency graph. Out: it as dot, JSON or SVG.
 *
 * Pictures of whole sites would be black with lines, so the SVG shows the fragments that save most (ROWS_MAX) and folds the pages into one
 * box for each set of lines; dot and JSON have everything. Names are hostile: they are escaped wherever they go. */
#include "show/fragments.h"

#include "base/json.h"
#include "base/limits.h"
#include "base/utf8.h"

static uint64_t accesses_of(const struct graph *g, const struct fragments_names *names, uint32_t fragment)
{
    const struct shared_fragment *f = &g->shared->fragment[fragment];
    uint64_t sum = 0;
    uint32_t last = NONE;

    for (uint32_t i = f->node; i < f->node_end; i++) {
        uint32_t page = g->shared->pool->node.item[g->shared->node[i]].page;
        sum += page != last ? names->accesses[page] : 0;
        last = page;
    }
    return sum;
}

bool fragments_life(const struct fragments_names *names, uint32_t fragment)
{
    return names->life && names->life[fragment].middle_s > 0;
}

/* "lives 3.2 days, 120 hits": what is known besides size and pages; may be nothing. */
static void add_facts(struct buf *out, const struct graph *g, const struct fragments_names *names, uint32_t fragment)
{
    bool life = fragments_life(names, fragment);

    if (life) {
        buf_add(out, STR("lives "));
        fragments_span(out, names->life[fragment].middle_s);
    }
    if (names->accesses)
        buf_addf(out, "%s%llu hits", life ? ", " : "", (unsigned long long)accesses_of(g, names, fragment));
}

enum { EXCERPT_BYTES = 90, EXCERPT_WORDS = 24 };

/* The words of a part's heading, where it begins with one; else its first words. */
static void name_words(const struct page *p, uint32_t node, uint32_t end, uint32_t *first, uint32_t *last)
{
    enum { BEFORE = 6 }; /* words that may stand before it: a date, a label */

    *first = p->first_word[node];
    while (*first + 1 < p->first_word[end] && p->word[*first].flags & WORD_ATOM) /* a picture is no name */
        ++*first;
    *last = MIN(p->first_word[end], *first + EXCERPT_WORDS);
    for (uint32_t i = 0; i < p->n_headings; i++) {
        uint32_t h = p->heading[i].node, from = p->first_word[h], to = p->first_word[p->dom.node[h].end];
        if (h < node || h >= end || from == to || from > *first + BEFORE)
            continue;
        *first = from;
        *last = MIN(to, from + EXCERPT_WORDS);
        return;
    }
}

static bool is_mark(struct str word)
{
    return word.len == 1 && str_find(STR(".,;:!?)]'\"-/"), word, 0) != SIZE_MAX;
}

void fragments_excerpt(const struct page *p, uint32_t node, uint32_t end, struct buf *out)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t first, last;

    name_words(p, node, end, &first, &last);
    for (uint32_t w = first; w < last; w++) { /* what stands in two elements is two words, though no space stands between them */
        bool apart = w > first && p->word[w].node != p->word[w - 1].node && !is_mark(page_word(p, w));
        if (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        buf_add(&text, text.len && (apart || p->word[w].flags & (WORD_SPACE | WORD_BREAK)) ? STR(" ") : STR(""));
        buf_add(&text, page_word(p, w));
    }
    struct str words = str_trim(buf_str(&text)), head = utf8_head(words, EXCERPT_BYTES);
    buf_add(out, head);
    if (head.len < words.len)
        buf_add(out, STR("..."));
}

/* The name of a fragment in at most so many bytes; may be empty. */
static void add_name(struct buf *out, const struct fragments_names *names, uint32_t fragment, size_t bytes)
{
    struct str name = names->excerpt ? names->excerpt[fragment] : STR(""), head = utf8_head(name, bytes);

    for (size_t i = 0; i < head.len; i++) /* one line */
        buf_add_char(out, (unsigned char)head.ptr[i] < 0x20 ? ' ' : head.ptr[i]);
    if (head.len < name.len && !str_ends(head, STR("...")))
        buf_add(out, STR("..."));
}

/* Where a fragment stands first: the path, and the page's number. */
static uint32_t place_of(const struct shared *s, uint32_t fragment, struct buf *path)
{
    uint32_t node = s->node[s->fragment[fragment].node];

    pool_path(s->pool, node, path);
    return s->pool->node.item[node].page;
}

/* ---- dot ---- */

enum { DOT_NAME = 60 };

static void add_quoted(struct buf *out, struct str text)
{
    buf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '"' || c == '\\')
            buf_add_char(out, '\\');
        if (c == '\n')
            buf_add(out, STR("\\n"));
        else
            buf_add_char(out, (unsigned char)c < 0x20 ? ' ' : c);
    }
    buf_add_char(out, '"');
}

static void add_id(struct buf *out, const struct graph *g, uint32_t node)
{
    if (node < g->n_pages)
        buf_addf(out, "p%u", node + 1);
    else
        buf_addf(out, "f%u", node - g->n_pages + 1);
}

void fragments_dot(const struct graph *g, const struct fragments_names *names, struct buf *out)
{
    buf_add(out, STR("digraph fragments {\n  rankdir=LR;\n  node [fontname=\"sans-serif\" fontsize=10];\n"));
    for (uint32_t i = 0; i < g->n_pages; i++) {
        buf_addf(out, "  p%u [shape=note label=", i + 1);
        add_quoted(out, names->page[i]);
        buf_add(out, STR("];\n"));
    }
    for (uint32_t i = 0; i < g->shared->n; i++) {
        const struct shared_fragment *f = &g->shared->fragment[i];
        AUTO(buf) label = BUF(KIB(128));
        buf_addf(&label, "%u ", i + 1);
        add_name(&label, names, i, DOT_NAME);
        buf_addf(&label, "\n%u bytes on %u pages", f->bytes, f->n_pages);
        if (fragments_life(names, i) || names->accesses)
            buf_add(&label, STR(", "));
        add_facts(&label, g, names, i);
        buf_add_char(&label, '\n');
        place_of(g->shared, i, &label);
        buf_addf(out, "  f%u [shape=box style=rounded label=", i + 1);
        add_quoted(out, buf_str(&label));
        buf_add(out, STR("];\n"));
    }
    for (uint32_t i = 0; i < g->n; i++) {
        buf_add(out, STR("  "));
        add_id(out, g, g->edge[i].from);
        buf_addf(out, " -> f%u;\n", g->edge[i].to + 1);
    }
    buf_add(out, STR("}\n"));
}

/* ---- JSON ---- */

static void json_id(struct json *j, const char *key, const struct graph *g, uint32_t node)
{
    AUTO(buf) id = BUF(32);
    add_id(&id, g, node);
    json_field_str(j, key, buf_str(&id));
}

static void json_nodes(struct json *j, const struct graph *g, const struct fragments_names *names)
{
    for (uint32_t i = 0; i < g->n_pages; i++) {
        json_object(j);
        json_id(j, "id", g, i);
        json_field_str(j, "kind", STR("page"));
        json_field_str(j, "name", names->page[i]);
        if (names->accesses)
            json_field_number(j, "accesses", (int64_t)names->accesses[i]);
        json_end(j);
    }
    for (uint32_t i = 0; i < g->shared->n; i++) {
        AUTO(buf) path = BUF(KIB(64));
        json_object(j);
        json_id(j, "id", g, g->n_pages + i);
        json_field_str(j, "kind", STR("fragment"));
        if (names->excerpt)
            json_field_str(j, "name", names->excerpt[i]);
        uint32_t page = place_of(g->shared, i, &path);
        json_field_str(j, "path", buf_str(&path));
        json_field_str(j, "page", names->page[page]);
        json_field_number(j, "bytes", g->shared->fragment[i].bytes);
        json_field_number(j, "pages", g->shared->fragment[i].n_pages);
        json_field_number(j, "depth", g->depth[i]);
        if (fragments_life(names, i)) {
            json_field_real(j, "lifetime_s", names->life[i].middle_s);
            json_field_real(j, "low_s", names->life[i].low_s);
            json_field_real(j, "high_s", names->life[i].high_s);
        }
        if (names->accesses)
            json_field_number(j, "accesses", (int64_t)accesses_of(g, names, i));
        json_end(j);
    }
}

void fragments_json(const struct graph *g, const struct fragments_names *names, struct buf *out)
{
    struct json j;

    json_open(&j, out, 0);
    json_object(&j);
    json_key(&j, "nodes");
    json_array(&j);
    json_nodes(&j, g, names);
    json_end(&j);
    json_key(&j, "edges");
    json_array(&j);
    for (uint32_t i = 0; i < g->n; i++) {
        json_object(&j);
        json_id(&j, "from", g, g->edge[i].from);
        json_id(&j, "to", g, g->n_pages + g->edge[i].to);
        json_field_number(&j, "count", g->edge[i].n);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* ---- SVG ---- */

enum {
    ROWS_MAX = 40,
    COLUMN = 340,
    BOX = 280,
    ROW = 72,
    NAME = 23, /* bytes of a name, of a path and of a page's name that have room in a box */
    PATH = 38,
    TOP = 84,
    LEFT = 30,
    LEVELS_MAX = 6,
    WIDTH_MIN = 820
}; /* the words on top need that much */

/* A fragment that is drawn. */
struct chart_place {
    uint32_t fragment;
    unsigned column, row;
};

struct chart {
    const struct graph *graph;
    struct chart_place place[ROWS_MAX];
    unsigned n, n_columns, rows[LEVELS_MAX + 1];
};

static void choose(struct chart *c, const struct graph *g)
{
    AUTO(arena) scratch = { 0 };
    const uint32_t *number = shared_by_saving(&scratch, g->shared);

    *c = (struct chart){ .graph = g, .n = MIN(g->shared->n, (uint32_t)ROWS_MAX), .n_columns = 1 };
    for (unsigned i = 0; i < c->n; i++) {
        unsigned column = MIN(g->depth[number[i]], (uint32_t)LEVELS_MAX);
        c->place[i] = (struct chart_place){ number[i], column, c->rows[column]++ };
        c->n_columns = MAX(c->n_columns, column + 1);
    }
}

static const struct chart_place *place_of_fragment(const struct chart *c, uint32_t fragment)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->place[i].fragment == fragment)
            return &c->place[i];
    return NULL;
}

static void add_line(struct buf *out, unsigned x1, unsigned y1, const struct chart_place *to, uint32_t n)
{
    unsigned x2 = LEFT + to->column * COLUMN, y2 = TOP + to->row * ROW + ROW / 2 - 5, middle = (x1 + x2) / 2;
    double width = n < 2 ? 1 : n < 10 ? 1.6 : n < 100 ? 2.4 : 3.4;
    buf_addf(out, "<path class=\"e\" stroke-width=\"%.1f\" d=\"M%u %uC%u %u %u %u %u %u\"/>\n", width, x1, y1, middle, y1, middle,
             y2, x2, y2);
}

static void add_lines(struct buf *out, const struct chart *c, unsigned page_y)
{
    AUTO(arena) scratch = { 0 };
    const struct graph *g = c->graph;
    uint32_t *from_pages = NEW_ARRAY(&scratch, uint32_t, g->shared->n);

    for (uint32_t i = 0; i < g->n; i++) {
        const struct chart_place *to = place_of_fragment(c, g->edge[i].to);
        if (g->edge[i].from < g->n_pages)
            from_pages[g->edge[i].to]++;
        const struct chart_place *from = g->edge[i].from < g->n_pages ? NULL : place_of_fragment(c, g->edge[i].from - g->n_pages);
        if (from && to)
            add_line(out, LEFT + from->column * COLUMN + BOX, TOP + from->row * ROW + ROW / 2 - 5, to, g->edge[i].n);
    }
    for (unsigned i = 0; i < c->n; i++)
        if (from_pages[c->place[i].fragment])
            add_line(out, LEFT + BOX, page_y, &c->place[i], from_pages[c->place[i].fragment]);
}

/* All of its name and place, for whoever points at its box. */
static void add_title(struct buf *out, const struct shared *s, const struct fragments_names *names, uint32_t fragment)
{
    AUTO(buf) path = BUF(KIB(64));
    uint32_t page = place_of(s, fragment, &path);

    buf_add(out, STR("<title>"));
    if (names->excerpt && names->excerpt[fragment].len) {
        buf_add_escaped(out, names->excerpt[fragment]);
        buf_add(out, STR(": "));
    }
    buf_add_escaped(out, buf_str(&path));
    buf_add(out, STR(" in "));
    buf_add_escaped(out, names->page[page]);
    buf_add(out, STR("</title>"));
}

/* The end of a path says most. */
static void add_path(struct buf *out, struct str path)
{
    size_t from = 0;

    if (path.len > PATH) {
        from = path.len - PATH;
        while (from < path.len && path.ptr[from] != '/')
            from++;
        buf_add(out, STR("..."));
    }
    buf_add_escaped(out, str_sub(path, from, path.len));
}

static void add_text(struct buf *out, unsigned x, unsigned y, const char *class, struct str text)
{
    buf_addf(out, "<text class=\"%s\" x=\"%u\" y=\"%u\">", class, x, y);
    buf_add_escaped(out, text);
    buf_add(out, STR("</text>"));
}

static void add_box(struct buf *out, const struct chart *c, const struct chart_place *s, const struct fragments_names *names)
{
    const struct shared_fragment *f = &c->graph->shared->fragment[s->fragment];
    AUTO(buf) name = BUF(KIB(1));
    AUTO(buf) facts = BUF(KIB(1));
    AUTO(buf) path = BUF(KIB(64));
    unsigned x = LEFT + s->column * COLUMN, y = TOP + s->row * ROW;

    buf_addf(&name, "%u  ", s->fragment + 1);
    add_name(&name, names, s->fragment, NAME);
    buf_addf(&facts, "%u bytes on %u pages", f->bytes, f->n_pages);
    if (fragments_life(names, s->fragment) || names->accesses)
        buf_add(&facts, STR(", "));
    add_facts(&facts, c->graph, names, s->fragment);
    place_of(c->graph->shared, s->fragment, &path);
    buf_addf(out, "<g><rect class=\"u\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"7\"/>\n", x, y, BOX, ROW - 10);
    buf_addf(out, "<rect class=\"f\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"7\" fill-opacity=\"%.2f\"/>", x, y, BOX,
             ROW - 10, 0.08 + 0.3 * f->n_pages / MAX(c->graph->n_pages, 1));
    add_text(out, x + 10, y + 19, "n", buf_str(&name));
    add_text(out, x + 10, y + 36, "t", buf_str(&facts));
    buf_addf(out, "<text class=\"s t\" x=\"%u\" y=\"%u\">", x + 10, y + 52);
    add_path(out, buf_str(&path));
    buf_add(out, STR("</text>"));
    add_title(out, c->graph->shared, names, s->fragment);
    buf_add(out, STR("</g>\n"));
}

void fragments_svg(const struct graph *g, const struct fragments_names *names, struct buf *out)
{
    struct chart c;
    unsigned most = 1;

    choose(&c, g);
    for (unsigned i = 0; i <= LEVELS_MAX; i++)
        most = MAX(most, c.rows[i]);
    unsigned width = MAX(LEFT * 2 + (c.n_columns - 1) * COLUMN + BOX, (unsigned)WIDTH_MIN), height = TOP + most * ROW + 20,
             page_y = TOP + most * ROW / 2;
    buf_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" role=\"img\">\n",
             width, height, width, height);
    buf_add(
        out,
        STR("<title>What holds what</title>\n<style>\n:root{color-scheme:light dark}\n"
            "svg{background:#fff;font:13px system-ui,\"Noto Sans\",\"DejaVu Sans\",sans-serif}text{fill:#1f2937}.s{fill:#57606a}.n{font-weight:600}.t{font-size:12px}\n"
            ".e{fill:none;stroke:#8b95a3;stroke-opacity:.55}.f{fill:#2f6fd0;stroke:#2f6fd0}.u{fill:#fff}.p{fill:#f6f7f9;stroke:#8b95a3}\n"
            "@media(prefers-color-scheme:dark){svg{background:#111418}text{fill:#e3e7ec}.s{fill:#9aa4b0}.u{fill:#111418}.p{fill:#1a1e24}.f{fill:#5b9bff;stroke:#5b9bff}}\n"
            "</style>\n"));
    buf_addf(out, "<text x=\"%d\" y=\"34\" font-size=\"18\" font-weight=\"600\">What holds what</text>\n", LEFT);
    buf_addf(
        out,
        "<text class=\"s\" x=\"%d\" y=\"56\">%u %s, %u shared %s%s. The deeper the blue, the more pages share the part.</text>\n",
        LEFT, g->n_pages, g->n_pages == 1 ? "page" : "pages", g->shared->n, g->shared->n == 1 ? "part" : "parts",
        g->shared->n > c.n ? "; the ones that save the most are drawn" : "");
    add_lines(out, &c, page_y);
    buf_addf(
        out,
        "<rect class=\"p\" x=\"%d\" y=\"%u\" width=\"%d\" height=\"52\" rx=\"7\"/><text x=\"%d\" y=\"%u\" font-weight=\"600\">%u pages</text>\n",
        LEFT, page_y - 26, BOX, LEFT + 14, page_y + 5, g->n_pages);
    for (unsigned i = 0; i < c.n; i++)
        add_box(out, &c, &c.place[i], names);
    buf_add(out, STR("</svg>\n"));
}
