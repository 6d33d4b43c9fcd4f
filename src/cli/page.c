/* weft page: the model of one page, as a summary, as text or whole. */
#include "page/body.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/source.h"
#include "cli/term.h"

static const struct option option_text = { "text", 0, NULL, "Print the visible text, a line per block.", NULL };

static void add_label(struct buf *out, const char *label)
{
    buf_addf(out, "%-12s ", label);
}

/* A line of the page's own words, where there are any. They are hostile: nothing in them reaches the terminal as a command. */
static void add_line(struct buf *out, const char *label, struct str text)
{
    struct str trimmed = str_trim(text);

    if (trimmed.len == 0)
        return;
    add_label(out, label);
    term_add_safe(out, trimmed);
    buf_add_char(out, '\n');
}

static void add_number(struct buf *out, const char *label, uint64_t n)
{
    add_label(out, label);
    buf_add_number(out, n);
    buf_add_char(out, '\n');
}

static void add_outline(struct buf *out, const struct page *p)
{
    if (p->n_headings)
        buf_add(out, STR("\nOutline\n"));
    for (uint32_t i = 0; i < p->n_headings; i++) {
        AUTO(buf) text = BUF(MIB(1));
        uint32_t node = p->heading[i].node;
        for (uint32_t k = 0; k < p->heading[i].level; k++)
            buf_add(out, STR("  "));
        page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], &text);
        term_add_safe(out, str_trim(buf_str(&text)));
        buf_add_char(out, '\n');
    }
}

static const char *read_as(const struct page *p)
{
    static const char *const names[] = {
        [KIND_TEXT] = "text, line by line", [KIND_TABLE] = "a table (CSV)", [KIND_JSON] = "JSON", [KIND_FEED] = "a feed"
    };

    if (p->kind != KIND_MARKUP)
        return names[p->kind];
    return p->dom.xml ? "XML" : p->dom.quirks ? "HTML, quirks mode" : "HTML";
}

static void add_summary(struct buf *out, const struct page *p)
{
    add_line(out, "Title", p->title);
    add_line(out, "Description", p->description);
    add_line(out, "Language", p->language);
    add_line(out, "Address", p->base);
    add_label(out, "Encoding");
    buf_addf(out, "%s (%s)\n", p->dom.encoding, p->dom.encoding_source);
    add_label(out, "Read as");
    buf_addf(out, "%s\n", read_as(p));
    add_line(out, "Left out", p->dom.truncated);
    add_number(out, "Bytes", p->bytes.len);
    add_number(out, "Nodes", p->dom.n);
    add_number(out, "Words", p->n_words);
    add_number(out, "Sentences", p->n_sentences);
    add_number(out, "Links", p->n_links);
    add_number(out, "Images", p->n_images);
    add_label(out, "Tables");
    buf_addf(out, "%u (rows %u, cells %u)\n", p->n_tables, p->n_rows, p->n_cells);
    add_label(out, "Lists");
    buf_addf(out, "%u (items %u)\n", p->n_lists, p->n_items);
    add_number(out, "Headings", p->n_headings);
    add_outline(out, p);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    const char *output = args_value(args, &option_output);
    struct symbols symbols;
    struct page page;
    const char *path = args->operand[0];
    struct body body = { .url = str_of(args_value(args, &option_base)), .name = strcmp(path, "-") == 0 ? STR("") : str_of(path) };
    int failed;

    if (args_given(args, &option_json) && args_given(args, &option_text))
        return err_set(e, E_USAGE, "page: --json and --text contradict each other; give one of them");
    symbols_open(&symbols, &a);
    if ((failed = source_check_base(args_value(args, &option_base), e))
        || (failed = io_read(&a, path, LIMIT_PAGE_BYTES, &body.bytes, e)))
        return failed;
    if (body_read_as(&a, &symbols, &body, body_kind(&body), &page, e))
        return err_in(e, "%s", path);
    if (args_given(args, &option_json))
        page_json(&page, &out);
    else if (args_given(args, &option_text))
        page_text(&page, &out);
    else
        add_summary(&out, &page);
    if ((failed = buf_check(&out, e)) || (failed = output_page(output, buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = { &option_json, &option_text, &option_base, &option_output, NULL };

static const struct example examples[] = {
    { "weft page page.html", "title, encoding, counts and outline" },
    { "weft page page.html --text", "the text a reader sees" },
    { "weft page page.html --json", "words, sentences, links, images, tables, lists, headings as data" },
    { NULL, NULL },
};

const struct command command_page = {
    .name = "page",
    .args = "FILE",
    .summary = "prints what weft sees in a page",
    .help =
        "Reads the page in FILE ('-' is standard input) and prints its model: a summary with the counts and the outline, or with "
        "--json all of it.",
    .options = options,
    .examples = examples,
    .run = run,
};
