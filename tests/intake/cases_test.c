/* Lists and archives of other programs as people have them, oddities included: cases/NAME.txt.
 *
 *     --- file          what is read
 *     --- list          the format that weft takes it for, its entries with all that is known of them, and what was lost; or why it fails
 *     --- revisions     of an RCS archive: number, moment, author and state of each, its message and its text */
#include "base/limits.h"
#include "base/moment.h"
#include "intake/source_rcs.h"
#include "tests/cases.h"
#include "tests/intake/hotlists.h"

static struct str list_of(struct arena *a, struct str file)
{
    AUTO(buf) out = BUF(MIB(1));
    struct hotlist h = { 0 };
    struct err e = { 0 };
    if (hotlist_read(a, file, &h, &e))
        buf_addf(&out, "error: %s", e.text);
    else
        buf_addf(&out, "%s\n%.*s", hotlist_format_name(h.format), STR_ARG(hotlist_lines(a, &h)));
    return case_take(a, &out);
}

static void add_revision(struct arena *a, const struct rcs *r, uint32_t which, struct buf *out)
{
    const struct rcs_revision *one = &r->item[which];
    struct str text;
    struct err e = { 0 };
    buf_addf(out, "%.*s ", STR_ARG(one->number));
    moment_add_utc(out, one->at);
    buf_addf(out, " %.*s %.*s: ", STR_ARG(one->author), STR_ARG(one->state));
    case_show(out, rcs_plain(a, one->log));
    buf_add(out, STR("\n  "));
    if (rcs_text(a, r, which, &text, &e))
        buf_addf(out, "error: %s", e.text);
    else
        case_show(out, text);
    buf_add_char(out, '\n');
}

static struct str revisions_of(struct arena *a, struct str file)
{
    AUTO(buf) out = BUF(MIB(1));
    struct rcs r = { 0 };
    struct err e = { 0 };
    if (rcs_read(a, file, &r, &e))
        buf_addf(&out, "error: %s", e.text);
    for (uint32_t i = 0; i < r.n; i++)
        add_revision(a, &r, i, &out);
    return case_take(a, &out);
}

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    struct str file = case_bytes(a, c, "file");
    if (str_eq(label, STR("list")))
        return list_of(a, file);
    return str_eq(label, STR("revisions")) ? revisions_of(a, file) : (struct str){ 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/intake/cases/*.txt", give);
}
