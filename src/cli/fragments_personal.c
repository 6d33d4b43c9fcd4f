/* weft fragments personal: which parts of a page vary by who asks, and how. */
#include <unistd.h>

#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/fragments.h"
#include "cli/output.h"
#include "cli/source.h"
#include "cli/term.h"
#include "fetch/fetch.h"
#include "fragment/personal.h"

static const struct option option_cookie = {
    "cookie", 0, "NAME=VALUE", "A variant that sends this cookie, or several: 'a=1; b=2'. May be given several times.", NULL,
};
static const struct option option_header = { "header", 0, "NAME: VALUE", "A variant with this header. May be given several times.",
                                             NULL };
static const struct option option_parameter = {
    "parameter", 0, "NAME=VALUE", "A variant with this behind the ? of the address. May be given several times.", NULL,
};
static const struct option option_rounds = {
    "rounds", 0, "N", "How often every variant of an address is fetched, 1 to 100 (4).", NULL,
};
static const struct option option_least = {
    "min-size", 0, "N", "The least bytes of text of a part (1: two words that are personal keep a page out of a cache).", NULL,
};
static const struct option option_save = {
    "save", 0, "DIR", "Keep what was fetched, a folder for each variant, to look at it again.", NULL,
};

enum { ROUNDS = 4, ROUNDS_MAX = 100, ROWS_SHOWN = 60 };

struct variant {
    struct str label;
    struct request request; /* of an address */
    uint32_t n_copies;      /* of files */
};

struct job {
    struct arena arena;
    struct input input; /* files */
    VEC(struct variant) variant;
    VEC(struct parsed_page *) page;
    VEC(struct personal_copy) copy;
    struct lp_options options;
    struct personal found;
};

static void job_drop(struct job *j)
{
    for (uint32_t i = 0; i < j->page.n; i++)
        parsed_page_drop(j->page.item[i]);
    input_drop(&j->input);
    arena_drop(&j->arena);
}

/* Room for the next copy, of a variant. Its page is dropped with the job. */
static struct parsed_page *new_copy(struct job *j, uint32_t variant)
{
    struct parsed_page *page = NEW(&j->arena, struct parsed_page);

    page->arena.budget_bytes = LIMIT_JOB_MEMORY;
    *VEC_ADD(&j->arena, &j->page) = page;
    *VEC_ADD(&j->arena, &j->copy) = (struct personal_copy){ &page->page, variant };
    return page;
}

/* ---- Copies in files: each word is a variant, a folder holds several copies of one ---- */

static int read_files(struct job *j, const struct args *args, struct err *e)
{
    static const struct option *const fetching[] = { &option_cookie, &option_header, &option_parameter, &option_rounds,
                                                     &option_save };
    AUTO(progress) progress;

    for (size_t i = 0; i < ARRAY_LEN(fetching); i++)
        if (args_given(args, fetching[i]))
            return err_set(e, E_USAGE, "%s: --%s is for an address; files are compared as they are", args->command->name,
                           fetching[i]->name);
    int failed = input_open_files(&j->input, args, e);
    if (failed)
        return failed;
    for (unsigned i = 0; i < args->n_operands; i++)
        *VEC_ADD(&j->arena, &j->variant) = (struct variant){ .label = str_of(args->operand[i]) };
    progress_open(&progress, STDERR_FILENO, j->input.n);
    for (uint32_t i = 0; i < j->input.n; i++) {
        struct variant *v = &j->variant.item[j->input.item[i].operand];
        progress_step(&progress, j->input.item[i].name);
        if ((failed = input_read(&j->input, i, new_copy(j, j->input.item[i].operand), e)))
            return failed;
        v->n_copies++;
    }
    for (uint32_t i = 0; i < j->variant.n; i++)
        if (j->variant.item[i].n_copies == 0)
            return err_set(e, E_USAGE, "%s: there is no page in this folder", args->operand[i]);
    return 0;
}

/* ---- Copies of an address ---- */

/* What a variant is called: a name only, since cookies and headers may be secrets; with a number where another is called so. */
static struct str label_of(struct job *j, const char *kind, struct str name)
{
    struct str label = arena_printf(&j->arena, "%s %.*s", kind, STR_ARG(name));
    struct str numbered = arena_printf(&j->arena, "%.*s (", STR_ARG(label));
    uint32_t n = 1;

    for (uint32_t i = 0; i < j->variant.n; i++)
        n += str_eq(j->variant.item[i].label, label) || str_starts(j->variant.item[i].label, numbered);
    return n == 1 ? label : arena_printf(&j->arena, "%.*s (%u)", STR_ARG(label), n);
}

static struct str with_parameter(struct arena *a, struct str url, struct str parameter)
{
    struct str rest = url, head = str_cut(&rest, '#'); /* what is behind the # stays at home */
    const char *sign = memchr(head.ptr, '?', head.len) ? "&" : "?";
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(head), sign, STR_ARG(parameter));
}

/* The variants that one option asks for. `header`: the name of the header that carries the value; NULL: the value names it; "": it goes
 * into the address. */
static int add_variants(struct job *j, const struct args *args, const struct option *option, const char *header, struct err *e)
{
    const char *value;

    for (unsigned at = 0; (value = args_each(args, option, &at));) {
        struct variant v = { .request = j->variant.item[0].request };
        struct str rest = str_of(value), name = str_cut(&rest, header ? '=' : ':');
        if (name.len == 0 || name.len == strlen(value))
            return err_set(e, E_USAGE, "%s: --%s %s: it is written --%s '%s'", args->command->name, option->name, value,
                           option->name, option->argument);
        v.label = label_of(j, option->name, header && !*header ? str_of(value) : name);
        if (header && !*header) {
            v.request.url = with_parameter(&j->arena, v.request.url, str_of(value));
        } else {
            struct fetch_pair *pair = NEW(&j->arena, struct fetch_pair);
            *pair = header ? (struct fetch_pair){ str_of(header), str_of(value) } : (struct fetch_pair){ name, str_trim(rest) };
            v.request.header = pair;
            v.request.n_header = 1;
        }
        *VEC_ADD(&j->arena, &j->variant) = v;
    }
    return 0;
}

static int save_copy(const struct args *args, uint32_t variant, uint32_t round, struct str bytes, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    const char *folder = args_value(args, &option_save);
    return folder ? io_write(arena_printf(&scratch, "%s/%u/%03u.html", folder, variant + 1, round + 1).ptr, bytes, e) : 0;
}

static int make_folders(struct job *j, const struct args *args, struct err *e)
{
    const char *folder = args_value(args, &option_save);
    int failed = 0;

    for (uint32_t v = 0; folder && !failed && v < j->variant.n; v++)
        failed = output_folder(&j->arena, arena_printf(&j->arena, "%s/%u", folder, v + 1), e);
    return failed;
}

static int fetch_copy(struct job *j, struct fetcher *f, uint32_t variant, struct str *bytes, struct err *e)
{
    const struct variant *v = &j->variant.item[variant];
    struct parsed_page *page = new_copy(j, variant);
    struct response r;
    int failed = fetch_get(&page->arena, f, &v->request, &r, e);

    if (failed)
        return failed;
    if (r.state != FETCH_OK)
        return err_set(e, E_SYSTEM, "%.*s, %.*s: %s: %.*s", STR_ARG(v->request.url), STR_ARG(v->label), fetch_state_name(r.state),
                       STR_ARG(r.message));
    *bytes = r.body;
    struct parse_source source = { .bytes = r.body, .content_type = r.content_type };
    return parsed_page_make(page, &source, v->request.url, e);
}

/* Variant after variant, then all again: what changes with time is not taken for what varies by variant. */
static int fetch_rounds(struct job *j, const struct args *args, struct fetcher *f, uint32_t n_rounds, struct err *e)
{
    AUTO(progress) progress;

    progress_open(&progress, STDERR_FILENO, n_rounds * j->variant.n);
    for (uint32_t round = 0; round < n_rounds; round++) {
        for (uint32_t v = 0; v < j->variant.n; v++) {
            struct str bytes;
            int failed;
            progress_step(&progress, j->variant.item[v].label);
            if ((failed = fetch_copy(j, f, v, &bytes, e)) || (failed = save_copy(args, v, round, bytes, e)))
                return failed;
        }
    }
    return 0;
}

static int read_address(struct job *j, const struct args *args, struct err *e)
{
    struct session *s = &j->input.session;
    struct variant plain = { .label = STR("as it is") };
    uint32_t n_rounds = ROUNDS;
    struct fetcher *f;
    int failed;

    if (args->n_operands > 1)
        return err_set(e, E_USAGE, "%s: one address at a time", args->command->name);
    if ((failed = session_open(s, args, SESSION_SETTINGS, e)) || (failed = input_number(args, &option_rounds, 1, &n_rounds, e)))
        return failed;
    if (n_rounds > ROUNDS_MAX)
        return err_set(e, E_USAGE, "%s: --rounds %u: at most %d", args->command->name, n_rounds, ROUNDS_MAX);
    struct fetch_options options = settings_fetch_options(&j->arena, &s->settings);
    plain.request =
        (struct request){ .url = str_of(args->operand[0]), .body_max = (size_t)settings_number(&s->settings, SETTING_BODY_MAX) };
    *VEC_ADD(&j->arena, &j->variant) = plain;
    if ((failed = add_variants(j, args, &option_cookie, "Cookie", e)) || (failed = add_variants(j, args, &option_header, NULL, e))
        || (failed = add_variants(j, args, &option_parameter, "", e)))
        return failed;
    if (j->variant.n == 1)
        return err_set(e, E_USAGE, "%s: by what should it vary? Give --cookie, --header or --parameter", args->command->name);
    if ((failed = make_folders(j, args, e)) || (failed = fetcher_open(&options, &f, e)))
        return failed;
    failed = fetch_rounds(j, args, f, n_rounds, e);
    fetcher_close(f);
    return failed;
}

/* ---- Output ---- */

static void add_json(const struct job *j, struct buf *out)
{
    const struct personal *found = &j->found;
    struct json w;

    json_open(&w, out, 0);
    json_object(&w);
    json_key(&w, "variants");
    json_array(&w);
    for (uint32_t v = 0; v < j->variant.n; v++)
        json_str(&w, j->variant.item[v].label);
    json_end(&w);
    json_field_number(&w, "rounds", found->n_rounds);
    json_field_number(&w, "bytes", found->bytes);
    json_key(&w, "fragments");
    json_array(&w);
    for (uint32_t i = 0; i < found->n; i++) {
        const struct personal_fragment *f = &found->item[i];
        json_object(&w);
        json_field_str(&w, "path", f->path);
        json_field_number(&w, "variant", j->copy.item[f->copy].variant);
        json_field_number(&w, "bytes", f->bytes);
        json_field_str(&w, "class", str_of(personal_class_name(f->class)));
        json_field_number(&w, "values", f->n_values);
        json_key(&w, "by_variant");
        json_array(&w);
        for (uint32_t v = 0; v < found->n_variants && f->class != PERSONAL_CHURN; v++)
            json_number(&w, f->value[v]);
        json_end(&w);
        json_field_real(&w, "chance", f->chance);
        json_end(&w);
    }
    json_end(&w);
    json_end(&w);
    buf_add_char(out, '\n');
}

/* Variants with one value side by side: "1 3 | 2". */
static void add_groups(const struct personal *found, const struct personal_fragment *f, struct buf *out)
{
    uint32_t n_values = 0;

    if (f->class == PERSONAL_CHURN) {
        buf_add(out, STR("nobody"));
        return;
    }
    for (uint32_t v = 0; v < found->n_variants; v++)
        n_values = MAX(n_values, f->value[v] + 1);
    for (uint32_t g = 0; g < n_values; g++) {
        const char *before = g ? " | " : "";
        for (uint32_t v = 0; v < found->n_variants; v++) {
            if (f->value[v] != g)
                continue;
            buf_addf(out, "%s%u", before, v + 1);
            before = " ";
        }
    }
}

static void add_row(const struct job *j, const struct personal_fragment *f, struct buf *out)
{
    AUTO(buf) groups = BUF(KIB(16));
    uint32_t variant = j->copy.item[f->copy].variant;

    add_groups(&j->found, f, &groups);
    buf_addf(out, "%-9s %7u  %-22.*s ", personal_class_name(f->class), f->bytes, STR_ARG(buf_str(&groups)));
    term_add_safe(out, f->path);
    if (variant)
        buf_addf(out, " of variant %u", variant + 1);
    buf_add_char(out, '\n');
}

static void add_text(const struct job *j, struct buf *out)
{
    const struct personal *found = &j->found;
    uint32_t n[3] = { 0 }, varying = 0;

    for (uint32_t i = 0; i < found->n; i++) {
        n[found->item[i].class]++;
        varying += found->item[i].copy == 0 ? found->item[i].bytes : 0;
    }
    buf_addf(
        out,
        "Parts that vary: %u personal, %u churn, %u unknown. The same for all: %.0f %% of the page. Copies of each variant: %u\n",
        n[PERSONAL_SURE], n[PERSONAL_CHURN], n[PERSONAL_UNKNOWN],
        found->bytes ? 100.0 * (found->bytes - varying) / found->bytes : 100, found->n_rounds);
    if (n[PERSONAL_UNKNOWN])
        buf_add(out, STR("With so few copies, the unknown ones may differ by chance; more rounds would show.\n"));
    buf_add_char(out, '\n');
    for (uint32_t v = 0; v < j->variant.n; v++) {
        buf_addf(out, "variant %2u  ", v + 1);
        term_add_safe(out, j->variant.item[v].label);
        buf_add_char(out, '\n');
    }
    if (found->n)
        buf_add(out, STR("\nclass       bytes  same for               where\n"));
    for (uint32_t i = 0; i < found->n && i < ROWS_SHOWN; i++)
        add_row(j, &found->item[i], out);
    if (found->n > ROWS_SHOWN)
        buf_addf(out, "and %u more; --json lists all of them\n", found->n - ROWS_SHOWN);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(job) j = { .arena = { .budget_bytes = LIMIT_JOB_MEMORY }, .options = LP_DEFAULT };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool address = args->n_operands && source_is_address(args->operand[0]);
    int failed;

    j.options.min_bytes = 1;
    if ((failed = input_number(args, &option_least, 1, &j.options.min_bytes, e))
        || (failed = input_share(args, &option_child_change, &j.options.child_change, e))
        || (failed = address ? read_address(&j, args, e) : read_files(&j, args, e)))
        return failed;
    if (j.variant.n < 2)
        return err_set(e, E_USAGE, "%s: it needs two variants or more; each file or folder is one", args->command->name);
    if ((failed = personal_find(&j.arena, j.copy.item, j.copy.n, &j.options, &j.found, e)))
        return failed;
    if (args_given(args, &option_json))
        add_json(&j, &out);
    else
        add_text(&j, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_text(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options_of[] = {
    &option_cookie,       &option_header, &option_parameter, &option_rounds, &option_save,
    &option_child_change, &option_least,  &option_json,      &option_output, NULL,
};

static const struct example examples[] = {
    { "weft fragments personal https://example.org/ --cookie user=anna --cookie user=ben",
      "what signed-in people see differently" },
    { "weft fragments personal https://example.org/news --parameter lang=de --save copies",
      "what a parameter changes; keep the copies" },
    { "weft fragments personal guest/ anna/ ben/ --json", "copies in folders, one for each variant, as data" },
    { NULL, NULL },
};

const struct command fragments_personal = {
    .name = "fragments personal",
    .args = "URL|FILE...",
    .summary = "finds the parts of a page that vary by cookie, header or parameter",
    .help =
        "Fetches a page as it is and with each cookie, header or parameter given, several times in turn, and finds the parts that are not the "
        "same for all. A part that is always the same for one variant and different for another is personal; one that differs within a variant "
        "too is churn, such as an advert. weft computes how sure that is: where copies are so few that chance alone would often give the same "
        "picture, a part is unknown.\n\n"
        "Copies may also lie in files: each word is then a variant, a file or a folder with several copies. Fetch them in turn, not all of one "
        "variant first: else what changed in between looks personal.\n\n"
        "robots.txt and the pause between requests to a host are kept as in every check. Cookies and headers go to the first origin only.",
    .options = options_of,
    .settings = true,
    .examples = examples,
    .run = run,
};
