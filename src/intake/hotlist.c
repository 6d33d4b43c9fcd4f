/* In: a file of another program. Out: entries and what could not be carried over.
 *
 * The format is told by how the bytes begin; each has a reader of its own. Invariants: every address that comes out is http, https or file,
 * and comes once. Cost: O(bytes). */
#include "intake/hotlist.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/utf8.h"
#include "intake/hotlist_impl.h"

enum { LOST_BYTES_MAX = 600, WHERE_BYTES_MAX = 300, SNIFF_BYTES = 4096 };

static const char *const format_names[HOTLIST_FORMATS] = {
    "Netscape bookmarks", "Chromium bookmarks", "Firefox places",     "OPML",
    "list of addresses",  "urlwatch YAML",      "changedetection.io",
};

const char *hotlist_format_name(enum hotlist_format format)
{
    return (unsigned)format < HOTLIST_FORMATS ? format_names[format] : "?";
}

/* ---- What the readers share ---- */

struct hotlist_entry hotlist_entry_new(struct str url)
{
    const struct str none = { "", 0 };
    return (struct hotlist_entry){
        .url = str_trim(url),
        .title = none,
        .note = none,
        .folder = none,
        .user = none,
        .password = none,
        .proxy = none,
        .added_at = HOTLIST_UNKNOWN,
        .visited_at = HOTLIST_UNKNOWN,
    };
}

void hotlist_lose(struct hotlist_reader *r, struct str where, const char *format, ...)
{
    char words[LOST_BYTES_MAX];
    va_list args;
    if (r->n_lost++ >= HOTLIST_LOST_MAX)
        return;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    *VEC_ADD(r->arena, &r->lost) = arena_printf(r->arena, "%.*s: %s", STR_ARG(utf8_head(where, WHERE_BYTES_MAX)), words);
}

void hotlist_refuse(struct hotlist_reader *r, struct str where, const char *why)
{
    r->n_refused++;
    hotlist_lose(r, where, "%s", why);
}

static bool is_watched(struct str url)
{
    return str_starts_nocase(url, STR("http://")) || str_starts_nocase(url, STR("https://"))
           || str_starts_nocase(url, STR("file:"));
}

/* The address and what is sent there: two forms or logins at one address are two pages. */
static uint64_t request_of(const struct hotlist_entry *entry)
{
    uint64_t hash = hash_mix(hash_str(entry->url), hash_str(entry->user));
    const struct hotlist_pairs *lists[] = { &entry->form, &entry->headers };
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        for (uint32_t k = 0; k < lists[i]->n; k++)
            hash = hash_mix(hash_mix(hash, hash_str(lists[i]->item[k].name)), hash_str(lists[i]->item[k].value) + i);
    return hash;
}

static bool has(const struct hotlist_strs *list, struct str s)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (str_eq(list->item[i], s))
            return true;
    return false;
}

static bool has_all(const struct hotlist_strs *list, const struct hotlist_strs *other)
{
    for (uint32_t i = 0; i < other->n; i++)
        if (!has(list, other->item[i]))
            return false;
    return true;
}

/* The same page again: a bookmark in a second folder has both; but a page is watched in one way. */
static void add_again(struct hotlist_reader *r, struct hotlist_entry *first, const struct hotlist_entry *again)
{
    for (uint32_t i = 0; i < again->tags.n; i++)
        if (!has(&first->tags, again->tags.item[i]))
            hotlist_add_str(r->arena, &first->tags, again->tags.item[i]);
    if (again->folder.len && !str_eq(again->folder, first->folder) && !has(&first->tags, again->folder))
        hotlist_add_str(r->arena, &first->tags, again->folder);
    if (!has_all(&first->select, &again->select) || !has_all(&first->ignore, &again->ignore)
        || (first->select.n && again->select.n == 0))
        hotlist_lose(r, first->url, "it comes again with other filters, which are left out: weft watches a page in one way");
}

int hotlist_add(struct hotlist_reader *r, const struct hotlist_entry *entry, struct err *e)
{
    struct str url = entry->url;
    uint32_t *seen;
    if (!is_watched(url)) {
        /* Every list of Firefox has some of its own. */
        if (!str_starts(url, STR("place:")) && !str_starts(url, STR("about:")))
            hotlist_refuse(r, url.len ? url : STR("an entry without an address"),
                           "weft watches http, https and file addresses only");
        return 0;
    }
    if (memchr(url.ptr, '\n', url.len) || memchr(url.ptr, '\0', url.len)) {
        hotlist_refuse(r, url, "the address has a line end in it");
        return 0;
    }
    seen = map_slot(&r->seen, request_of(entry), 0);
    if (*seen) {
        add_again(r, &r->entries.item[*seen - 1], entry);
        return 0;
    }
    if (r->entries.n == HOTLIST_ENTRIES_MAX)
        return err_set(e, E_LIMIT, "more than %d entries", HOTLIST_ENTRIES_MAX);
    *VEC_ADD(r->arena, &r->entries) = *entry;
    *seen = r->entries.n;
    return arena_over(r->arena) ? arena_room(r->arena, 1, e) : 0;
}

/* Lists that are full at 0, 1, 2, 4, 8 ... items double then: one that grew by each item would take the square of them. */
static bool is_full(uint32_t n)
{
    return (n & (n - 1)) == 0;
}

void hotlist_add_str(struct arena *a, struct hotlist_strs *to, struct str s)
{
    if (is_full(to->n))
        to->item = arena_grow(a, to->item, to->n, to->n ? 2 * (size_t)to->n : 1, sizeof *to->item);
    to->item[to->n++] = s;
}

void hotlist_add_pair(struct arena *a, struct hotlist_pairs *to, struct str name, struct str value)
{
    if (is_full(to->n))
        to->item = arena_grow(a, to->item, to->n, to->n ? 2 * (size_t)to->n : 1, sizeof *to->item);
    to->item[to->n++] = (struct hotlist_pair){ name, value };
}

void hotlist_add_tags(struct arena *a, struct hotlist_strs *to, struct str list, char separator)
{
    enum { TAGS_MAX = 1000 };
    while (list.len && to->n < TAGS_MAX) {
        struct str tag = str_trim(str_cut(&list, separator));
        if (tag.len)
            hotlist_add_str(a, to, tag);
    }
}

struct str hotlist_folder(struct arena *a, struct str above, struct str name)
{
    enum { FOLDER_BYTES_MAX = 2000 };
    name = str_trim(name);
    if (!name.len || above.len + name.len > FOLDER_BYTES_MAX)
        return above;
    return above.len ? arena_printf(a, "%.*s/%.*s", STR_ARG(above), STR_ARG(name)) : name;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = byte_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static struct str decoded(struct arena *a, struct str s)
{
    char *out = NEW_ARRAY(a, char, s.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        int high = s.ptr[i] == '%' && i + 2 < s.len ? hex_value(s.ptr[i + 1]) : -1, low = high < 0 ? -1 : hex_value(s.ptr[i + 2]);
        if (high >= 0 && low >= 0) {
            out[n++] = (char)(high * 16 + low);
            i += 2;
        } else {
            out[n++] = s.ptr[i] == '+' ? ' ' : s.ptr[i];
        }
    }
    return (struct str){ out, n };
}

void hotlist_add_form(struct arena *a, struct hotlist_pairs *to, struct str encoded)
{
    while (encoded.len) {
        struct str value = str_cut(&encoded, '&'), name = str_cut(&value, '=');
        if (name.len)
            hotlist_add_pair(a, to, decoded(a, name), decoded(a, value));
    }
}

void hotlist_add_selector(struct arena *a, struct hotlist_strs *to, struct str selector, bool xpath)
{
    selector = str_trim(selector);
    if (!selector.len)
        return;
    if (xpath && selector.ptr[0] != '/' && selector.ptr[0] != '(')
        selector = arena_printf(a, "xpath:%.*s", STR_ARG(selector));
    hotlist_add_str(a, to, selector);
}

int64_t hotlist_webkit_ms(uint64_t us)
{
    const int64_t offset_ms = INT64_C(11644473600000); /* from 1601 to 1970 */
    int64_t ms = (int64_t)(us / 1000) - offset_ms;
    return us == 0 || ms < 0 ? HOTLIST_UNKNOWN : ms;
}

/* ---- Which format ---- */

static struct str without_mark(struct str bytes)
{
    return str_starts(bytes, STR("\xef\xbb\xbf")) ? str_sub(bytes, 3, bytes.len) : bytes;
}

/* A line "key:" or "- key:" such as YAML has; an address has something else than a blank behind its colon. */
static bool is_yaml_line(struct str line)
{
    size_t n = 0;
    if (str_starts(line, STR("- ")))
        line = str_trim(str_sub(line, 2, line.len));
    while (n < line.len && ((byte_lower(line.ptr[n]) >= 'a' && byte_lower(line.ptr[n]) <= 'z') || line.ptr[n] == '_'))
        n++;
    return n && n < line.len && line.ptr[n] == ':' && (n + 1 == line.len || line.ptr[n + 1] == ' ');
}

static bool is_yaml(struct str bytes)
{
    while (bytes.len) {
        struct str line = str_trim(str_cut(&bytes, '\n'));
        if (line.len && line.ptr[0] != '#' && line.ptr[0] != '%' && !str_eq(line, STR("---")))
            return is_yaml_line(line);
    }
    return false;
}

static enum hotlist_format sniff(struct str bytes)
{
    struct str head = str_sub(str_trim(bytes), 0, SNIFF_BYTES);
    if (head.len && (head.ptr[0] == '{' || head.ptr[0] == '['))
        return HOTLIST_CHROMIUM; /* or the other JSON: its reader tells */
    if (head.len && head.ptr[0] == '<')
        return str_find_nocase(head, STR("<opml"), 0) != SIZE_MAX ? HOTLIST_OPML : HOTLIST_NETSCAPE;
    return is_yaml(bytes) ? HOTLIST_URLWATCH : HOTLIST_PLAIN;
}

static int read_format(struct hotlist_reader *r, struct str bytes, enum hotlist_format *format, struct err *e)
{
    *format = sniff(bytes);
    switch (*format) {
    case HOTLIST_CHROMIUM:
        return hotlist_read_json(r, bytes, format, e);
    case HOTLIST_OPML:
        return hotlist_read_opml(r, bytes, e);
    case HOTLIST_NETSCAPE:
        return hotlist_read_netscape(r, bytes, e);
    case HOTLIST_URLWATCH:
        return hotlist_read_urlwatch(r, bytes, e);
    default:
        return hotlist_read_plain(r, bytes, e);
    }
}

static void finish(struct hotlist_reader *r, enum hotlist_format format, struct hotlist *out)
{
    if (r->n_lost > HOTLIST_LOST_MAX)
        *VEC_ADD(r->arena, &r->lost) = arena_printf(r->arena, "and %u more like these", r->n_lost - HOTLIST_LOST_MAX);
    *out = (struct hotlist){ format, r->entries.item, r->entries.n, { r->lost.item, r->lost.n }, r->n_lost, r->n_refused };
}

int hotlist_read(struct arena *a, struct str bytes, struct hotlist *out, struct err *e)
{
    struct hotlist_reader r = { .arena = a };
    enum hotlist_format format;
    if (bytes.len > HOTLIST_BYTES_MAX)
        return err_set(e, E_LIMIT, "larger than the limit of %d MB", HOTLIST_BYTES_MAX >> 20);
    map_open(&r.seen, a, 64);
    int code = read_format(&r, without_mark(bytes), &format, e);
    if (!code)
        finish(&r, format, out);
    return code;
}

static bool is_database(struct str bytes)
{
    return str_starts(bytes, STR("SQLite format 3"));
}

/* Only the head is needed to tell a database, which may be large. */
static bool is_database_file(const char *path)
{
    char head[16];
    FILE *f = strcmp(path, "-") ? fopen(path, "rbe") : NULL;
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    return is_database((struct str){ head, n });
}

int hotlist_load(struct arena *a, const char *path, struct hotlist *out, struct err *e)
{
    struct str bytes;
    int code;
    if (is_database_file(path)) {
        struct hotlist_reader r = { .arena = a };
        map_open(&r.seen, a, 64);
        code = hotlist_read_places(&r, path, e);
        if (!code)
            finish(&r, HOTLIST_PLACES, out);
        return code ? err_in(e, "%s", path) : 0;
    }
    if ((code = io_read(a, path, HOTLIST_BYTES_MAX, &bytes, e)))
        return code;
    return hotlist_read(a, bytes, out, e) ? err_in(e, "%s", path) : 0;
}
