/* page_json: the whole model as JSON. The fields are documented in docs/page-json.md.
 *
 * In: a page. Out: one object, a record to a line. Everything is written straight from the arrays, so the cost is O(nodes + words),
 * but for paths and texts, which are as long as they are. */
#include "base/json.h"
#include "base/limits.h"
#include "page/page.h"
#include "page/paths.h"

struct writer {
    struct json json;
    const struct page *page;
    struct paths paths;
    struct buf *text; /* what is put together before it is written */
};

/* A record stands on one line: between these two no line ends are written. */
static void begin_line(struct writer *w, void (*open)(struct json *))
{
    open(&w->json);
    w->json.indent = 0;
}

static void end_line(struct writer *w)
{
    json_end(&w->json);
    w->json.indent = 1;
}

static void write_words(struct writer *w, const char *name, uint32_t word, uint32_t end)
{
    buf_clear(w->text);
    page_words_text(w->page, word, end, w->text);
    json_field_str(&w->json, name, buf_str(w->text));
}

/* The text of a node and where it stands. */
static void write_node(struct writer *w, uint32_t node)
{
    json_field_number(&w->json, "node", node);
    buf_clear(w->text);
    paths_add(&w->paths, node, w->text);
    json_field_str(&w->json, "path", buf_str(w->text));
}

static void write_text(struct writer *w, uint32_t node)
{
    write_words(w, "text", w->page->first_word[node], w->page->first_word[w->page->dom.node[node].end]);
}

static void write_head(struct writer *w)
{
    const struct page *p = w->page;
    struct json *j = &w->json;

    json_field_str(j, "title", p->title);
    json_field_str(j, "description", p->description);
    json_field_str(j, "language", p->language);
    json_field_str(j, "base", p->base);
    json_field_str(j, "encoding", str_of(p->dom.encoding));
    json_field_str(j, "encoding_source", str_of(p->dom.encoding_source));
    json_field_str(j, "doctype", p->dom.doctype);
    json_field_bool(j, "quirks", p->dom.quirks);
    json_field_bool(j, "xml", p->dom.xml);
    json_field_str(j, "truncated", p->dom.truncated);
}

static void write_counts(struct writer *w)
{
    const struct page *p = w->page;
    const struct {
        const char *name;
        size_t n;
    } count[] = {
        { "bytes", p->bytes.len }, { "nodes", p->dom.n },     { "words", p->n_words },   { "sentences", p->n_sentences },
        { "links", p->n_links },   { "images", p->n_images }, { "tables", p->n_tables }, { "rows", p->n_rows },
        { "cells", p->n_cells },   { "lists", p->n_lists },   { "items", p->n_items },   { "headings", p->n_headings },
    };

    json_key(&w->json, "counts");
    begin_line(w, json_object);
    for (size_t i = 0; i < ARRAY_LEN(count); i++)
        json_field_number(&w->json, count[i].name, (int64_t)count[i].n);
    end_line(w);
}

static void write_headings(struct writer *w)
{
    json_key(&w->json, "headings");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_headings; i++) {
        begin_line(w, json_object);
        json_field_number(&w->json, "level", w->page->heading[i].level);
        write_text(w, w->page->heading[i].node);
        write_node(w, w->page->heading[i].node);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_links(struct writer *w)
{
    json_key(&w->json, "links");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_links; i++) {
        begin_line(w, json_object);
        json_field_str(&w->json, "url", w->page->link[i].url);
        write_text(w, w->page->link[i].node);
        write_node(w, w->page->link[i].node);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_images(struct writer *w)
{
    json_key(&w->json, "images");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_images; i++) {
        begin_line(w, json_object);
        json_field_str(&w->json, "url", w->page->image[i].url);
        json_field_str(&w->json, "alt", w->page->image[i].alt);
        write_node(w, w->page->image[i].node);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_row(struct writer *w, const struct row *row)
{
    begin_line(w, json_array);
    for (uint32_t c = row->cell; c < row->cell_end; c++) {
        json_object(&w->json);
        write_text(w, w->page->cell[c].node);
        json_field_bool(&w->json, "header", w->page->cell[c].header);
        json_field_number(&w->json, "node", w->page->cell[c].node);
        json_end(&w->json);
    }
    end_line(w);
}

static void write_tables(struct writer *w)
{
    json_key(&w->json, "tables");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_tables; i++) {
        const struct table *t = &w->page->table[i];

        json_object(&w->json);
        write_node(w, t->node);
        json_key(&w->json, "rows");
        json_array(&w->json);
        for (uint32_t r = t->row; r < t->row_end; r++)
            write_row(w, &w->page->row[r]);
        json_end(&w->json);
        json_end(&w->json);
    }
    json_end(&w->json);
}

static void write_list(struct writer *w, const struct list *l)
{
    json_object(&w->json);
    json_field_bool(&w->json, "ordered", l->ordered);
    write_node(w, l->node);
    json_key(&w->json, "items");
    json_array(&w->json);
    for (uint32_t k = l->item; k < l->item_end; k++) {
        begin_line(w, json_object);
        write_text(w, w->page->item[k]);
        json_field_number(&w->json, "node", w->page->item[k]);
        end_line(w);
    }
    json_end(&w->json);
    json_end(&w->json);
}

static void write_lists(struct writer *w)
{
    json_key(&w->json, "lists");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_lists; i++)
        write_list(w, &w->page->list[i]);
    json_end(&w->json);
}

/* Why a node is hidden in its own right, or NULL. What lies in the head is hidden by its own tags, so the head says nothing. */
static const char *hidden_by(const struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];

    if (n->kind == NODE_COMMENT)
        return "comment";
    if (n->kind != NODE_ELEMENT || !(p->flags[i] & NODE_HIDDEN) || n->tag == TAG_HEAD)
        return NULL;
    if (node_classes(n) & TAG_HIDDEN)
        return "tag";
    return i == 0 || !(p->flags[n->parent] & NODE_HIDDEN) ? "attribute" : NULL;
}

static void write_hidden(struct writer *w)
{
    const struct page *p = w->page;

    json_key(&w->json, "hidden");
    json_array(&w->json);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        const char *why = hidden_by(p, i);

        if (!why)
            continue;
        begin_line(w, json_object);
        json_field_str(&w->json, "by", str_of(why));
        json_field_str(&w->json, "tag", tag_name(p->dom.symbols, p->dom.node[i].tag));
        write_node(w, i);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_sentences(struct writer *w)
{
    json_key(&w->json, "sentences");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_sentences; i++) {
        const struct sentence *s = &w->page->sentence[i];

        begin_line(w, json_object);
        write_words(w, "text", s->word, s->end);
        json_field_number(&w->json, "word", s->word);
        json_field_number(&w->json, "end", s->end);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_flags(struct writer *w, unsigned flags)
{
    static const struct {
        unsigned flag;
        char letter;
    } letters[] = { { WORD_ATOM, 'a' },  { WORD_SPACE, 's' }, { WORD_LEAD, 'l' },
                    { WORD_TRAIL, 't' }, { WORD_BREAK, 'b' }, { WORD_HIDDEN, 'h' } };

    buf_clear(w->text);
    for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
        if (flags & letters[i].flag)
            buf_add_char(w->text, letters[i].letter);
    }
    json_str(&w->json, buf_str(w->text));
}

static void write_word_rows(struct writer *w)
{
    json_key(&w->json, "words");
    json_array(&w->json);
    for (uint32_t i = 0; i < w->page->n_words; i++) {
        begin_line(w, json_array);
        buf_clear(w->text);
        page_words_text(w->page, i, i + 1, w->text);
        json_str(&w->json, buf_str(w->text));
        json_number(&w->json, w->page->word[i].node);
        json_number(&w->json, w->page->word[i].at);
        write_flags(w, w->page->word[i].flags);
        end_line(w);
    }
    json_end(&w->json);
}

static void write_hash(struct writer *w, uint64_t hash)
{
    buf_clear(w->text);
    buf_addf(w->text, "%016llx", (unsigned long long)hash);
    json_str(&w->json, buf_str(w->text));
}

static void write_node_rows(struct writer *w)
{
    const struct page *p = w->page;

    json_key(&w->json, "nodes");
    json_array(&w->json);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];

        begin_line(w, json_array);
        json_str(&w->json, n->kind == NODE_TEXT      ? STR("#text")
                           : n->kind == NODE_COMMENT ? STR("#comment")
                                                     : tag_name(p->dom.symbols, n->tag));
        json_number(&w->json, n->parent);
        json_number(&w->json, n->end);
        json_number(&w->json, n->depth);
        json_number(&w->json, p->first_word[i]);
        write_hash(w, p->content[i]);
        write_hash(w, p->structure[i]);
        json_number(&w->json, p->flags[i] & NODE_HIDDEN ? 1 : 0);
        end_line(w);
    }
    json_end(&w->json);
}

void page_json(const struct page *p, struct buf *out)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct writer w = { .page = p, .text = &text };
    static void (*const part[])(struct writer *) = { write_head,      write_counts,    write_headings, write_links,
                                                     write_images,    write_tables,    write_lists,    write_hidden,
                                                     write_sentences, write_word_rows, write_node_rows };

    paths_open(&w.paths, &scratch, &p->dom);
    json_open(&w.json, out, 1);
    json_object(&w.json);
    for (size_t i = 0; i < ARRAY_LEN(part) && !out->over; i++)
        part[i](&w);
    json_end(&w.json);
    buf_add_char(out, '\n');
}
