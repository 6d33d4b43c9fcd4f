/* weft gc: old versions go by the policy, rubbish goes, and what was stored in haste is packed well. */
#include "archive/care.h"
#include "base/duration.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/size.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct option option_quick = {
    "quick", 0, NULL, "Do not rewrite the file: its free room is used again later instead of going back to the disk now.", NULL,
};

/* What is kept, in words, because nothing is more annoying than to find out later. */
static void add_policy(struct buf *out, const struct store_policy *p)
{
    if (p->keep_last == 0 && p->thin_after_ms == 0) {
        buf_add(out, STR("Kept: every version.\n"));
        return;
    }
    buf_add(out, STR("Kept of each page: its first and its newest version, what users marked or saw last"));
    if (p->keep_last)
        buf_addf(out, ", of the rest the last %u", p->keep_last);
    if (p->thin_after_ms) {
        buf_add(out, STR(", and of what is older than "));
        duration_add(out, p->thin_after_ms);
        buf_add(out, STR(" one for each "));
        duration_add(out, p->thin_every_ms);
    }
    buf_add(out, STR(".\n"));
}

static void add_text(struct buf *out, const struct store_policy *p, const struct store_swept *w)
{
    add_policy(out, p);
    buf_addf(out, "Removed: %llu %s. Packed again: %llu. Size: ", (unsigned long long)w->versions,
             w->versions == 1 ? "version" : "versions", (unsigned long long)w->packed);
    size_add_short(out, w->bytes_before);
    buf_add(out, STR(" before, "));
    size_add_short(out, w->bytes_after);
    buf_add(out, STR(" now.\n"));
}

static void add_json(struct buf *out, const struct store_policy *p, const struct store_swept *w)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_number(&j, "keep_last", p->keep_last);
    json_field_number(&j, "thin_after_ms", p->thin_after_ms);
    json_field_number(&j, "thin_every_ms", p->thin_every_ms);
    json_field_number(&j, "versions_removed", (int64_t)w->versions);
    json_field_number(&j, "bodies_removed", (int64_t)w->blobs);
    json_field_number(&j, "packed", (int64_t)w->packed);
    json_field_number(&j, "bytes_before", (int64_t)w->bytes_before);
    json_field_number(&j, "bytes_after", (int64_t)w->bytes_after);
    json_end(&j);
    buf_add_char(out, '\n');
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    AUTO(progress) p = { .fd = -1 };
    struct care_swept done;
    int failed = session_open(&s, args, SESSION_WRITE, e);

    if (failed)
        return failed;
    session_progress(&s, &p, "packing");
    failed = care_sweep(&s.caller, !args_given(args, &option_quick), &done, e);
    progress_erase(&p);
    if (failed)
        return failed;
    if (args_given(args, &option_json))
        add_json(&out, &done.policy, &done.swept);
    else
        add_text(&out, &done.policy, &done.swept);
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_quick, &option_json, NULL };

static const struct example examples[] = {
    { "weft gc", "packs the archive well; every version stays" },
    { "weft gc --keep-last 100", "of each page the last hundred versions" },
    { "weft gc --thin-after 30d --thin-every 1w", "of what is older than a month one version a week" },
    { NULL, NULL },
};

const struct command command_gc = {
    .name = "gc",
    .args = "",
    .summary = "packs the archive, and removes old versions where the policy says so",
    .help =
        "Packs what was stored in haste, gives free room back, and removes old versions by the policy that the settings keep-last, "
        "thin-after and thin-every say. Without them every version is kept. Never removed, whatever the policy: the first and the newest "
        "version of a page, what a user keeps ('weft seen --keep'), and the newest version each user has seen. Others may use the "
        "archive meanwhile. Packing takes about a quarter of a second for each megabyte of pages, once.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
