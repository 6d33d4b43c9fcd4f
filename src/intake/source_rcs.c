/* In: an RCS archive. Out: the revisions of its trunk and their texts.
 *
 * The file is a list of phrases: words, numbers and @strings@, ended by ";" where they are not strings. Newer programs add phrases of their
 * own, so what is not known is read over. Invariant of rcs_text: the lines of a revision are slices of the archive; a step copies the lines
 * that stay and takes the new ones out of the script, so that every line number is checked against what is there. Cost: O(bytes) to read,
 * O(lines) a step. */
#include "intake/source_rcs.h"

#include <sys/stat.h>
#include <time.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/hash.h"
#include "base/vec.h"
#include "intake/source_impl.h"

/* Lines that all steps to one revision may copy: about two seconds. 10,000 revisions of 10,000 lines are within it. */
enum { LINES_MAX = 200000000 };

/* Where reading stands. */
struct scan {
    struct str bytes;
    size_t at;
};

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_STRING, TOKEN_SEMICOLON, TOKEN_COLON, TOKEN_BROKEN };

struct token {
    enum token_kind kind;
    struct str text; /* of a string: between its @, escapes as they are */
};

static bool is_space(char c)
{
    return byte_is_space(c) || c == '\b' || c == '\v';
}

static struct token scan_string(struct scan *s)
{
    size_t from = ++s->at;
    for (;;) {
        size_t end = str_find(s->bytes, STR("@"), s->at);
        if (end == SIZE_MAX)
            return (struct token){ TOKEN_BROKEN, STR("") };
        s->at = end + 1;
        if (s->at == s->bytes.len || s->bytes.ptr[s->at] != '@')
            return (struct token){ TOKEN_STRING, str_sub(s->bytes, from, end) };
        s->at++;
    }
}

static struct token scan_next(struct scan *s)
{
    struct str b = s->bytes;
    while (s->at < b.len && is_space(b.ptr[s->at]))
        s->at++;
    if (s->at == b.len)
        return (struct token){ TOKEN_END, STR("") };
    if (b.ptr[s->at] == '@')
        return scan_string(s);
    size_t from = s->at;
    if (b.ptr[from] == ';' || b.ptr[from] == ':') {
        s->at++;
        return (struct token){ b.ptr[from] == ';' ? TOKEN_SEMICOLON : TOKEN_COLON, str_sub(b, from, from + 1) };
    }
    while (s->at < b.len && !is_space(b.ptr[s->at]) && !memchr("@;:", b.ptr[s->at], 3))
        s->at++;
    return (struct token){ TOKEN_WORD, str_sub(b, from, s->at) };
}

static struct token scan_peek(const struct scan *s)
{
    struct scan ahead = *s;
    return scan_next(&ahead);
}

static int broken(const struct scan *s, struct err *e, const char *what)
{
    size_t line = 1;
    for (size_t i = 0; i < s->at && i < s->bytes.len; i++)
        line += s->bytes.ptr[i] == '\n';
    return err_set(e, E_FORMAT, "not an RCS archive, or a broken one: %s, at line %zu", what, line);
}

/* The first word of a phrase, the rest of it is skipped: "NAME WORD ... ;". Empty where there is none. */
static int phrase_rest(struct scan *s, struct str *first, struct err *e)
{
    *first = (struct str){ "", 0 };
    for (bool begun = false;; begun = true) {
        struct token t = scan_next(s);
        if (t.kind == TOKEN_SEMICOLON)
            return 0;
        if (t.kind == TOKEN_END || t.kind == TOKEN_BROKEN)
            return broken(s, e, "a phrase without its \";\"");
        if (!begun)
            *first = t.text;
    }
}

static bool is_number(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] != '.' && (s.ptr[i] < '0' || s.ptr[i] > '9'))
            return false;
    return s.len > 0;
}

/* "2024.01.31.23.59.58", or "96.01.31..." for years before 2000; UTC. */
static bool read_date(struct str text, int64_t *out)
{
    uint64_t part[6];
    for (size_t i = 0; i < ARRAY_LEN(part); i++)
        if (!str_number(str_cut(&text, '.'), 9999, &part[i]))
            return false;
    if (part[1] < 1 || part[1] > 12 || part[2] > 31 || part[3] > 23 || part[4] > 59 || part[5] > 60)
        return false;
    struct tm tm = {
        .tm_year = (int)(part[0] < 100 ? part[0] : part[0] - 1900),
        .tm_mon = (int)part[1] - 1,
        .tm_mday = (int)part[2],
        .tm_hour = (int)part[3],
        .tm_min = (int)part[4],
        .tm_sec = (int)part[5],
    };
    *out = (int64_t)timegm(&tm) * 1000;
    return true;
}

/* Everything that is read, before the trunk is picked out of it. */
struct archive {
    struct arena *arena;
    struct scan in;
    struct str head;
    VEC(struct rcs_revision) all;
    struct map by_number; /* hash of a number to its place in all */
};

static struct rcs_revision *find(struct archive *r, struct str number)
{
    uint32_t *at = map_find(&r->by_number, hash_str(number));
    return at && str_eq(r->all.item[*at].number, number) ? &r->all.item[*at] : NULL;
}

/* Phrases up to the first number or "desc"; "head" is the one that counts. */
static int read_admin(struct archive *r, struct err *e)
{
    if (!str_eq(scan_peek(&r->in).text, STR("head")))
        return broken(&r->in, e, "it does not begin with \"head\"");
    for (;;) {
        struct token t = scan_peek(&r->in);
        struct str first;
        if (t.kind != TOKEN_WORD)
            return broken(&r->in, e, "a name was expected");
        if (is_number(t.text) || str_eq(t.text, STR("desc")))
            return 0;
        scan_next(&r->in);
        int code = phrase_rest(&r->in, &first, e);
        if (code)
            return code;
        if (str_eq(t.text, STR("head")))
            r->head = first;
    }
}

static int read_delta(struct archive *r, struct str number, struct err *e)
{
    struct rcs_revision v = { .number = number };
    bool dated = false;
    for (;;) {
        struct token t = scan_peek(&r->in);
        struct str first;
        if (t.kind != TOKEN_WORD)
            return broken(&r->in, e, "a name was expected");
        if (is_number(t.text) || str_eq(t.text, STR("desc")))
            break;
        scan_next(&r->in);
        int code = phrase_rest(&r->in, &first, e);
        if (code)
            return code;
        if (str_eq(t.text, STR("date")))
            dated = read_date(first, &v.at);
        else if (str_eq(t.text, STR("author")))
            v.author = first;
        else if (str_eq(t.text, STR("state")))
            v.state = first;
        else if (str_eq(t.text, STR("next")))
            v.next = first;
    }
    if (!dated)
        return broken(&r->in, e, "a revision without a date");
    uint32_t at = r->all.n;
    *VEC_ADD(r->arena, &r->all) = v;
    map_slot(&r->by_number, hash_str(number), at);
    return 0;
}

static int read_deltas(struct archive *r, struct err *e)
{
    for (;;) {
        struct token t = scan_next(&r->in);
        int code;
        if (t.kind == TOKEN_WORD && str_eq(t.text, STR("desc")))
            return scan_next(&r->in).kind == TOKEN_STRING ? 0 : broken(&r->in, e, "\"desc\" without a text");
        if (t.kind != TOKEN_WORD || !is_number(t.text))
            return broken(&r->in, e, "a revision was expected");
        if (r->all.n > SOURCE_VERSIONS_MAX)
            return err_set(e, E_LIMIT, "more than %d revisions", SOURCE_VERSIONS_MAX);
        if ((code = read_delta(r, t.text, e)))
            return code;
    }
}

/* "NUMBER log @...@ text @...@", with phrases in between that are read over. */
static int read_text(struct archive *r, struct str number, struct err *e)
{
    struct rcs_revision *v = find(r, number), unknown = { 0 };
    if (!v)
        v = &unknown;
    for (;;) {
        struct token name = scan_next(&r->in), value = scan_peek(&r->in);
        struct str first;
        if (name.kind != TOKEN_WORD)
            return broken(&r->in, e, "a revision without a text");
        bool is_log = str_eq(name.text, STR("log")), is_text = str_eq(name.text, STR("text"));
        if ((is_log || is_text) && value.kind != TOKEN_STRING)
            return broken(&r->in, e, "a text was expected");
        if (is_log || is_text)
            scan_next(&r->in);
        if (is_log)
            v->log = value.text;
        if (is_text) {
            v->text = value.text;
            v->has_text = true;
            return 0;
        }
        int code = is_log ? 0 : phrase_rest(&r->in, &first, e);
        if (code)
            return code;
    }
}

static int read_texts(struct archive *r, struct err *e)
{
    for (;;) {
        struct token t = scan_next(&r->in);
        int code;
        if (t.kind == TOKEN_END)
            return 0;
        if (t.kind != TOKEN_WORD || !is_number(t.text))
            return broken(&r->in, e, "a revision's text was expected");
        if ((code = read_text(r, t.text, e)))
            return code;
    }
}

/* From the head along "next". A chain that comes back to where it was would be longer than all revisions. */
static int pick_trunk(struct archive *r, struct rcs *out, struct err *e)
{
    struct rcs_revision *trunk = NEW_ARRAY(r->arena, struct rcs_revision, r->all.n);
    uint32_t n = 0;
    for (struct str number = r->head; number.len;) {
        struct rcs_revision *v = find(r, number);
        if (!v || !v->has_text || n == r->all.n)
            return err_set(e, E_FORMAT, "a broken RCS archive: revision %.*s %s", STR_ARG(str_sub(number, 0, 60)),
                           v && v->has_text ? "comes twice" : "is missing");
        trunk[n++] = *v;
        number = v->next;
    }
    *out = (struct rcs){ trunk, n };
    return 0;
}

int rcs_read(struct arena *a, struct str bytes, struct rcs *out, struct err *e)
{
    struct archive r = { .arena = a, .in = { bytes, 0 }, .head = STR("") };
    int code;
    map_open(&r.by_number, a, 64);
    if ((code = read_admin(&r, e)) || (code = read_deltas(&r, e)) || (code = read_texts(&r, e)))
        return code;
    return pick_trunk(&r, out, e);
}

struct str rcs_plain(struct arena *a, struct str raw)
{
    size_t n = 0;
    if (!raw.len || !memchr(raw.ptr, '@', raw.len))
        return raw;
    char *plain = NEW_ARRAY(a, char, raw.len);
    for (size_t i = 0; i < raw.len; i++) {
        plain[n++] = raw.ptr[i];
        i += raw.ptr[i] == '@';
    }
    return (struct str){ plain, n };
}

/* ---- Texts ---- */

struct lines {
    struct str *item; /* each with its line end, but perhaps the last */
    uint32_t n, room;
};

static struct str take_line(struct str *rest)
{
    size_t end = str_find(*rest, STR("\n"), 0), n = end == SIZE_MAX ? rest->len : end + 1;
    struct str line = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, n, rest->len);
    return line;
}

static void split(struct arena *a, struct str text, struct lines *out)
{
    while (text.len)
        *VEC_ADD(a, out) = take_line(&text);
}

/* "d12 3" or "a12 3". */
static bool read_command(struct str line, char *what, uint64_t *at, uint64_t *n)
{
    struct str rest = str_trim(line), number;
    if (!rest.len || (rest.ptr[0] != 'd' && rest.ptr[0] != 'a'))
        return false;
    *what = rest.ptr[0];
    rest = str_sub(rest, 1, rest.len);
    number = str_cut(&rest, ' ');
    return str_number(number, UINT32_MAX, at) && str_number(str_trim(rest), UINT32_MAX, n);
}

/* Lines of `from` up to `end` that were not taken yet. */
static void copy_lines(struct arena *a, const struct lines *from, uint64_t *next, uint64_t end, struct lines *to)
{
    while (*next < end)
        *VEC_ADD(a, to) = from->item[(*next)++];
}

static int apply(struct arena *a, struct str script, const struct lines *from, struct lines *to, struct err *e)
{
    uint64_t next = 0; /* lines of `from` that are done with */
    while (script.len) {
        struct str line = take_line(&script);
        uint64_t at = 0, n = 0;
        char what = 0;
        if (!read_command(line, &what, &at, &n))
            return err_set(e, E_FORMAT, "a broken RCS archive: \"%.*s\" is not an edit", STR_ARG(str_sub(str_trim(line), 0, 60)));
        uint64_t upto = what == 'd' ? at - 1 : at; /* lines before it that stay */
        if ((what == 'd' && at == 0) || upto < next || upto > from->n || (what == 'd' && n > from->n - upto))
            return err_set(e, E_FORMAT, "a broken RCS archive: \"%.*s\" is outside of the text", STR_ARG(str_trim(line)));
        copy_lines(a, from, &next, upto, to);
        if (what == 'd') {
            next += n;
            continue;
        }
        for (; n && script.len; n--)
            *VEC_ADD(a, to) = take_line(&script);
        if (n)
            return err_set(e, E_FORMAT, "a broken RCS archive: an edit adds more lines than there are");
    }
    copy_lines(a, from, &next, from->n, to);
    return 0;
}

static int join(struct arena *a, const struct lines *lines, struct str *out, struct err *e)
{
    AUTO(buf) text = BUF(LIMIT_PAGE_BYTES);
    for (uint32_t i = 0; i < lines->n; i++)
        buf_add(&text, lines->item[i]);
    return buf_take(&text, a, out, e);
}

int rcs_text(struct arena *a, const struct rcs *r, uint32_t which, struct str *out, struct err *e)
{
    AUTO(arena) work = { 0 };
    struct lines lines[2] = { { 0 } };
    uint64_t copied = 0;
    if (which >= r->n)
        return err_set(e, E_USAGE, "no such revision");
    split(&work, rcs_plain(&work, r->item[0].text), &lines[0]);
    for (uint32_t i = 1; i <= which; i++) {
        struct lines *to = &lines[i & 1];
        to->n = 0;
        int code = apply(&work, rcs_plain(&work, r->item[i].text), &lines[(i - 1) & 1], to, e);
        if (code)
            return err_in(e, "revision %.*s", STR_ARG(r->item[i].number));
        if ((copied += to->n) > LINES_MAX)
            return err_set(e, E_LIMIT, "revision %.*s takes more work than any archive should", STR_ARG(r->item[i].number));
    }
    return join(a, &lines[which & 1], out, e);
}

/* ---- The source ---- */

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* FILE,v as it is; else FILE,v in RCS/ or beside it, as co(1) looks. */
static const char *find_archive(struct arena *a, struct str name)
{
    const char *slash = memrchr(name.ptr, '/', name.len);
    struct str folder = slash ? str_span(name.ptr, slash + 1) : STR(""), file = str_sub(name, folder.len, name.len);
    const char *path = arena_str(a, name).ptr;
    if (str_ends(name, STR(",v")))
        return path;
    path = arena_printf(a, "%.*sRCS/%.*s,v", STR_ARG(folder), STR_ARG(file)).ptr;
    return is_file(path) ? path : arena_printf(a, "%.*s,v", STR_ARG(name)).ptr;
}

static int rcs_open(struct source *s, struct str name, struct err *e)
{
    struct rcs *r = NEW(s->arena, struct rcs);
    struct str bytes;
    int code = io_read(s->arena, find_archive(s->arena, name), SOURCE_LIST_BYTES_MAX, &bytes, e);
    if (code)
        return err_in(e, "rcs:%.*s", STR_ARG(name));
    if ((code = rcs_read(s->arena, bytes, r, e)))
        return err_in(e, "rcs:%.*s", STR_ARG(name));
    if (!r->n)
        return err_set(e, E_USAGE, "rcs:%.*s: nothing is checked in yet", STR_ARG(name));
    s->state = r;
    s->list = (struct source_versions){ NEW_ARRAY(s->arena, struct source_version, r->n), r->n };
    for (uint32_t i = 0; i < r->n; i++) {
        const struct rcs_revision *v = &r->item[r->n - 1 - i];
        s->list.item[i] = (struct source_version){
            .at = v->at,
            .author = v->author,
            .label = v->number,
            .message = str_trim(rcs_plain(s->arena, v->log)),
            .path = STR(""),
            .gone = str_eq(v->state, STR("dead")),
        };
    }
    return 0;
}

static int rcs_body(const struct source *s, struct arena *a, const struct source_version *v, struct str *out, struct err *e)
{
    const struct rcs *r = s->state;
    return rcs_text(a, r, r->n - v->number, out, e);
}

const struct source_ops source_rcs = { STR_INIT("rcs:"), rcs_open, rcs_body };
