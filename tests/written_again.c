/* In: HTML that weft wrote. Out: whether a reader of another make finds an element or attribute in it that was not written.
 *
 * libxml2 reads HTML as it was before HTML5: it builds other trees, leaves things out and puts html, head, body and p where it misses them.
 * So trees are not compared. But what it takes for a tag must be one: no reader may find markup where text was meant. */
#include "tests/written.h"

#include <libxml/HTMLparser.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"

struct other {
    struct arena *arena;
    struct map written; /* hash of an element, or of it and an attribute -> how many are left */
    const char *wrong;
};

static uint64_t key_of(const char *element, const char *attribute)
{
    uint64_t hash = 0;
    for (const char *c = element; *c; c++)
        hash = hash_mix(hash, (unsigned char)byte_lower(*c));
    for (const char *c = attribute; *c; c++)
        hash = hash_mix(hash, 256u + (unsigned char)byte_lower(*c));
    return hash;
}

static bool is_implied(const char *element)
{
    static const char *const implied[] = { "html", "head", "body", "p" };
    for (size_t i = 0; i < ARRAY_LEN(implied); i++)
        if (strcasecmp(element, implied[i]) == 0)
            return true;
    return false;
}

static void take(struct other *o, const char *element, const char *attribute)
{
    uint32_t *left = map_slot(&o->written, key_of(element, attribute), 0);
    if (*left)
        (*left)--;
    else if (!o->wrong && (*attribute || !is_implied(element)))
        o->wrong = arena_printf(o->arena, "libxml2 finds <%s %s>, which was not written", element, attribute).ptr;
}

static void start(void *context, const xmlChar *name, const xmlChar **attributes)
{
    take(context, (const char *)name, "");
    for (; attributes && attributes[0]; attributes += 2)
        take(context, (const char *)name, (const char *)attributes[0]);
}

/* The tags as they stand there: weft writes every value in quotes and no '<' anywhere else. */
static void count_tags(struct other *o, struct str html)
{
    for (size_t at = str_find(html, STR("<"), 0); at != SIZE_MAX; at = str_find(html, STR("<"), at + 1)) {
        struct str tag = str_sub(html, at + 1, str_find(html, STR(">"), at));
        size_t end = 0;
        while (end < tag.len && tag.ptr[end] != ' ')
            end++;
        const char *element = arena_str(o->arena, str_sub(tag, 0, end)).ptr;
        ++*map_slot(&o->written, key_of(element, ""), 0);
        for (size_t quote = end; quote < tag.len;) {
            size_t equals = str_find(tag, STR("=\""), quote),
                   close = equals == SIZE_MAX ? SIZE_MAX : str_find(tag, STR("\""), equals + 2);
            if (close == SIZE_MAX)
                break;
            ++*map_slot(&o->written, key_of(element, arena_str(o->arena, str_sub(tag, quote + 1, equals)).ptr), 0);
            quote = close + 1;
        }
    }
}

static void be_quiet(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

const char *written_check_again(struct arena *a, struct str html)
{
    struct other o = { .arena = a };
    htmlSAXHandler handler = { .startElement = start, .warning = be_quiet, .error = be_quiet, .fatalError = be_quiet };
    map_open(&o.written, a, 256);
    count_tags(&o, html);
    htmlParserCtxtPtr reader = htmlCreatePushParserCtxt(&handler, &o, html.ptr, 0, NULL, XML_CHAR_ENCODING_UTF8);
    if (!reader)
        return "libxml2 cannot be used";
    htmlCtxtUseOptions(reader, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
    htmlParseChunk(reader, html.ptr, (int)html.len, 1);
    htmlFreeParserCtxt(reader);
    return o.wrong;
}
