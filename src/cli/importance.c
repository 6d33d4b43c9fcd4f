/* weft importance: how much a change matters, and why. */
#include <math.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/share.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/visual.h"
#include "judge/suspect.h"
#include "show/vidiff.h"

static void add_json(const struct visual_pair *p, struct buf *out)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    visual_importance_json(&p->importance, &j);
    json_field_number(&j, "operations", videlta_count(&p->delta));
    json_field_number(&j, "history", p->n_history);
    if (p->judged >= 0)
        json_field_real(&j, "judged", p->judged);
    if (p->n_unused) {
        json_key(&j, "unused_rules");
        json_array(&j);
        for (uint32_t i = 0; i < p->n_unused; i++)
            json_str(&j, p->unused[i]);
        json_end(&j);
    }
    json_end(&j);
    buf_add_char(out, '\n');
}

/* Where the check gave another number than the one that is explained. */
static void add_judged(const struct visual_pair *p, struct buf *out)
{
    if (p->judged < 0 || fabs(p->judged - p->importance.value) < 0.005)
        return;
    buf_addf(out, "The check that found this change gave it %.*f%s.\n", share_digits(p->judged), p->judged,
             fabs(p->judged - SUSPECT_IMPORTANCE) < 1e-6 ? ", as every answer gets that may not be the page" : "");
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct visual_pair *pair = NEW(&a, struct visual_pair);
    int failed = visual_compare(&a, args, true, pair, e);

    if (failed)
        return failed;
    struct vidiff_view view = visual_view(pair, true);
    if (args_given(args, &option_json))
        add_json(pair, &out);
    else {
        vidiff_importance_text(&a, &view, &out);
        add_judged(pair, &out);
        visual_unused_text(pair, &out);
    }
    if ((failed = buf_check(&out, e)))
        return failed;
    return output_text(args_value(args, &option_output), buf_str(&out), e);
}

static const struct option *const options[] = { &option_json,    &option_layout,    &option_formula, &option_rules,
                                                &option_history, &option_same_link, &option_output,  NULL };

static const struct example examples[] = {
    { "weft importance old.html new.html", "a number from 0 to 1, and each block's share in it with the reason" },
    { "weft importance old.html new.html --rules mine.rules", "what a selector chooses weighs more or less" },
    { "weft importance https://example.org/news@2 @5",
      "two versions of the archive; the versions before them tell what always changes" },
    { "weft importance old.vixml new.vixml --formula paper", "E as the paper defines it" },
    { "weft importance 3.html 4.html --history 1.html --history 2.html", "the same for files" },
    { NULL, NULL },
};

const struct command command_importance = {
    .name = "importance",
    .args = "OLD [NEW]",
    .summary = "tells how much a change matters, and why",
    .help =
        "Compares two pages or Vi-XML documents as 'weft vidiff' does and prints how important the change is: 0 where no word, link or "
        "picture differs, 1 where nothing of the page is left. It grows with the number of words that changed and with their share of the "
        "page: 150 new words of the main content of a long page are about 0.5, 450 about 0.75. Each word that changed counts by where it stands (the main content, a side column, a "
        "menu) and what it is: a heading, the lead link and a price count even if one word of them changed, dates and a new order count "
        "little. Of Vi-XML without its page headings, prices and dates are not known, so that the number is a "
        "different one. --formula paper prints E of the paper on Vi-DIFF instead. OLD and NEW may be versions of a page in the archive, as 'weft "
        "diff' takes them; URL alone is what is new since you last looked.\n\n"
        "Words that change on every visit (a counter, 'n hours ago') weigh little. For two versions that a check compared, what "
        "was known then decides: the number is the one that check, log and report give, unless NEW may not be the page: they give each such answer 0.50. Else the versions before OLD show it: those of "
        "the archive, where nearly every check has brought one, or the files given with --history.\n\n"
        "A file of rules has a line each: '0.1 .advert' lets the words inside what the selector (CSS or XPath) chooses weigh a tenth; "
        "'insert link 0.5' sets what an operation (insert, delete, update, move) on a kind of thing (link, image, text) weighs, from 0 to 1; a "
        "line that begins with '#' is a comment. A rule that chooses nothing is named.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
