/* In: a list of addresses, one a line. Out: entries.
 *
 * Behind an address may stand a title, or, in quotes, tags as newsboat has them ("news" "~Title"). Lines that begin with # are comments,
 * or, in newsboat's way, so is what stands before an address. */
#include "intake/hotlist_impl.h"

/* "news" "~A title" "!": tags; a title; what is only for newsboat. */
static void take_quoted(struct hotlist_reader *r, struct hotlist_entry *entry, struct str rest)
{
    while (rest.len) {
        str_cut(&rest, '"');
        struct str word = str_trim(str_cut(&rest, '"'));
        if (word.len > 1 && word.ptr[0] == '~')
            entry->title = str_sub(word, 1, word.len);
        else if (word.len && word.ptr[0] != '!')
            hotlist_add_str(r->arena, &entry->tags, word);
    }
}

static bool is_letter(char c)
{
    return (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || (unsigned char)c >= 0x80;
}

/* "example.org/news", "10.1.2.3:8080/": an address without its scheme, as the command line takes it, too. A name ends in letters, a number
 * has four parts: "3.5" and "etc." are words. */
static bool is_bare_address(struct str word)
{
    size_t end = 0, dots = 0, last = 0;
    for (; end < word.len && word.ptr[end] != '/' && word.ptr[end] != ':' && word.ptr[end] != '?'; end++) {
        char c = word.ptr[end];
        if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '.')
            return false;
        last = c == '.' ? end + 1 : last;
        dots += c == '.';
    }
    if (end == 0 || last == end || word.ptr[0] == '.')
        return false;
    return str_eq_nocase(str_sub(word, 0, end), STR("localhost")) || (dots && is_letter(word.ptr[last])) || dots == 3;
}

static int take_line(struct hotlist_reader *r, struct str line, struct err *e)
{
    size_t n = 0;
    while (n < line.len && !byte_is_space(line.ptr[n]))
        n++;
    struct hotlist_entry entry = hotlist_entry_new(str_sub(line, 0, n));
    struct str rest = str_trim(str_sub(line, n, line.len));
    if (str_find(entry.url, STR("://"), 0) == SIZE_MAX && is_bare_address(entry.url))
        entry.url = arena_printf(r->arena, "https://%.*s", STR_ARG(entry.url));
    if (str_find(entry.url, STR(":"), 0) == SIZE_MAX) {
        hotlist_refuse(r, line, "not an address; write https:// in front if it is one");
        return 0;
    }
    if (rest.len && rest.ptr[0] == '"')
        take_quoted(r, &entry, rest);
    else
        entry.title = rest;
    return hotlist_add(r, &entry, e);
}

int hotlist_read_plain(struct hotlist_reader *r, struct str bytes, struct err *e)
{
    bool any = false;
    if (bytes.len && memchr(bytes.ptr, '\0', bytes.len))
        return err_set(e, E_FORMAT, "not a list of pages that weft knows: the file is binary");
    while (bytes.len) {
        struct str line = str_trim(str_cut(&bytes, '\n'));
        if (!line.len || line.ptr[0] == '#')
            continue;
        any = true;
        int code = take_line(r, line, e);
        if (code)
            return code;
    }
    if (any && !r->entries.n)
        return err_set(
            e, E_FORMAT,
            "not a list of pages that weft knows: bookmarks (HTML, JSON or places.sqlite), OPML, addresses one a line, urlwatch's "
            "urls.yaml or changedetection.io's watch.json");
    return 0;
}
