/* weft show: one version of a page, as it may safely be looked at, as text, or byte for byte. */
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "archive/target.h"
#include "cli/session.h"
#include "page/body.h"
#include "show/merge.h"

static const struct option option_raw = { "raw", 0, NULL, "Print the stored bytes exactly; on a terminal without its controls.",
                                          NULL };
static const struct option option_text = { "text", 0, NULL, "Print the visible text, a line per block.", NULL };

static int show_version(struct session *s, const struct target *t, const struct target_version *v, bool text, struct buf *out,
                        struct err *e)
{
    struct body body = { .content_type = v->content_type };
    struct symbols symbols;
    struct page page;
    int failed = target_body(&s->caller, t, v->number, &body.bytes, e);

    if (failed)
        return failed;
    *(t->is_source ? &body.name : &body.url) = t->is_source ? t->name : t->url;
    if (body_kind(&body) != KIND_MARKUP) { /* shown as it is */
        buf_add(out, body.bytes);
        return 0;
    }
    symbols_open(&symbols, &s->arena);
    if ((failed = body_read_as(&s->arena, &symbols, &body, KIND_MARKUP, &page, e)))
        return err_in(e, "%.*s@%lld", STR_ARG(t->name), (long long)v->number);
    if (!text)
        return show_clean(&s->arena, &page, out, e);
    page_text(&page, out);
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(target) t = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct target_version v;
    bool raw = args_given(args, &option_raw), text = args_given(args, &option_text);
    struct str bytes;
    int failed;

    if (raw && text)
        return err_set(e, E_USAGE, "show: --raw and --text contradict each other; give one of them");
    if ((failed = session_open(&s, args, session_mode_of(args), e)) || (failed = target_find(&s.caller, args->operand[0], &t, e))
        || (failed = target_version(&s.caller, &t, &v, e)))
        return failed;
    if (raw) {
        if ((failed = target_body(&s.caller, &t, v.number, &bytes, e)))
            return failed;
    } else {
        if ((failed = show_version(&s, &t, &v, text, &out, e)) || (failed = buf_check(&out, e)))
            return failed;
        bytes = buf_str(&out);
    }
    const char *path = args_value(args, &option_output);
    return output_page(path, bytes, e);
}

static const struct option *const options[] = { &option_raw, &option_text, &option_output, NULL };

static const struct example examples[] = {
    { "weft show https://example.org/news --output page.html", "the newest version, to be opened in a browser" },
    { "weft show example.org/news@yesterday --text", "what it said at the end of yesterday" },
    { "weft show --raw example.org/news@3 > page.html", "the third version, byte for byte" },
    { NULL, NULL },
};

const struct command command_show = {
    .name = "show",
    .args = "URL[@VERSION]",
    .summary = "prints a version of a page",
    .help =
        "Prints the newest version of the page, or the one that stands behind the @: a number (@3, @-1 for the one before the newest), "
        "a date or moment (@2026-11-01, @2026-11-01T10:00, @yesterday, @3d), @first, or @seen for the newest that you have seen. A "
        "date stands for the whole day: what is shown is what stood at its end.\n\n"
        "The page comes without scripts, form actions and frames, its addresses made absolute; what is neither HTML nor XML comes as "
        "it is. With --raw nothing is touched. URL may also be git:FILE or rcs:FILE, a file under version control.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
