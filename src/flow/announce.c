/* In: the bytes of a sitemap or a feed. Out: addresses with the moments of their last change. The forms differ in names alone, so one
 * reader serves them: an element around an entry, one with the address, one with the date. */
#include "flow/announce.h"

#include "base/moment.h"

enum { HEAD = 2048 }; /* declarations and comments may stand before the root */

static const struct announce_form {
    struct str root, entry, address, date;
    enum announce_kind kind;
} forms[] = {
    { STR_INIT("<urlset"), STR_INIT("url"), STR_INIT("loc"), STR_INIT("lastmod"), ANNOUNCE_SITEMAP },
    { STR_INIT("<sitemapindex"), STR_INIT("sitemap"), STR_INIT("loc"), STR_INIT("lastmod"), ANNOUNCE_INDEX },
    { STR_INIT("<feed"), STR_INIT("entry"), STR_INIT("link"), STR_INIT("updated"), ANNOUNCE_FEED },
    { STR_INIT("<rss"), STR_INIT("item"), STR_INIT("link"), STR_INIT("pubDate"), ANNOUNCE_FEED },
};

/* The next element of that name from *at on: its attributes and what stands in it. */
static bool next_element(struct str text, struct str name, size_t *at, struct str *attributes, struct str *inside)
{
    for (size_t open; (open = str_find(text, STR("<"), *at)) != SIZE_MAX;) {
        struct str rest = str_sub(text, open + 1, text.len);
        *at = open + 1;
        if (!str_starts(rest, name) || rest.len == name.len || !strchr(" \t\r\n/>", rest.ptr[name.len]))
            continue;
        size_t end = str_find(rest, STR(">"), name.len);
        if (end == SIZE_MAX)
            return false;
        *attributes = str_sub(rest, name.len, end);
        *inside = STR("");
        *at = open + 1 + end + 1;
        if (rest.ptr[end - 1] == '/')
            return true;
        char closing[16] = "</";
        memcpy(closing + 2, name.ptr, MIN(name.len, sizeof closing - 3));
        size_t close = str_find(text, str_of(closing), *at);
        if (close == SIZE_MAX)
            return false;
        *inside = str_sub(text, *at, close);
        *at = close;
        return true;
    }
    return false;
}

static struct str text_of(struct str inside)
{
    struct str s = str_trim(inside), open = STR("<![CDATA[");
    if (str_starts(s, open) && str_ends(s, STR("]]>")))
        s = str_trim(str_sub(s, open.len, s.len - 3));
    return s;
}

/* "&amp;" is all that an address needs. */
static struct str address_of(struct arena *a, struct str attributes, struct str inside)
{
    struct str s = text_of(inside);
    size_t href = str_find(attributes, STR("href="), 0);
    if (s.len == 0 && href != SIZE_MAX && href + 6 < attributes.len) {
        char quote[] = { attributes.ptr[href + 5], '\0' };
        size_t end = str_find(attributes, str_of(quote), href + 6);
        s = end == SIZE_MAX ? STR("") : str_sub(attributes, href + 6, end);
    }
    char *out = arena_alloc(a, s.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        out[n++] = s.ptr[i];
        if (str_starts(str_sub(s, i, s.len), STR("&amp;")))
            i += 4;
    }
    return (struct str){ out, n };
}

/* "Mon, 16 Nov 2026 03:00:00 +0100" as "2026-11-16T03:00:00+01:00". */
static struct str plain_date(struct arena *a, struct str s)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    size_t comma = str_find(s, STR(","), 0);
    s = str_trim(comma == SIZE_MAX ? s : str_sub(s, comma + 1, s.len));
    struct str day = str_cut(&s, ' '), month = str_cut(&s, ' '), year = str_cut(&s, ' '), time = str_cut(&s, ' '),
               zone = str_trim(s);
    const char *found = month.len == 3 ? strstr(months, arena_str(a, month).ptr) : NULL;
    uint64_t number;
    if (!found || !str_number(day, 31, &number))
        return STR("");
    bool offset = zone.len == 5 && (zone.ptr[0] == '+' || zone.ptr[0] == '-');
    struct str shown = offset ? arena_printf(a, "%.3s:%.2s", zone.ptr, zone.ptr + 3) : STR("Z");
    return arena_printf(a, "%.*s-%02d-%02dT%.*s%.*s", STR_ARG(year), (int)(found - months) / 3 + 1, (int)number, STR_ARG(time),
                        STR_ARG(shown));
}

static int64_t date_of(struct arena *a, struct str s)
{
    struct err unread;
    int64_t at;
    bool iso = s.len >= 10 && s.ptr[4] == '-';
    if (!iso)
        s = plain_date(a, s);
    return s.len >= 10 && moment_read_start(s, 0, &at, &unread) == 0 ? at : NEVER;
}

enum announce_kind announce_open(struct announce_reader *r, struct str body)
{
    struct str head = str_sub(body, 0, MIN(body.len, (size_t)HEAD));
    *r = (struct announce_reader){ .body = body };
    for (size_t i = 0; i < ARRAY_LEN(forms) && !r->form; i++)
        if (str_find(head, forms[i].root, 0) != SIZE_MAX)
            r->form = &forms[i];
    return r->form ? r->form->kind : ANNOUNCE_NOTHING;
}

bool announce_next(struct arena *a, struct announce_reader *r, struct announcement *out)
{
    struct str attributes, entry, inside;
    while (r->form && next_element(r->body, r->form->entry, &r->at, &attributes, &entry)) {
        size_t date_at = 0, link_at = 0;
        if (!next_element(entry, r->form->address, &link_at, &attributes, &inside))
            continue;
        out->url = address_of(a, attributes, inside);
        out->date = next_element(entry, r->form->date, &date_at, &attributes, &inside) ? text_of(inside) : STR("");
        out->at = date_of(a, out->date);
        if (out->url.len)
            return true;
    }
    return false;
}

void announce_read(struct arena *a, struct str body, int64_t since, struct announcements *out)
{
    struct announce_reader r;
    struct announcement found;
    out->n = 0;
    if (announce_open(&r, body) == ANNOUNCE_INDEX)
        return; /* it names no pages */
    while (out->n < ANNOUNCE_MAX && announce_next(a, &r, &found))
        if (found.at != NEVER && found.at > since)
            out->item[out->n++] = found;
}
