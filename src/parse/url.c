/* In: an address and what it stands on. Out: the absolute address, in lexbor's serialised form.
 *
 * Cost: O(bytes) for each address, one parser for each base. */
#include "parse/url.h"

#include <lexbor/url/url.h>

#include "base/buf.h"

enum {
    /* A longer one is a data: address, which has no relative form; browsers cut addresses that people see at 2,000 to 64,000. */
    URL_BYTES_MAX = 1 << 14,
    /* Each byte may become %XX, and the base stands in front. */
    RESOLVED_MAX = 4 * 2 * URL_BYTES_MAX,
};

static lxb_url_t *parse(const struct url_base *b, struct str address)
{
    lxb_url_parser_t *parser = b->parser;

    if (address.len > URL_BYTES_MAX)
        return NULL;
    lxb_url_parser_clean(parser);
    return lxb_url_parse(parser, b->url, (const lxb_char_t *)(address.len ? address.ptr : ""), address.len);
}

void url_base_open(struct url_base *b, struct str address)
{
    *b = (struct url_base){ 0 };
    if (!address.len)
        return;
    b->parser = lxb_url_parser_create();
    if (b->parser && lxb_url_parser_init(b->parser, NULL) == LXB_STATUS_OK)
        b->url = parse(b, address);
}

void url_base_drop(struct url_base *b)
{
    if (!b->parser)
        return;
    lxb_url_parser_memory_destroy(b->parser);
    lxb_url_parser_destroy(b->parser, true);
    *b = (struct url_base){ 0 };
}

static lxb_status_t add_piece(const lxb_char_t *bytes, size_t n, void *to)
{
    buf_add_bytes(to, (const char *)bytes, n);
    return LXB_STATUS_OK;
}

struct str url_base_resolve(struct url_base *b, struct arena *a, struct str reference)
{
    AUTO(buf) out = BUF(RESOLVED_MAX);
    struct str trimmed = str_trim(reference), resolved = trimmed;
    lxb_url_t *url = b->url ? parse(b, trimmed) : NULL;

    if (!url)
        return trimmed;
    if (lxb_url_serialize(url, add_piece, &out, false) != LXB_STATUS_OK || buf_take(&out, a, &resolved, NULL))
        resolved = trimmed;
    lxb_url_destroy(url);
    return resolved;
}

bool url_is_base(struct str address)
{
    AUTO(url_base) b;

    url_base_open(&b, address);
    return b.url && !((const lxb_url_t *)b.url)->path.opaque;
}

struct str url_resolve(struct arena *a, struct str base, struct str reference)
{
    AUTO(url_base) b;

    url_base_open(&b, base);
    return url_base_resolve(&b, a, reference);
}
