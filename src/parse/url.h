/* Addresses by the WHATWG rules (https://url.spec.whatwg.org), through lexbor. */
#ifndef PARSE_URL_H
#define PARSE_URL_H

#include "base/arena.h"

/* `reference` made absolute against `base`. What cannot be resolved (no base, bad base, not an address, over URL_BYTES_MAX) comes out
 * trimmed and otherwise as it is. Sets a parser up for each call: for the addresses of a page open a url_base. O(bytes). */
struct str url_resolve(struct arena *a, struct str base, struct str reference);

/* Whether an address stands on its own and others can stand on it: https://a.org/ does, /path, data:... and mailto:... do not. */
bool url_is_base(struct str address);

/* A base that many addresses are resolved against:
 *
 *     AUTO(url_base) base;
 *     url_base_open(&base, page_address);
 *     absolute = url_base_resolve(&base, a, reference); */
struct url_base {
    void *parser, *url; /* lexbor's; NULL where the address is none */
};

/* Never fails: with a base that is no address, every reference comes out trimmed. An empty base costs nothing. */
void url_base_open(struct url_base *b, struct str address);
void url_base_drop(struct url_base *b);
struct str url_base_resolve(struct url_base *b, struct arena *a, struct str reference);

#endif
