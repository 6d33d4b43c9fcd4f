/* Times, sizes, JSON, base64 and names as people write them: cases/NAME.txt, tables all of them.
 *
 *     --- zone            the time zone of the case ("UTC" where none is given)
 *     --- now             the moment it is, for what is said from it; 2030-05-01T12:00:00Z where none is given
 *     --- settings, options, words, sizes, moments, starts, written, ago, days, json, reals, base64, bytes, characters,
 *         names, phrases, escaped, errors, numbers, heads */
#include <stdlib.h>
#include <time.h>

#include "base/base64.h"
#include "base/duration.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/moment.h"
#include "base/size.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "tests/cases.h"

/* The case whose tables are read. */
static const struct text_case *current;

static void add_error(struct buf *out, const struct err *e)
{
    buf_addf(out, "error %d: %s", e->code, e->text);
}

static int64_t whole(struct str text)
{
    bool minus = str_starts(text, STR("-"));
    uint64_t n = 0;

    if (!str_number(minus ? str_sub(text, 1, text.len) : text, INT64_MAX, &n))
        abort();
    return minus ? -(int64_t)n : (int64_t)n;
}

/* The moment of the part "now". */
static int64_t now_ms(void)
{
    struct str text = case_text(current, "now");
    int64_t at = 0;

    if (moment_read(text.len ? text : STR("2030-05-01T12:00:00.000Z"), 0, &at, NULL))
        abort();
    return at;
}

static void add_span(struct buf *out, struct str in, const struct duration_units *units)
{
    struct err e = { 0 };
    int64_t ms = 0, again = -1;

    if (duration_read(in, units, &ms, &e)) {
        add_error(out, &e);
        return;
    }
    AUTO(buf) written = BUF(64);
    duration_add(&written, ms);
    buf_addf(out, "%lld ms, %.*s, ", (long long)ms, STR_ARG(buf_str(&written)));
    duration_add_words(out, ms);
    if (duration_read(buf_str(&written), &duration_seconds, &again, &e) || again != ms)
        buf_add(out, STR(" (and is not read back)"));
}

/* A plain number is seconds, "m" is nothing. */
static void row_setting(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    add_span(out, in, &duration_seconds);
}

/* A plain number is nothing, "m" is minutes. */
static void row_option(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    add_span(out, in, &(struct duration_units){ .m_ms = DURATION_MINUTE_MS });
}

static void row_words(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    duration_add_words(out, whole(in));
}

static void row_size(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };
    uint64_t bytes = 0;

    (void)a;
    if (size_read(in, &bytes, &e)) {
        add_error(out, &e);
        return;
    }
    buf_addf(out, "%llu bytes, ", (unsigned long long)bytes);
    size_add(out, bytes);
    buf_add(out, STR(", "));
    size_add_short(out, bytes);
}

static void add_moment(struct buf *out, int failed, int64_t at, const struct err *e)
{
    if (failed)
        add_error(out, e);
    else
        moment_add_utc(out, at);
}

static void row_moment(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };
    int64_t at = 0;

    (void)a;
    int failed = moment_read(in, now_ms(), &at, &e);
    add_moment(out, failed, at, &e);
}

static void row_start(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };
    int64_t at = 0;

    (void)a;
    int failed = moment_read_start(in, now_ms(), &at, &e);
    add_moment(out, failed, at, &e);
}

static int64_t moment_of(struct str text)
{
    int64_t at = 0;

    if (moment_read_start(text, now_ms(), &at, NULL))
        abort();
    return at;
}

/* A moment as it is shown, with its zone, its weekday and its minute. */
static void row_written(struct arena *a, struct str in, struct buf *out)
{
    int64_t at = moment_of(in);

    (void)a;
    moment_add(out, at);
    buf_add_char(out, ' ');
    moment_add_zone(out, at);
    buf_addf(out, ", day %d, minute %d", moment_weekday(at), moment_minute(at));
}

static void row_ago(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    moment_add_ago(out, moment_of(in), now_ms());
}

/* "MOMENT -> BACK": when the day that lies so many days before it began, and when its clocks show 2:30. */
static void row_day(struct arena *a, struct str in, struct buf *out)
{
    int64_t at = moment_of(case_cut_pair(&in));
    int back = (int)whole(in);

    (void)a;
    moment_add_utc(out, moment_day_start(at, back));
    buf_add(out, STR(", 2:30 at "));
    moment_add_utc(out, moment_of_minute(at, -back, 150));
}

static void write_value(struct json *j, const struct json_value *v)
{
    switch ((enum json_kind)v->kind) {
    case JSON_NULL:
        json_null(j);
        break;
    case JSON_BOOL:
        json_bool(j, v->truth);
        break;
    case JSON_NUMBER:
        json_raw(j, v->str);
        break;
    case JSON_STR:
        json_str(j, v->str);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        (v->kind == JSON_ARRAY ? json_array : json_object)(j);
        for (uint32_t i = 0; i < v->n; i++) {
            if (v->kind == JSON_OBJECT) {
                AUTO(arena) a = { 0 };
                json_key(j, arena_str(&a, v->item[i].key).ptr);
            }
            write_value(j, &v->item[i]);
        }
        json_end(j);
        break;
    }
}

/* JSON as it is read and written again. */
static void row_json(struct arena *a, struct str in, struct buf *out)
{
    struct json_value root;
    struct json j;
    struct err e = { 0 };

    if (json_read(a, case_unescape(a, in), &root, &e)) {
        add_error(out, &e);
        return;
    }
    json_open(&j, out, 0);
    write_value(&j, &root);
}

static struct str give_pretty(struct arena *a)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json_value root;
    struct json j;
    struct err e = { 0 };

    if (json_read(a, case_text(current, "data"), &root, &e))
        return arena_printf(a, "error %d: %s", e.code, e.text);
    json_open(&j, &out, 2);
    write_value(&j, &root);
    return case_take(a, &out);
}

static void row_real(struct arena *a, struct str in, struct buf *out)
{
    struct json j;

    json_open(&j, out, 0);
    json_array(&j);
    json_real(&j, strtod(arena_str(a, in).ptr, NULL));
    json_real_digits(&j, strtod(arena_str(a, in).ptr, NULL), 17);
    json_end(&j);
}

static void row_base64(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) letters = BUF(KIB(4));
    AUTO(buf) back = BUF(KIB(4));
    struct str bytes = case_unescape(a, in);

    base64_add(&letters, bytes);
    buf_add(out, buf_str(&letters));
    if (!base64_read(buf_str(&letters), &back) || !str_eq(buf_str(&back), bytes))
        buf_add(out, STR(" (and is not read back)"));
}

static void row_from_base64(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) bytes = BUF(KIB(4));

    (void)a;
    if (base64_read(in, &bytes))
        case_show(out, buf_str(&bytes));
    else
        buf_add(out, STR("not base64"));
}

static void row_characters(struct arena *a, struct str in, struct buf *out)
{
    static const char *const names[] = { "space", "letter", "digit", "mark", "katakana", "ideograph", "punctuation", "symbol" };
    struct str bytes = case_unescape(a, in);
    const char *comma = "";

    for (const char *at = bytes.ptr, *end = bytes.ptr + bytes.len; at < end; comma = ", ") {
        uint32_t character;

        at += utf8_next(at, end, &character);
        buf_addf(out, "%sU+%04X %s%s%s", comma, character, names[char_class(character)], char_is_upper(character) ? " capital" : "",
                 char_is_unsafe(character) ? " unsafe" : "");
    }
    if (!utf8_valid(bytes))
        buf_add(out, STR("; not valid"));
}

/* "TEXT -> PHRASE": where it is found, without regard to case, and as a word that begins, ends, or both. */
static void row_phrase(struct arena *a, struct str in, struct buf *out)
{
    struct str text = case_cut_pair(&in);
    size_t at = str_find(text, in, 0), any = str_find_nocase(text, in, 0);

    (void)a;
    buf_add(out, at == SIZE_MAX ? STR("not there") : arena_printf(a, "at %zu", at));
    if (any != at)
        buf_addf(out, ", without case at %zu", any);
    buf_addf(out, "%s%s%s", str_has_phrase(text, in, true, false) ? ", begins a word" : "",
             str_has_phrase(text, in, false, true) ? ", ends a word" : "", str_has_phrase(text, in, true, true) ? ", is one" : "");
    struct str_pairs pairs = { { 0 } };
    str_pairs_add(&pairs, text);
    if (any != SIZE_MAX && !str_may_have(&pairs, in))
        buf_add(out, STR(" (BROKEN: its pairs say that it is not there)"));
}

/* Text for HTML, and as the value of an attribute. */
static void row_escaped(struct arena *a, struct str in, struct buf *out)
{
    struct str text = case_unescape(a, in);
    AUTO(buf) value = BUF(KIB(4));

    buf_add_escaped(out, text);
    buf_add(&value, text);
    buf_quote_from(&value, 0);
    buf_add(out, STR(" | "));
    case_show(out, buf_str(&value));
}

/* What an error makes of a text from outside, and with a place before it. */
static void row_error(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };
    struct str text = case_unescape(a, in);

    err_set(&e, E_FORMAT, "%.*s", STR_ARG(text));
    err_in(&e, "page.html");
    buf_add(out, str_of(e.text));
}

static void row_number(struct arena *a, struct str in, struct buf *out)
{
    uint64_t n = 7;

    (void)a;
    if (str_number(in, 1000, &n))
        buf_addf(out, "%llu", (unsigned long long)n);
    else
        buf_add(out, n == 7 ? STR("not a number up to 1000") : STR("BROKEN: the number was written"));
}

/* "TEXT -> BYTES": as much of it as fits into so many bytes, and no part of a character. */
static void row_head(struct arena *a, struct str in, struct buf *out)
{
    struct str text = case_unescape(a, case_cut_pair(&in));

    buf_addf(out, "\"%.*s\"", STR_ARG(utf8_head(text, (size_t)whole(in))));
}

/* The nearest of the names in the part "known". */
static void row_name(struct arena *a, struct str in, struct buf *out)
{
    struct suggest s = { .given = arena_str(a, in).ptr };
    struct str rest = case_text(current, "known");

    while (rest.len)
        suggest_offer(&s, arena_str(a, str_cut(&rest, ' ')).ptr);
    buf_add(out, s.best ? str_of(s.best) : STR("nothing"));
}

static const struct {
    const char *label;
    void (*row)(struct arena *a, struct str in, struct buf *out);
} tables[] = {
    { "settings", row_setting },  { "options", row_option },
    { "words", row_words },       { "sizes", row_size },
    { "moments", row_moment },    { "starts", row_start },
    { "written", row_written },   { "ago", row_ago },
    { "days", row_day },          { "json", row_json },
    { "reals", row_real },        { "base64", row_base64 },
    { "bytes", row_from_base64 }, { "characters", row_characters },
    { "names", row_name },        { "phrases", row_phrase },
    { "escaped", row_escaped },   { "errors", row_error },
    { "numbers", row_number },    { "heads", row_head },
};

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    struct str zone = case_text(c, "zone");

    current = c;
    setenv("TZ", zone.len ? arena_str(a, zone).ptr : "UTC", 1);
    tzset();
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_text(c, tables[i].label), tables[i].row);
    return str_eq(label, STR("pretty")) ? give_pretty(a) : (struct str){ NULL, 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/base/cases/*.txt", give);
}
