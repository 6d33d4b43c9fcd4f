/* In: two addresses of one link. Out: whether they lead to different things, and what to call them. */
#include "judge/leads.h"

#include <ctype.h>

bool link_change_of(const struct delta *d, uint32_t change, struct link_change *out)
{
    const struct change *c = &d->change[change];
    return c->old_node != NONE && c->new_node != NONE && dom_attr(&d->old->dom, c->old_node, STR("href"), &out->was)
           && dom_attr(&d->new->dom, c->new_node, STR("href"), &out->now);
}

static bool is_person(struct str address)
{
    return str_starts_nocase(address, STR("mailto:")) || str_starts_nocase(address, STR("tel:"));
}

static struct str behind_last(struct str address, char mark)
{
    for (size_t at = address.len; at > 0; at--)
        if (address.ptr[at - 1] == mark)
            return str_sub(address, at, address.len);
    return address;
}

static struct str file_of(struct str address)
{
    size_t end = MIN(str_find(address, STR("?"), 0), str_find(address, STR("#"), 0));
    return behind_last(str_sub(address, 0, MIN(end, address.len)), '/');
}

static bool is_file(struct str name)
{
    static const struct str ends[] = { STR_INIT(".pdf"),  STR_INIT(".zip"), STR_INIT(".gz"),  STR_INIT(".xz"),   STR_INIT(".bz2"),
                                       STR_INIT(".tgz"),  STR_INIT(".7z"),  STR_INIT(".rar"), STR_INIT(".exe"),  STR_INIT(".msi"),
                                       STR_INIT(".dmg"),  STR_INIT(".pkg"), STR_INIT(".deb"), STR_INIT(".rpm"),  STR_INIT(".apk"),
                                       STR_INIT(".iso"),  STR_INIT(".img"), STR_INIT(".jar"), STR_INIT(".doc"),  STR_INIT(".docx"),
                                       STR_INIT(".odt"),  STR_INIT(".rtf"), STR_INIT(".xls"), STR_INIT(".xlsx"), STR_INIT(".ods"),
                                       STR_INIT(".csv"),  STR_INIT(".ppt"), STR_INIT(".odp"), STR_INIT(".epub"), STR_INIT(".ics"),
                                       STR_INIT(".pptx"), STR_INIT(".kml") };
    const char *dot = name.len ? memrchr(name.ptr, '.', name.len) : NULL;
    struct str end = dot ? str_span(dot, name.ptr + name.len) : STR("");
    for (size_t i = 0; i < ARRAY_LEN(ends) && end.len && end.len < name.len; i++)
        if (str_eq_nocase(end, ends[i]))
            return true;
    return false;
}

/* The address of the link that all of the sentence stands in; empty: there is none. */
static struct str link_around(const struct page *p, uint32_t sentence)
{
    static const uint32_t tags[] = { TAG_A };
    const struct sentence *s = &p->sentence[sentence];
    struct str address;
    uint32_t link = page_around(p, p->word[s->word].node, tags, 1);
    bool all = link != NONE && p->word[s->end - 1].node < p->dom.node[link].end;
    return all && dom_attr(&p->dom, link, STR("href"), &address) ? address : STR("");
}

bool leads_to_file(const struct page *p, uint32_t sentence)
{
    return is_file(file_of(link_around(p, sentence)));
}

bool leads_to_page(const struct page *p, uint32_t sentence)
{
    struct str address = link_around(p, sentence);
    return address.len && !is_person(address) && !is_file(file_of(address));
}

/* An address without the place on the page, which stands behind "#". */
static struct str without_place(struct str address)
{
    return str_sub(address, 0, MIN(str_find(address, STR("#"), 0), address.len));
}

bool leads_further_down(const struct page *p, uint32_t sentence)
{
    struct str address = link_around(p, sentence), to = without_place(address);
    return address.len > to.len + 1 && (!to.len || str_eq(to, without_place(p->base)));
}

/* "example.org" of "https://example.org/news"; empty: the address names no site. */
static struct str site_of(struct str address)
{
    size_t at = str_find(address, STR("//"), 0);
    if (at == SIZE_MAX || (at && address.ptr[at - 1] != ':') || memchr(address.ptr, '?', at))
        return STR("");
    struct str site = str_sub(address, at + 2, address.len);
    for (size_t i = 0; i < site.len; i++)
        if (memchr("/?#", site.ptr[i], 3))
            site = str_sub(site, 0, i);
    return str_starts_nocase(site, STR("www.")) ? str_sub(site, 4, site.len) : site;
}

bool leads_away(const struct page *p, uint32_t sentence)
{
    struct str site = site_of(link_around(p, sentence));
    return site.len && !str_eq_nocase(site, site_of(p->base));
}

bool leads_to_another(const struct page *p, const struct link *link)
{
    struct str to = without_place(link->url);
    return to.len && !str_eq(to, without_place(p->base)) && !is_person(to) && !is_file(file_of(to));
}

/* Whether digits count the seconds or milliseconds since 1970, as programs do: in this century they begin so. */
static bool is_moment(struct str digits)
{
    enum { SECONDS = 10, MILLISECONDS = 13 };
    return (digits.len == SECONDS || digits.len == MILLISECONDS) && digits.ptr[0] >= '1' && digits.ptr[0] <= '3';
}

/* The length of the run of hexadecimal digits there. */
static size_t digits_at(struct str s, size_t at)
{
    size_t n = 0;
    while (at + n < s.len && isxdigit((unsigned char)s.ptr[at + n]))
        n++;
    return n;
}

/* Whether a program made up the digits: a moment, or a long number with letters, as builds and stores give. Decimal digits alone number a
 * document, or date it: "report-202604301200.pdf". */
static bool is_code(struct str digits)
{
    enum { CODE_BYTES = 7, WORD_BYTES = 9 };
    size_t decimals = 0;
    for (size_t i = 0; i < digits.len; i++)
        decimals += byte_is_digit(digits.ptr[i]);
    if (decimals == digits.len)
        return is_moment(digits);
    return digits.len >= (decimals ? CODE_BYTES : WORD_BYTES); /* "deadbeef" may be a word */
}

enum { UUID_BYTES = 36 };

/* Whether a name begins with a UUID. */
static bool is_uuid(struct str name)
{
    static const size_t marks[] = { 8, 13, 18, 23, UUID_BYTES };
    bool found = name.len >= UUID_BYTES;
    for (size_t i = 0, at = 0; i < ARRAY_LEN(marks) && found; at = marks[i++] + 1)
        found = digits_at(name, at) == marks[i] - at && (marks[i] == UUID_BYTES || name.ptr[marks[i]] == '-');
    return found;
}

/* Whether two names of files differ only in their codes: "event-1622568311370.ics". */
static bool is_coded_anew(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0, n; i < a.len; i += n) {
        if (is_uuid(str_sub(a, i, a.len)) && is_uuid(str_sub(b, i, b.len))) {
            n = UUID_BYTES;
            continue;
        }
        n = MAX(digits_at(a, i), (size_t)1);
        struct str one = str_sub(a, i, i + n), other = str_sub(b, i, i + n);
        if (!str_eq(one, other) && !(is_code(one) && digits_at(b, i) == n && is_code(other)))
            return false;
    }
    return true;
}

bool link_matters(const struct link_change *link)
{
    if (is_person(link->was) || is_person(link->now))
        return !str_eq(str_trim(link->was), str_trim(link->now));
    struct str from = file_of(str_trim(link->was)), to = file_of(str_trim(link->now));
    bool same = str_eq(behind_last(str_trim(link->was), '/'), to); /* a program was asked for it before: "get?file=/2.4/oak.zip" */
    return is_file(to) && !same && !is_coded_anew(from, to);
}

struct str link_end(struct str address)
{
    if (is_person(address))
        return behind_last(address, ':');
    struct str last = behind_last(address, '/');
    return memchr(last.ptr, '.', last.len) ? last : address;
}

bool leads_to_named(const struct page *p, uint32_t node, uint32_t end, uint32_t at, struct str name)
{
    enum { NEAR = 16 };
    uint32_t own = page_first_link(p, at), first = page_first_link(p, node), last = MIN(p->n_links, own + NEAR);
    bool found = false;
    for (uint32_t i = MAX(first, own - MIN(own, NEAR)); i < last && p->link[i].node < end && !found; i++) {
        size_t found_at = str_find(p->link[i].url, name, 1);
        found = found_at != SIZE_MAX && memchr("-_", p->link[i].url.ptr[found_at - 1], 2);
    }
    return found;
}
