/* Bodies of every kind and what a reader gets of them: cases/NAME.txt.
 *
 *     --- page, type, name, address   the bytes ("page bytes" with escapes), what the server calls them, the file's name,
 *                                     where they come from
 *     --- text           what is to be read, line by line
 *     --- sentences      the words of each sentence with bars between them
 *     --- model          what the page holds: title, headings, links, pictures, tables, lists
 *     --- records        what the page repeats, one record a line under its container
 *     --- words          each word with its flags: a atom, s space, l lead, t trail, b break, h hidden
 *     --- kinds          a table: TYPE | NAME | BYTES, and what they are */
#include "page/body.h"
#include "page/paths.h"
#include "page/records.h"
#include "tests/cases.h"
#include "tests/page/check.h"
#include "tests/page/pages.h"

static int read_page(struct arena *a, const struct text_case *c, struct page *out, bool *readable, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct body body = { .bytes = case_bytes(a, c, "page"),
                         .content_type = case_text(c, "type"),
                         .url = case_text(c, "address"),
                         .name = case_text(c, "name") };

    symbols_open(symbols, a);
    int failed = body_read(a, symbols, &body, out, readable, e);
    return failed || *readable ? failed : body_refuse(&body, e);
}

static void add_text(const struct page *p, struct buf *out)
{
    page_text(p, out);
}

static void add_sentences(const struct page *p, struct buf *out)
{
    AUTO(arena) a = { 0 };

    for (uint32_t s = 0; s < p->n_sentences; s++) {
        buf_add(out, barred(&a, p, p->sentence[s].word, p->sentence[s].end));
        buf_add_char(out, '\n');
    }
}

static void add_words(const struct page *p, struct buf *out)
{
    for (uint32_t w = 0; w < p->n_words; w++) {
        if (p->word[w].flags & WORD_ATOM)
            page_words_text(p, w, w + 1, out);
        else
            buf_add(out, page_word(p, w));
        buf_add_char(out, ':');
        for (unsigned k = 0; k < 6; k++)
            if (p->word[w].flags >> k & 1)
                buf_add_char(out, "asltbh"[k]);
        buf_add_char(out, w + 1 < p->n_words ? ' ' : '\n');
    }
}

static void add_line(struct buf *out, const char *what, struct str value)
{
    if (value.len) {
        buf_addf(out, "%s: ", what);
        case_show(out, value);
        buf_add_char(out, '\n');
    }
}

static void add_node_line(const struct page *p, uint32_t node, struct buf *out)
{
    page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], out);
}

static void add_tables(const struct page *p, struct buf *out)
{
    for (uint32_t t = 0; t < p->n_tables; t++) {
        buf_addf(out, "table of %u rows\n", p->table[t].row_end - p->table[t].row);
        for (uint32_t r = p->table[t].row; r < p->table[t].row_end; r++) {
            buf_add(out, STR("  "));
            for (uint32_t k = p->row[r].cell; k < p->row[r].cell_end; k++) {
                buf_add(out, p->cell[k].header ? STR("[") : STR("("));
                add_node_line(p, p->cell[k].node, out);
                buf_add(out, p->cell[k].header ? STR("]") : STR(")"));
            }
            buf_add_char(out, '\n');
        }
    }
}

static void add_lists(const struct page *p, struct buf *out)
{
    for (uint32_t l = 0; l < p->n_lists; l++) {
        buf_addf(out, "%s list of %u\n", p->list[l].ordered ? "ordered" : "plain", p->list[l].item_end - p->list[l].item);
        for (uint32_t k = p->list[l].item; k < p->list[l].item_end; k++) {
            buf_add(out, STR("  * "));
            add_node_line(p, p->item[k], out);
            buf_add_char(out, '\n');
        }
    }
}

static void add_model(const struct page *p, struct buf *out)
{
    buf_addf(out, "%s of %u words\n", page_kind_name(p->kind), p->n_words);
    add_line(out, "title", p->title);
    add_line(out, "description", p->description);
    add_line(out, "language", p->language);
    add_line(out, "base", p->base);
    for (uint32_t h = 0; h < p->n_headings; h++) {
        buf_addf(out, "h%u: ", p->heading[h].level);
        add_node_line(p, p->heading[h].node, out);
        buf_add_char(out, '\n');
    }
    for (uint32_t l = 0; l < p->n_links; l++) {
        buf_addf(out, "link %.*s: ", STR_ARG(p->link[l].url));
        add_node_line(p, p->link[l].node, out);
        buf_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < p->n_images; i++)
        buf_addf(out, "picture %.*s: %.*s\n", STR_ARG(p->image[i].url), STR_ARG(p->image[i].alt));
    add_tables(p, out);
    add_lists(p, out);
}

static void add_records(const struct page *p, struct buf *out)
{
    AUTO(arena) a = { 0 };
    struct records r;
    struct paths paths;

    records_find(&a, p, &r);
    paths_open(&paths, &a, &p->dom);
    for (uint32_t k = 0; k < r.n_containers; k++) {
        paths_add(&paths, r.container[k].node, out);
        if (r.container[k].inside != NONE)
            buf_addf(out, " (in record %u)", r.container[k].inside);
        buf_add_char(out, '\n');
        for (uint32_t i = r.container[k].record; i < r.container[k].record_end; i++) {
            buf_addf(out, "  %u. ", i);
            page_words_line(p, r.record[i].word, r.record[i].word_end, out);
            buf_add_char(out, '\n');
        }
    }
    if (!r.n_containers)
        buf_add(out, STR("none\n"));
}

static void row_kind(struct arena *a, struct str in, struct buf *out)
{
    struct str type = str_trim(str_cut(&in, '|')), name = str_trim(str_cut(&in, '|'));
    struct kind_facts facts = { case_unescape(a, str_trim(in)), type, name };
    enum page_kind kind = page_kind_find(&facts);

    buf_add(out, str_of(page_kind_name(kind)));
    if (kind == KIND_BINARY) {
        struct err e = { 0 };
        body_refuse(&(struct body){ .bytes = facts.bytes, .content_type = type, .name = name }, &e);
        buf_addf(out, ": %s", e.text);
    }
}

static const struct {
    const char *label;
    void (*add)(const struct page *p, struct buf *out);
} views[] = {
    { "text", add_text },   { "sentences", add_sentences }, { "words", add_words },
    { "model", add_model }, { "records", add_records },
};

static struct str give_view(struct arena *a, const struct text_case *c, void (*add)(const struct page *p, struct buf *out))
{
    AUTO(buf) out = BUF(MIB(4));
    struct page p;
    struct err e = { 0 };
    bool readable = true;

    if (read_page(a, c, &p, &readable, &e))
        return arena_printf(a, "error %d: %s", e.code, e.text);
    add(&p, &out);
    const char *broken = page_check(&p);
    if (broken)
        buf_addf(&out, "BROKEN: %s\n", broken);
    return case_take(a, &out);
}

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    for (size_t i = 0; i < ARRAY_LEN(views); i++)
        if (str_eq(label, str_of(views[i].label)))
            return give_view(a, c, views[i].add);
    return str_eq(label, STR("kinds")) ? case_table(a, case_text(c, "kinds"), row_kind) : (struct str){ NULL, 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/page/cases/*.txt", give);
}
