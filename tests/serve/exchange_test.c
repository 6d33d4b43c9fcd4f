/* Exchanges: every file of tests/serve/exchange is a series of requests that is asked again, and must be answered as it is written
 * (tests/played.h).
 *
 *     > POST /page/1/pause                       as a browser asks; each field of a form on a line of its own, not coded
 *     > paused=1                                 (\n in it is a line end)
 *     303 to /page/1
 *     says: Paused. (can be undone)
 *     > api GET /api/v1/watch/1                  as a program asks, with a token; JSON may stand below
 *     > accept: application/json                 a header
 *     > part: Users                              of a long answer what stands under that heading or form, or lines that begin so; + is and
 *
 * Below stands the status with the type or place, what the next page will say, cookies and other headers that are not the same for all,
 * then the body: a page as a person reads it (reading.h), JSON with a line for each member, anything else as it is, without blank lines.
 * {last} in a request is the last secret or number that was answered. These lines at the margin make the world, which otherwise stands
 * still on Monday, 2026-11-16, at noon:
 *
 *     page https://shop.example/teas {"tags":["tea"]}        whoever is signed in watches this; pages are numbered from 1
 *     answers 1:                                             that page is visited and answers with what is indented below
 *     fails 1 503                                            ... or with a status
 *     later 2h                                               time goes by
 *     user bob reader                                        reader, user or admin
 *     as bob                                                 who asks from now on; "as nobody" is not signed in
 *
 *     tools/bless exchange/NAME ...                          asks again and writes what is answered now */
#include "tests/played.h"
#include "tests/serve/reading.h"
#include "tests/serve/site.h"

#include "base/json_read.h"
#include "serve/html.h"

enum { FILE_MAX = PLAYED_MAX_BYTES, USERS_MAX = 8 };

static struct exchange {
    struct site site;
    struct str last; /* the last secret or number that was answered */
    struct str part; /* of the answer, that is shown; empty: all of it */
    struct {
        struct str name;
        int64_t id;
    } user[USERS_MAX];
    unsigned n_users;
    bool is_signed_in;
} exchange;

static struct str take_word(struct str *line)
{
    struct str word;
    *line = str_trim(*line);
    word = str_cut(line, ' ');
    return word;
}

/* ---- The world ---- */

static void sign_in(struct exchange *x, struct str name)
{
    x->is_signed_in = !str_eq(name, STR("nobody"));
    for (unsigned i = 0; i < x->n_users; i++)
        if (str_eq(x->user[i].name, name)) {
            x->site.user = x->user[i].id;
            site_sign_in(&x->site, x->user[i].id);
            return;
        }
    if (x->is_signed_in)
        abort();
}

static void add_user(struct exchange *x, struct str line)
{
    struct str name = take_word(&line);
    enum caller_role role = str_eq(line, STR("reader")) ? ROLE_READER : str_eq(line, STR("user")) ? ROLE_USER : ROLE_ADMIN;
    const char *text = arena_str(&x->site.arena, name).ptr;
    if (x->n_users == USERS_MAX)
        abort();
    x->user[x->n_users].name = str_of(text);
    x->user[x->n_users++].id = site_user(&x->site, text, role);
}

/* A line at the margin; false where it is prose. */
static bool take_direction(struct played *p, struct str line)
{
    struct exchange *x = &exchange;
    struct site *s = &x->site;
    struct str word = take_word(&line);
    int64_t ms;
    bool is_visit = str_eq(word, STR("answers")) || str_eq(word, STR("fails"));
    uint64_t page = 0, status = 0;
    if (is_visit) {
        struct str rest = str_ends(line, STR(":")) ? str_sub(line, 0, line.len - 1) : line, number = take_word(&rest);
        if (!str_number(number, 1000, &page) || (rest.len && !str_number(rest, 999, &status)))
            return false;
    }
    if (str_eq(word, STR("page")) && str_starts(line, STR("http"))) {
        struct str url = take_word(&line);
        site_page(s, arena_str(&s->arena, url).ptr, line.len ? arena_str(&s->arena, line).ptr : "{}");
    } else if (str_eq(word, STR("later")) && duration_read(line, &duration_seconds, &ms, &s->e) == 0)
        s->now += ms;
    else if (str_eq(word, STR("user")))
        add_user(x, line);
    else if (str_eq(word, STR("as")))
        sign_in(x, line);
    else if (str_eq(word, STR("fails")))
        site_fails(s, (int64_t)page, (unsigned)status);
    else if (is_visit)
        site_version(s, (int64_t)page, arena_str(&s->arena, played_below(p)).ptr);
    else
        return false;
    return true;
}

/* ---- Asking ---- */

/* {last} and line ends in what is asked. */
static struct str filled(struct exchange *x, struct str text)
{
    AUTO(buf) out = BUF(FILE_MAX);
    for (size_t i = 0; i < text.len; i++) {
        struct str rest = str_sub(text, i, text.len);
        bool is_last = str_starts(rest, STR("{last}")), is_line = str_starts(rest, STR("\\n"));
        if (is_last)
            buf_add(&out, x->last);
        else
            buf_add_char(&out, is_line ? '\n' : text.ptr[i]);
        i += is_last ? 5 : is_line;
    }
    return arena_str(&x->site.arena, buf_str(&out));
}

static bool take_header(struct http_request *r, struct str line)
{
    const struct {
        const char *name;
        struct str *value;
    } headers[] = { { "accept: ", &r->accept },
                    { "if-none-match: ", &r->if_none_match },
                    { "origin: ", &r->came_from },
                    { "host: ", &r->host },
                    { "cookie: ", &r->cookie },
                    { "authorization: ", &r->authorization },
                    { "x-api-key: ", &r->api_key },
                    { "sec-fetch-site: ", &r->fetch_site },
                    { "content-type: ", &r->content_type },
                    { "sec-fetch-mode: ", &r->fetch_mode } };
    for (size_t i = 0; i < ARRAY_LEN(headers); i++)
        if (str_starts(line, str_of(headers[i].name))) {
            *headers[i].value = str_sub(line, strlen(headers[i].name), line.len);
            return true;
        }
    return false;
}

static void add_field(struct exchange *x, struct buf *body, struct str line)
{
    struct str name = str_cut(&line, '=');
    buf_addf(body, "%s%.*s=", body->len ? "&" : "", STR_ARG(name));
    html_add_part(body, filled(x, line));
}

/* "GET /pages", "api PUT /api/v1/watch/1". */
static bool is_request(struct str line)
{
    static const char *const words[] = { "api ", "GET ", "POST ", "PUT ", "DELETE ", "HEAD " };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_starts(line, str_of(words[i])))
            return true;
    return false;
}

/* The request, with all its lines. */
static struct reply ask(struct exchange *x, struct str question)
{
    AUTO(buf) body = BUF(FILE_MAX);
    struct site *s = &x->site;
    struct http_request r = { 0 };
    struct str line = str_cut(&question, '\n'), word = take_word(&line);
    bool is_program = str_eq(word, STR("api"));
    r.method = is_program ? take_word(&line) : word;
    r.path = filled(x, line);
    bool is_form = !is_program && !str_eq(r.method, STR("GET"));
    if (x->is_signed_in)
        *(is_program ? &r.api_key : &r.cookie) = is_program ? s->token : site_cookie(s);
    if (is_form) {
        r.content_type = STR("application/x-www-form-urlencoded");
        buf_addf(&body, "t=%.*s", STR_ARG(x->is_signed_in ? s->form_token : STR("")));
    }
    x->part = STR("");
    while (question.len) {
        struct str more = str_cut(&question, '\n');
        bool is_part = str_starts(more, STR("part: "));
        if (is_part)
            x->part = str_sub(more, 6, more.len);
        if (is_part || take_header(&r, more))
            continue;
        if (is_form)
            add_field(x, &body, more);
        else
            buf_add(&body, filled(x, more));
    }
    r.body = arena_str(&s->arena, buf_str(&body));
    return site_ask(s, &r);
}

/* ---- Writing the answer ---- */

/* '/' where it may not be that of a path. */
static bool is_of_secret(char c, bool slashes)
{
    return (slashes && (c == '/' || c == '+' || c == '=')) || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')
           || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

/* What is drawn by lot, and what is made of it, is longer than any word; numbers that take something back have 14 digits or more. */
static bool is_secret(struct str word)
{
    size_t n_digits = 0;
    for (size_t i = 0; i < word.len; i++)
        n_digits += word.ptr[i] >= '0' && word.ptr[i] <= '9';
    return word.len >= 40 || str_starts(word, STR("whsec_")) || (word.len >= 14 && n_digits == word.len);
}

/* The lines of the text, without what is drawn by lot. */
static void add_lines(struct exchange *x, struct buf *out, struct str text)
{
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        for (size_t i = 0; i < line.len;) {
            size_t end = i;
            bool slashes = str_starts(str_sub(line, i, line.len), STR("whsec_"));
            while (end < line.len && is_of_secret(line.ptr[end], slashes))
                end++;
            struct str word = str_sub(line, i, end);
            if (is_secret(word)) {
                x->last = arena_str(&x->site.arena, word);
                word = STR("<secret>");
            }
            if (end == i)
                word = str_sub(line, i, ++end);
            buf_add(out, word);
            i = end;
        }
        buf_add_char(out, '\n');
    }
}

/* A drawing by what it says for people who do not see it; how it is drawn is the matter of other tests. */
static struct str picture_of(struct str svg)
{
    struct str label = STR("aria-label=\"");
    size_t at = str_find(svg, label, 0), end;
    if (at == SIZE_MAX)
        return STR("(picture)");
    end = str_find(svg, STR("\""), at + label.len);
    return str_sub(svg, at, end + 1);
}

static void add_json(struct json *j, const struct json_value *v)
{
    if (v->kind == JSON_OBJECT || v->kind == JSON_ARRAY) {
        if (v->kind == JSON_OBJECT)
            json_object(j);
        else
            json_array(j);
        for (uint32_t i = 0; i < v->n; i++) {
            char key[256];
            snprintf(key, sizeof key, "%.*s", STR_ARG(v->item[i].key));
            if (v->kind == JSON_OBJECT)
                json_key(j, key);
            add_json(j, &v->item[i]);
        }
        json_end(j);
    } else if (v->kind == JSON_STR)
        json_str(j, str_starts(v->str, STR("<svg")) ? picture_of(v->str) : v->str);
    else if (v->kind == JSON_BOOL)
        json_bool(j, v->truth);
    else
        json_raw(j, v->kind == JSON_NULL ? STR("null") : v->str);
}

static struct str body_lines(struct exchange *x, const struct reply *r)
{
    AUTO(buf) out = BUF(FILE_MAX);
    struct arena *a = &x->site.arena;
    struct json_value value;
    struct json j;
    if (str_starts(r->type, STR("text/html")))
        return reading_of(a, r->body);
    if (str_find(r->type, STR("json"), 0) == SIZE_MAX || json_read(a, r->body, &value, &x->site.e))
        return r->body;
    json_open(&j, &out, 2);
    add_json(&j, &value);
    return arena_str(a, buf_str(&out));
}

static bool is_of_all(struct str name)
{
    static const char *const names[] = { "X-Content-Type-Options",
                                         "Referrer-Policy",
                                         "Content-Security-Policy",
                                         "Cross-Origin-Opener-Policy",
                                         "X-Frame-Options",
                                         "Cache-Control",
                                         "Cross-Origin-Resource-Policy",
                                         "ETag",
                                         "Location" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (str_eq(name, str_of(names[i])))
            return true;
    return false;
}

/* "weft-done=12:words": what the next page says, and what takes it back. */
static void add_said(struct exchange *x, struct buf *out, struct str cookie)
{
    struct str coded = str_cut(&cookie, ';'), words;
    words = form_decode(&x->site.arena, str_sub(coded, 10, coded.len), true);
    struct str undo = str_cut(&words, ':');
    buf_addf(out, "says: %.*s%s\n", STR_ARG(words), str_eq(undo, STR("0")) ? "" : " (can be undone)");
    x->last = str_eq(undo, STR("0")) ? x->last : arena_str(&x->site.arena, undo);
}

/* How deep a heading stands; a form is deeper than all of them, a line that is neither the deepest. */
static unsigned depth_of(struct str line)
{
    unsigned n = 0;
    while (n < line.len && line.ptr[n] == '#')
        n++;
    return n ? n : str_starts(line, STR("<form ")) ? 7 : 8;
}

/* Whether the line is one that was asked for: "Users + !" names two. */
static bool is_wanted(struct str line, struct str part)
{
    while (part.len) {
        struct str one = str_trim(str_cut(&part, '+'));
        if (depth_of(line) == 8 ? str_starts(str_trim(line), one) : str_find(line, one, 0) != SIZE_MAX)
            return true;
    }
    return false;
}

/* Of each heading, form or line that has these words: itself and what belongs to it. */
static struct str part_of(struct exchange *x, struct str text)
{
    AUTO(buf) out = BUF(FILE_MAX);
    unsigned within = 0;
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        unsigned depth = depth_of(line);
        if (depth <= within)
            within = 0;
        if (!within && is_wanted(line, x->part))
            within = depth;
        if (within)
            buf_addf(&out, "%.*s\n", STR_ARG(line));
    }
    return arena_str(&x->site.arena, buf_str(&out));
}

/* What the window is called. */
static struct str title_of(const struct reply *r)
{
    struct str open = STR("<title>");
    size_t from = str_find(r->body, open, 0), to = str_find(r->body, STR("</title>"), 0);
    bool is_page = str_starts(r->type, STR("text/html")) && from != SIZE_MAX && to != SIZE_MAX;
    return is_page ? str_sub(r->body, from + open.len, to) : STR("");
}

static void add_answer(struct exchange *x, const struct reply *r, struct buf *out)
{
    AUTO(buf) head = BUF(FILE_MAX);
    struct str place = reply_header(r, "Location"), parameters = r->type, type = str_cut(&parameters, ';');
    struct str title = title_of(r);
    if (place.len)
        buf_addf(&head, "%u to %.*s\n", r->status, STR_ARG(place));
    else
        buf_addf(&head, "%u %.*s%s%.*s\n", r->status, STR_ARG(type), title.len ? ": " : "", STR_ARG(title));
    for (unsigned i = 0; i < r->n_headers; i++) {
        if (str_starts(r->header[i].value, STR("weft-done=")))
            add_said(x, &head, r->header[i].value);
        else if (!is_of_all(r->header[i].name))
            buf_addf(&head, "%.*s: %.*s\n", STR_ARG(r->header[i].name), STR_ARG(r->header[i].value));
    }
    add_lines(x, out, buf_str(&head));
    struct str body = body_lines(x, r);
    add_lines(x, out, x->part.len ? part_of(x, body) : body);
}

static void answer(struct played *p UNUSED, struct str question, struct buf *out)
{
    struct reply r = ask(&exchange, question);
    add_answer(&exchange, &r, out);
}

static void open_site(struct played *p UNUSED)
{
    struct exchange *x = &exchange;
    *x = (struct exchange){ .is_signed_in = true };
    site_open(&x->site);
    x->user[x->n_users].name = STR("ann");
    x->user[x->n_users++].id = x->site.user;
}

static void close_site(struct played *p UNUSED)
{
    site_close(&exchange.site);
}

int main(int argc, char **argv)
{
    return played_main(&(struct played){ .folder = "tests/serve/exchange",
                                         .open = open_site,
                                         .close = close_site,
                                         .direct = take_direction,
                                         .answer = answer,
                                         .begins = is_request },
                       argc, argv);
}
