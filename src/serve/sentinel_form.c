/* The form for those who would rather click than write: fields in, the language of sentinels out, and the other way round. */
#include "archive/channels.h"
#include "base/duration.h"
#include "serve/html.h"
#include "serve/sentinel_page.h"
#include "serve/shell.h"

enum { ROWS_WITHOUT_SCRIPT = 3 };

static const char *const joins[] = { [JOIN_ANY] = "any", [JOIN_ALL] = "all", [JOIN_ORDER] = "order" };

static const struct span_choice {
    const char *value, *every, *within;
    int64_t ms;
} spans[] = {
    { "0", "", "", 0 },
    { "1h", "hour", "an hour", DURATION_HOUR_MS },
    { "6h", "6 hours", "6 hours", 6 * DURATION_HOUR_MS },
    { "1d", "day", "a day", DURATION_DAY_MS },
    { "2d", "2 days", "2 days", 2 * DURATION_DAY_MS },
    { "1w", "week", "a week", DURATION_WEEK_MS },
    { "30d", "30 days", "30 days", 30 * DURATION_DAY_MS },
};

/* ---- What was sent ---- */

static int64_t span_sent(const struct http_form *f, const char *name)
{
    struct duration_units units = { DURATION_SECOND_MS, 0 };
    struct err none;
    int64_t ms = 0;
    struct str value = form_value(f, name);

    return value.len && duration_read(value, &units, &ms, &none) == 0 ? ms : 0;
}

static enum type_kind kind_sent(struct str name)
{
    unsigned kind = 0;

    while (kind + 1 < TYPES && !str_eq(name, str_of(type_name((enum type_kind)kind))))
        kind++;
    return (enum type_kind)kind;
}

/* A kind and a value for each row; rows that need a value and have none are left out. */
static void read_conditions(const struct http_form *f, struct sentinel_form *out)
{
    struct form_condition c = { TYPE_ANY, STR("") };

    for (uint32_t i = 0; i < f->n && out->n_conditions < FORM_CONDITIONS_MAX; i++) {
        if (str_eq(f->item[i].name, STR("kind"))) {
            c.kind = f->item[i].value.len ? kind_sent(f->item[i].value) : (enum type_kind)TYPES;
        } else if (str_eq(f->item[i].name, STR("value")) && c.kind != (enum type_kind)TYPES) {
            c.value = str_trim(f->item[i].value);
            if (c.value.len || !form_kind_has_value(c.kind))
                out->condition[out->n_conditions++] = c;
        }
    }
}

int sentinel_form_sent(struct http_request *r, struct sentinel_form *out, struct err *e)
{
    const struct http_form *f = &r->form;
    struct sentinel_form form = { .name = str_trim(form_value(f, "name")), .by = form_value(f, "by") };
    struct str lines = form_value(f, "pages"), join = form_value(f, "join"), least = str_trim(form_value(f, "importance"));
    uint64_t percent = 0;

    while (lines.len && form.n_pages < FORM_PAGES_MAX) {
        struct str line = str_trim(str_cut(&lines, '\n'));
        if (line.len)
            form.page[form.n_pages++] = line;
    }
    for (unsigned i = 0; i < ARRAY_LEN(joins); i++)
        form.join = str_eq(join, str_of(joins[i])) ? (enum form_join)i : form.join;
    read_conditions(f, &form);
    form.within_ms = span_sent(f, "within");
    form.fetch_ms = span_sent(f, "fetch");
    form.notify_ms = span_sent(f, "notify");
    bool fits = least.len == 0 || str_number(least, 100, &percent);
    form.importance_ppm = (uint32_t)percent * 10000;
    *out = form;
    return fits ? 0 : err_set(e, E_USAGE, "“%.*s” is not an importance; give a whole number from 0 to 100", STR_ARG(least));
}

/* ---- As it is shown ---- */

static struct str selected(bool is)
{
    return is ? STR(" selected") : STR("");
}

/* One that the list does not have stands in it too. */
static void add_spans(struct buf *out, const char *name, const char *first, int64_t ms)
{
    bool within = strcmp(name, "within") == 0, known = false;
    const char *prefix = within ? "at most " : "every ";

    HTML(out, "<select class=\"in full\" id=\"s-{}\" name=\"{}\">", WORD(name), WORD(name));
    for (size_t i = 0; i < ARRAY_LEN(spans); i++) {
        known |= spans[i].ms == ms;
        HTML(out, "<option value=\"{}\"{}>{}{}</option>", WORD(spans[i].value), MARKUP(selected(spans[i].ms == ms)),
             WORD(i ? prefix : first), WORD(within ? spans[i].within : spans[i].every));
    }
    if (!known) {
        html_raw(out, "<option selected value=\"");
        duration_add(out, ms);
        HTML(out, "\">{}", WORD(prefix));
        duration_add_words(out, ms);
        html_raw(out, "</option>");
    }
    html_raw(out, "</select>");
}

static void add_condition(struct buf *out, const struct form_condition *c)
{
    html_raw(out, "<div class=\"rule\"><select class=\"in small\" name=\"kind\" aria-label=\"What changes\">");
    HTML(out, "<option value=\"\"{}>(nothing)</option>", MARKUP(selected(!c)));
    for (unsigned kind = 0; kind < TYPES; kind++) {
        const char *name = type_name((enum type_kind)kind);
        HTML(out, "<option{}>{}</option>", MARKUP(selected(c && c->kind == kind)), WORD(name));
    }
    HTML(out, "</select><input class=\"in small\" name=\"value\" value=\"{}\" aria-label=\"Which\" autocomplete=\"off\"></div>",
         TEXT(c ? c->value : STR("")));
}

static void add_conditions(struct buf *out, const struct sentinel_form *f)
{
    static const char *const words[] = { "any of these happens", "all of these happen", "these happen in this order" };

    html_raw(
        out,
        "<fieldset class=\"f\"><legend>Tell me when</legend><select class=\"in full\" name=\"join\" aria-label=\"How many of them\">");
    for (unsigned i = 0; i < ARRAY_LEN(words); i++)
        HTML(out, "<option value=\"{}\"{}>{}</option>", WORD(joins[i]), MARKUP(selected(f->join == i)), WORD(words[i]));
    html_raw(out, "</select><div id=\"rules\">");
    for (uint32_t i = 0; i < MAX(f->n_conditions + 1, (uint32_t)ROWS_WITHOUT_SCRIPT) && i < FORM_CONDITIONS_MAX; i++)
        add_condition(out, i < f->n_conditions ? &f->condition[i] : NULL);
    html_raw(out, "</div></fieldset>\n<div class=\"f\"><label for=\"s-within\">From the first to the last of them</label>");
    add_spans(out, "within", "any time", f->within_ms);
    html_raw(out, "</div>\n");
}

static int add_ways(struct sentinel_page *p, const struct sentinel_form *f, struct err *e)
{
    struct buf *out = &p->r->answer.body;
    struct channel_rows channels;
    int failed = channels_list(&p->r->caller, &channels, e);

    if (failed)
        return failed;
    html_raw(out, "<div class=\"f\"><label for=\"s-by\">Where</label><select class=\"in full\" id=\"s-by\" name=\"by\">");
    HTML(out, "<option value=\"\"{}>my default channel</option><option value=\"interactive\"{}>only here, on this page</option>",
         MARKUP(selected(f->by.len == 0)), MARKUP(selected(str_eq(f->by, STR("interactive")))));
    for (uint32_t i = 0; i < channels.n; i++)
        HTML(out, "<option{}>{}</option>", MARKUP(selected(str_eq(f->by, channels.item[i].channel.name))),
             TEXT(channels.item[i].channel.name));
    html_raw(out, "</select></div>\n");
    return 0;
}

static void add_pages(struct buf *out, const struct sentinel_form *f)
{
    HTML(
        out,
        "<div class=\"f\"><label for=\"s-name\">Name</label><input class=\"in full\" id=\"s-name\" name=\"name\" value=\"{}\" autocomplete=\"off\"></div>\n",
        TEXT(f->name));
    html_raw(
        out,
        "<div class=\"f\"><label for=\"s-pages\">Pages, one a line</label><textarea class=\"in small\" id=\"s-pages\" name=\"pages\" rows=\"3\" spellcheck=\"false\">");
    for (uint32_t i = 0; i < f->n_pages; i++)
        HTML(out, "{}\n", TEXT(f->page[i]));
    html_raw(out, "</textarea></div>\n");
}

/* The text as a form: of one statement that the form can say. */
static bool form_of(struct sentinel_page *p, struct sentinel_form *out)
{
    const struct sentinel_file *file = &p->sketch.file;

    *out = (struct sentinel_form){ .by = STR("") };
    if (p->sent)
        *out = *p->sent;
    if (p->sent || p->text.len == 0)
        return true;
    return file->n == 1 && p->sketch.faults.list.n == 0 && sentinel_form_of(p->r->arena, &file->item[0], out);
}

int sentinel_form_show(struct sentinel_page *p, struct err *e)
{
    struct buf *out = &p->r->answer.body;
    struct sentinel_form *f = NEW(p->r->arena, struct sentinel_form);
    bool can = form_of(p, f);
    int failed;

    html_raw(
        out,
        "<aside class=\"box\" aria-label=\"The same as a form\"><form id=\"sform\" class=\"stack\" method=\"post\" action=\"/sentinels/form\"><h2>Or fill in the form</h2>");
    shell_token(p->r);
    HTML(out, "<input type=\"hidden\" name=\"replaces\" value=\"{}\"><p class=\"hint\" id=\"s-can\">{}</p>\n", TEXT(p->name),
         WORD(can ? "Both write the same sentinel."
                  : "The text says more than this form can, or has an error. Filling in the form replaces it."));
    add_pages(out, f);
    add_conditions(out, f);
    buf_addf(
        out,
        "<div class=\"f\"><label for=\"s-imp\">Only if at least this important, in percent</label><input class=\"in num\" id=\"s-imp\" "
        "name=\"importance\" type=\"number\" min=\"0\" max=\"100\" value=\"%u\"></div>\n<div class=\"f\"><label for=\"s-fetch\">Look</label>",
        f->importance_ppm / 10000);
    add_spans(out, "fetch", "as often as the page changes", f->fetch_ms);
    html_raw(out, "</div>\n<div class=\"f\"><label for=\"s-notify\">Tell</label>");
    add_spans(out, "notify", "at once", f->notify_ms);
    html_raw(out, "</div>\n");
    if ((failed = add_ways(p, f, e)))
        return failed;
    html_raw(out, "<button class=\"btn no-js\">Write it</button></form></aside>\n");
    return 0;
}

void sentinel_form_json(struct json *j, const struct sentinel_form *f)
{
    AUTO(buf) span = BUF(64);
    const struct {
        const char *name;
        int64_t ms;
    } times[] = { { "within", f->within_ms }, { "fetch", f->fetch_ms }, { "notify", f->notify_ms } };

    json_object(j);
    json_field_str(j, "name", f->name);
    json_field_str(j, "join", str_of(joins[f->join]));
    json_field_str(j, "by", f->by);
    json_field_number(j, "importance", f->importance_ppm / 10000);
    for (size_t i = 0; i < ARRAY_LEN(times); i++) {
        buf_clear(&span);
        if (times[i].ms)
            duration_add(&span, times[i].ms);
        else
            buf_add_char(&span, '0');
        json_field_str(j, times[i].name, buf_str(&span));
    }
    json_key(j, "pages");
    json_array(j);
    for (uint32_t i = 0; i < f->n_pages; i++)
        json_str(j, f->page[i]);
    json_end(j);
    json_key(j, "rules");
    json_array(j);
    for (uint32_t i = 0; i < f->n_conditions; i++) {
        json_array(j);
        json_str(j, str_of(type_name(f->condition[i].kind)));
        json_str(j, f->condition[i].value);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}
