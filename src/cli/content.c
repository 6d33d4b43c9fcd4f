/* weft content: what a page is about. */
#include "segment/content.h"

#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/source.h"
#include "show/article.h"
#include "visual/vixml.h"

enum format { FORMAT_TEXT, FORMAT_HTML };

static const struct choice formats[] = {
    [FORMAT_TEXT] = { "text", "plain text, an empty line between paragraphs" },
    [FORMAT_HTML] = { "html", "a clean page to read: headings, paragraphs, lists, links, pictures" },
    { NULL, NULL },
};

static const struct option option_format = { "format", 0, "FORMAT", "What to print.", formats };

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    const char *output = args_value(args, &option_output);
    AUTO(renderer) renderer = { 0 };
    struct rendered *drawn = NEW(&a, struct rendered);
    struct symbols symbols;
    struct content content;
    struct page page;
    int failed;

    if ((failed =
             source_page(&a, &(struct source_asked){ args, args->operand[0], args_value(args, &option_base) }, &symbols, &page, e)))
        return failed;
    if (vixml_is(page.bytes))
        return err_set(e, E_FORMAT, "%s: this is Vi-XML, and content reads pages", args->operand[0]);
    if ((failed = layout_renderer(&a, args, &renderer, e)))
        return failed;
    drawn->page = page;
    struct render_request request = layout_request(&a, args->operand[0], &page);
    if ((renderer.layout == LAYOUT_BROWSER && render_layout(&a, &renderer, &request, drawn, e))
        || content_read(&a, &drawn->page, &content, e))
        return err_in(e, "%s", args->operand[0]);
    bool html = args_choice(args, &option_format) == FORMAT_HTML;
    if (page.kind != KIND_MARKUP && html)
        return err_set(e, E_USAGE, "%s: this is a text, all of which is its content; --format html is for pages", args->operand[0]);
    if (page.kind != KIND_MARKUP) {
        page_words_text(&page, 0, page.n_words, &out);
        buf_add_char(&out, '\n');
    } else if (html) {
        if ((failed = article_show(&content, &out, e)))
            return failed;
    } else {
        content_text(&content, &out);
    }
    if ((failed = buf_check(&out, e)) || (failed = output_page(output, buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = { &option_format, &option_layout, &option_base, &option_output, NULL };

static const struct example examples[] = {
    { "weft content page.html", "the article, without menus, comments and advertisements" },
    { "weft content https://example.org/ --format html -o read.html", "the same as a page to read" },
    { NULL, NULL },
};

const struct command command_content = {
    .name = "content",
    .args = "FILE|URL",
    .summary = "prints what a page is about",
    .help =
        "Prints the main content of the page in FILE ('-' is standard input) or at URL: the text a reader came for, without navigation, "
        "sidebars, comments and footers. A page that has none (a list of links, say) gives nothing.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
