/* In: two addresses of one link or picture. Out: what a reader would call their difference.
 *
 *     https://cdn.example.org/build/3f9ac21b/img/logo.svg?v=12#x
 *     scheme  host            path                        query fragment
 *
 * The address is cut into its parts without being resolved: what differs is written the same way on both sides nearly always, and the rules
 * are about what is written. A part decides by a rule with a reason:
 *  1. http and https, the port that belongs to either, a slash at the end, and characters written as %XX lead to the same page.
 *  2. The same file on another host is the same picture, moved to another server; never the same link.
 *  3. A directory with a hash in its name, with other directories below it, is a build: the same picture. Right before the file it may be
 *     the picture's own name. So may a file that is called by nothing but a hash.
 *  4. Parameters by their names (addresses.def), else by values that only a machine would write.
 * Cost: O(bytes + parameters squared, of which there are at most PARAMETERS_MAX). */
#include "compare/addresses.h"

#include "base/arena.h"
#include "page/generated.h"

enum {
    PARAMETERS_MAX = 64,    /* more of them are somebody's data: another page */
    PLACEHOLDER_MAX = 1024, /* bytes of a data: picture that holds a place; real ones are larger */
    CANDIDATES_MAX = 64,    /* of a srcset that are looked at */
};

struct address {
    struct str scheme, host, path, query, fragment;
};

enum parameter { OTHER, TRACK, VERSION, SIZE, IDENTITY };

static const struct {
    enum parameter use;
    struct str name;
} parameter_row[] = {
#define PARAMETER(USE, name) { USE, STR_INIT(name) },
#include "compare/addresses.def"
#undef PARAMETER
};

static bool matches(struct str name, struct str row)
{
    size_t rest = name.len - MIN(name.len, row.len - 1);

    if (row.ptr[0] == '*')
        return str_eq_nocase(str_sub(name, rest, name.len), str_sub(row, 1, row.len));
    if (row.ptr[row.len - 1] == '*')
        return str_starts_nocase(name, str_sub(row, 0, row.len - 1));
    return str_eq_nocase(name, row);
}

static enum parameter parameter_of(struct str name)
{
    for (size_t k = 0; k < ARRAY_LEN(parameter_row); k++)
        if (matches(name, parameter_row[k].name))
            return parameter_row[k].use;
    return OTHER;
}

/* What says more to a reader. */
static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_scheme_byte(char c)
{
    return (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

/* Without the port that the scheme has anyway. */
static struct str plain_host(struct str scheme, struct str host)
{
    if (str_eq_nocase(scheme, STR("http")) && str_ends(host, STR(":80")))
        return str_sub(host, 0, host.len - strlen(":80"));
    if (str_eq_nocase(scheme, STR("https")) && str_ends(host, STR(":443")))
        return str_sub(host, 0, host.len - strlen(":443"));
    return host;
}

static struct address cut_address(struct str text)
{
    struct address a = { 0 };
    size_t colon = 0, end = 2;

    while (colon < text.len && is_scheme_byte(text.ptr[colon]))
        colon++;
    if (colon && colon < text.len && text.ptr[colon] == ':') {
        a.scheme = str_sub(text, 0, colon);
        text = str_sub(text, colon + 1, text.len);
    }
    if (str_starts(text, STR("//"))) {
        while (end < text.len && !strchr("/?#", text.ptr[end]))
            end++;
        a.host = plain_host(a.scheme, str_sub(text, 2, end));
        text = str_sub(text, end, text.len);
    }
    struct str before = str_cut(&text, '#');
    a.fragment = text;
    a.path = str_cut(&before, '?');
    a.query = before;
    return a;
}

/* ---- Places that are none, and those of one scheme ---- */

static bool is_idle(struct str text, const struct address *a)
{
    return text.len == 0 || str_eq(text, STR("#")) || str_eq_nocase(a->scheme, STR("javascript"));
}

/* A place on the same page: the reader has it at hand. */
static bool is_near(struct str text)
{
    return text.len == 0 || text.ptr[0] == '#';
}

/* What a lazy loader puts in the place of a picture until a script comes to load it. */
static bool is_placeholder(struct str text, const struct address *a)
{
    return text.len == 0 || str_eq_nocase(a->scheme, STR("blob"))
           || (str_eq_nocase(a->scheme, STR("data")) && text.len < PLACEHOLDER_MAX) || str_eq_nocase(a->scheme, STR("about"));
}

static bool is_web(const struct address *a)
{
    return a->scheme.len == 0 || str_eq_nocase(a->scheme, STR("http")) || str_eq_nocase(a->scheme, STR("https"));
}

/* Telephone numbers may be written with gaps. */
static bool numbers_alike(struct str was, struct str now)
{
    size_t i = 0, j = 0;

    for (;; i++, j++) {
        while (i < was.len && strchr(" -./()", was.ptr[i]))
            i++;
        while (j < now.len && strchr(" -./()", now.ptr[j]))
            j++;
        if (i >= was.len || j >= now.len)
            return i >= was.len && j >= now.len;
        if (was.ptr[i] != now.ptr[j])
            return false;
    }
}

/* ---- Host and path ---- */

/* The character at `at`, which may be written as %XX; moves on behind it. */
static int character_at(struct str s, size_t *at)
{
    int byte = s.ptr[*at] == '%' ? str_hex_byte(s, *at + 1) : -1;

    *at += byte < 0 ? 1 : 3;
    return byte < 0 ? (unsigned char)s.ptr[*at - 1] : byte;
}

/* Whether two parts are the same to a server: "caf%C3%A9" and "café". */
static bool escapes_alike(struct str was, struct str now)
{
    size_t i = 0, j = 0;

    while (i < was.len && j < now.len)
        if (character_at(was, &i) != character_at(now, &j))
            return false;
    return i >= was.len && j >= now.len;
}

static struct str file_of(struct str path)
{
    size_t from = path.len;

    while (from > 0 && path.ptr[from - 1] != '/')
        from--;
    return str_sub(path, from, path.len);
}

/* The last two labels: who owns the host. */
static struct str owner_of(struct str host)
{
    size_t from = host.len, dots = 0;

    while (from > 0 && (host.ptr[from - 1] != '.' || ++dots < 2))
        from--;
    return str_sub(host, from, host.len);
}

static bool hosts_alike(enum address_use use, const struct address *a, const struct address *b)
{
    struct str file = file_of(a->path);
    bool deep = file.len < a->path.len && file_of(str_sub(a->path, 0, a->path.len - file.len - 1)).len;

    if (str_eq_nocase(a->host, b->host))
        return true;
    if ((!a->host.len || !b->host.len) && a->path.len > 1 && a->path.ptr[0] == '/' && str_eq(a->path, b->path))
        return true; /* the site writes its addresses in full now, or no longer */
    if (use != ADDRESS_PICTURE || str_find(file, STR("."), 0) == SIZE_MAX)
        return false;
    return deep || str_eq_nocase(owner_of(a->host), owner_of(b->host));
}

/* Without a session that stands in the path, as servlets write it. */
static struct str without_session(struct str segment)
{
    size_t at = str_find_nocase(segment, STR(";jsessionid="), 0);

    return at == SIZE_MAX ? segment : str_sub(segment, 0, at);
}

/* build-63334, v1686792086381: a word for a version, and its number. */
static bool is_numbered(struct str segment)
{
    static const struct str words[] = { STR_INIT("v"),      STR_INIT("version"), STR_INIT("build"), STR_INIT("release"),
                                        STR_INIT("master"), STR_INIT("main"),    STR_INIT("rev"),   STR_INIT("r") };
    size_t digits = segment.len, end;

    while (digits > 0 && segment.ptr[digits - 1] >= '0' && segment.ptr[digits - 1] <= '9')
        digits--;
    end = digits > 0 && strchr("-_.", segment.ptr[digits - 1]) ? digits - 1 : digits;
    for (size_t k = 0; k < ARRAY_LEN(words) && digits < segment.len; k++)
        if (str_eq_nocase(str_sub(segment, 0, end), words[k]))
            return true;
    return false;
}

/* A directory that only says which build or which upload of the file this is: rule 3. */
static bool is_version(struct str segment, bool before_file)
{
    return is_numbered(segment) || (!before_file && generated_name(segment));
}

/* 300x200, as the name of a directory or at the end of a file's: how large the picture is. Returns its length. */
static size_t size_at_end(struct str name)
{
    size_t at = name.len, digits = at;

    while (at > 0 && name.ptr[at - 1] >= '0' && name.ptr[at - 1] <= '9')
        at--;
    if (at == digits || at == 0 || name.ptr[at - 1] != 'x')
        return 0;
    digits = --at;
    while (at > 0 && name.ptr[at - 1] >= '0' && name.ptr[at - 1] <= '9')
        at--;
    return at == digits ? 0 : name.len - at;
}

static struct str without_size(struct str name)
{
    size_t size = size_at_end(name), rest = name.len - size;

    return !size ? name : str_sub(name, 0, rest > 0 && strchr("-_", name.ptr[rest - 1]) ? rest - 1 : rest);
}

/* The file: logo.3f9ac21b.svg, photo-300x200.jpg. What stands before the first dot is what it is called. */
static unsigned class_of_file(struct str was, struct str now)
{
    struct str old_name = str_cut(&was, '.'), new_name = str_cut(&now, '.');
    struct str old_stem = without_size(old_name), new_stem = without_size(new_name);

    if (old_stem.len && str_eq(old_stem, new_stem) && str_eq(was, now))
        return CLASS_LOOK;
    if (!str_eq(old_name, new_name) && (generated_value(old_name) || generated_value(new_name)))
        return CLASS_CONTENT;
    return generated_alike(old_name, new_name) && generated_alike(was, now) ? CLASS_MACHINERY : CLASS_CONTENT;
}

/* `behind`: how many segments follow. */
static unsigned class_of_segment(enum address_use use, struct str was, struct str now, size_t behind)
{
    struct str x = without_session(was), y = without_session(now);

    if (escapes_alike(x, y))
        return CLASS_MACHINERY;
    if (use != ADDRESS_PICTURE)
        return CLASS_CONTENT;
    if (behind == 0)
        return class_of_file(x, y);
    if (size_at_end(x) == x.len && size_at_end(y) == y.len)
        return CLASS_LOOK;
    return is_version(x, behind == 1) && is_version(y, behind == 1) ? CLASS_MACHINERY : CLASS_CONTENT;
}

static size_t count_segments(struct str path)
{
    size_t n = 0;

    for (size_t i = 0; i < path.len; i++)
        n += path.ptr[i] == '/';
    return n;
}

/* Without a slash at the end, and without "./" at the start, which is where one is. */
static struct str plain_path(struct str path)
{
    while (str_starts(path, STR("./")))
        path = str_sub(path, 2, path.len);
    return path.len && path.ptr[path.len - 1] == '/' ? str_sub(path, 0, path.len - 1) : path;
}

static unsigned class_of_path(enum address_use use, struct str was, struct str now)
{
    unsigned class = CLASS_MACHINERY;

    was = plain_path(was), now = plain_path(now);
    size_t behind = count_segments(was);
    if (behind != count_segments(now))
        return CLASS_CONTENT;
    for (;; behind--) {
        class = lesser(class, class_of_segment(use, str_cut(&was, '/'), str_cut(&now, '/'), behind));
        if (behind == 0)
            return class;
    }
}

/* ---- Query and fragment ---- */

struct parameters {
    struct str name[PARAMETERS_MAX], value[PARAMETERS_MAX];
    bool matched[PARAMETERS_MAX];
    size_t n;
    bool over;
};

static void cut_parameters(struct str query, struct parameters *out)
{
    out->n = 0;
    out->over = false;
    while (query.len) {
        struct str value = str_cut(&query, '&');
        if (str_starts(value, STR("amp;"))) /* &amp; that was escaped twice */
            value = str_sub(value, 4, value.len);
        if (!value.len)
            continue;
        if (out->n == PARAMETERS_MAX) {
            out->over = true;
            return;
        }
        out->matched[out->n] = false;
        out->name[out->n] = str_cut(&value, '=');
        out->value[out->n++] = value;
    }
}

static bool is_number(struct str value)
{
    size_t digits = 0;

    while (digits < value.len && value.ptr[digits] >= '0' && value.ptr[digits] <= '9')
        digits++;
    return digits == value.len;
}

/* Whether a machine made the values that differ; one of them may be empty, where the parameter was added or removed. */
static bool is_token(bool picture, struct str was, struct str now)
{
    if (!was.len || !now.len)
        return generated_value(was.len ? was : now);
    return generated_alike(was, now) || (picture && generated_within(was) && generated_within(now));
}

/* ?181bc5b4: nothing but a version. */
static bool is_bare_version(bool picture, struct str name)
{
    return generated_value(name) || (picture && is_number(str_sub(name, 0, 1)));
}

/* A size or a quality is a number; ?q=Berlin is a question. */
static bool is_size(enum parameter known, struct str name, struct str was, struct str now)
{
    bool is_short = name.len == 1;

    return known == SIZE
           && !(is_short && ((was.len && !is_number(str_sub(was, 0, 1))) || (now.len && !is_number(str_sub(now, 0, 1)))));
}

/* What a parameter says that differs, was added (`was` is empty) or removed. */
static unsigned class_of_parameter(enum address_use use, struct str name, struct str was, struct str now)
{
    enum parameter known = parameter_of(name);
    bool picture = use == ADDRESS_PICTURE, machine;

    if (known == TRACK || (picture && known == VERSION))
        return CLASS_MACHINERY;
    if (picture && is_size(known, name, was, now))
        return CLASS_LOOK;
    if (was.len == 0 && now.len == 0)
        machine = is_bare_version(picture, name);
    else if (known == VERSION) /* v=dQw4w9WgXcQ is a film */
        machine = is_number(was) && is_number(now) && is_token(picture, was, now);
    else
        machine = known != IDENTITY && is_token(picture, was, now);
    return machine ? CLASS_MACHINERY : CLASS_CONTENT;
}

static unsigned class_of_query(enum address_use use, struct str was, struct str now)
{
    struct parameters old, new;
    unsigned class = str_eq(was, now) ? CLASS_SAME : CLASS_MACHINERY;

    if (class == CLASS_SAME)
        return class;
    cut_parameters(was, &old);
    cut_parameters(now, &new);
    if (old.over || new.over)
        return CLASS_CONTENT;
    for (size_t i = 0; i < old.n; i++) {
        struct str value = STR("");
        for (size_t j = 0; j < new.n; j++) {
            if (new.matched[j] || !str_eq(old.name[i], new.name[j]))
                continue;
            old.matched[i] = new.matched[j] = true;
            value = new.value[j];
            break;
        }
        if (!old.matched[i] || !escapes_alike(old.value[i], value))
            class = lesser(class, class_of_parameter(use, old.name[i], old.value[i], value));
    }
    for (size_t j = 0; j < new.n; j++)
        if (!new.matched[j])
            class = lesser(class, class_of_parameter(use, new.name[j], STR(""), new.value[j]));
    return class;
}

/* What stands behind the #: of a link a place on the page, of a picture or frame a word to its script. */
static unsigned class_of_fragment(enum address_use use, struct str was, struct str now)
{
    if (str_eq(was, now))
        return CLASS_SAME;
    if (use == ADDRESS_PICTURE)
        return CLASS_MACHINERY;
    return was.len && now.len && generated_alike(was, now) ? CLASS_MACHINERY : CLASS_CONTENT;
}

/* ---- The whole ---- */

bool emails_alike(struct str was, struct str now)
{
    int old_key = str_hex_byte(was, 0), new_key = str_hex_byte(now, 0);

    if (was.len != now.len || was.len < 4 || old_key < 0 || new_key < 0)
        return false;
    for (size_t at = 2; at < was.len; at += 2) {
        int x = str_hex_byte(was, at), y = str_hex_byte(now, at);
        if (x < 0 || y < 0 || (x ^ old_key) != (y ^ new_key))
            return false;
    }
    return true;
}

/* What stands behind a scheme that is not of the web, from its colon on. Numbers may have gaps; in addresses of mail letters are written as
 * %XX, and others of them each time, to hide them from programs. */
static bool persons_alike(struct str scheme, struct str was, struct str now)
{
    struct str old_rest = str_trim(str_sub(was, 1, was.len)), new_rest = str_trim(str_sub(now, 1, now.len));

    if (str_eq_nocase(scheme, STR("tel")) && numbers_alike(old_rest, new_rest))
        return true;
    return str_eq(was, now) || (str_eq_nocase(scheme, STR("mailto")) && escapes_alike(old_rest, new_rest));
}

unsigned class_of_address(enum address_use use, struct str was, struct str now)
{
    was = str_trim(was), now = str_trim(now);
    if (str_eq(was, now))
        return CLASS_SAME;
    struct address a = cut_address(was), b = cut_address(now);
    if (is_idle(was, &a) && is_idle(now, &b))
        return CLASS_MACHINERY;
    if (use == ADDRESS_LINK && is_near(was) && is_near(now))
        return CLASS_LOOK;
    if (use == ADDRESS_PICTURE && (is_placeholder(was, &a) || is_placeholder(now, &b)))
        return CLASS_MACHINERY;
    if (!is_web(&a) || !is_web(&b)) {
        bool same = str_eq_nocase(a.scheme, b.scheme)
                    && persons_alike(a.scheme, str_sub(was, a.scheme.len, was.len), str_sub(now, b.scheme.len, now.len));
        return same ? CLASS_MACHINERY : CLASS_CONTENT;
    }
    unsigned path = hosts_alike(use, &a, &b) ? class_of_path(use, a.path, b.path) : CLASS_CONTENT;
    if (path == CLASS_CONTENT)
        return path;
    if (str_ends(a.path, STR("/cdn-cgi/l/email-protection")))
        return emails_alike(a.fragment, b.fragment) ? CLASS_MACHINERY : CLASS_CONTENT;
    unsigned query = class_of_query(use, a.query, b.query), fragment = class_of_fragment(use, a.fragment, b.fragment);
    return lesser(path, lesser(query, fragment));
}

/* The next address of a srcset; what stands behind it says for which screens it is. */
static struct str cut_candidate(struct str *set)
{
    size_t from = 0, to;

    while (from < set->len && (byte_is_space(set->ptr[from]) || set->ptr[from] == ','))
        from++;
    for (to = from; to < set->len && !byte_is_space(set->ptr[to]);)
        to++;
    struct str address = str_sub(*set, from, to);
    *set = str_sub(*set, to, set->len);
    if (address.len && address.ptr[address.len - 1] == ',')
        return str_sub(address, 0, address.len - 1);
    str_cut(set, ',');
    return address;
}

unsigned class_of_addresses(struct str was, struct str now)
{
    unsigned class = CLASS_MACHINERY;

    if (str_eq(str_trim(was), str_trim(now)))
        return CLASS_SAME;
    for (unsigned n = 0; n < CANDIDATES_MAX; n++) {
        struct str x = cut_candidate(&was), y = cut_candidate(&now);

        if (!x.len || !y.len) /* more or fewer sizes of the same picture */
            return x.len || y.len ? lesser(class, CLASS_LOOK) : class;
        class = lesser(class, class_of_address(ADDRESS_PICTURE, x, y));
    }
    return class;
}
