/* Stands between lexbor's tokenizer and its tree builder and keeps hostile pages from costing more than O(bytes). For html.c. */
#ifndef PARSE_GUARD_H
#define PARSE_GUARD_H

#include <lexbor/html/parser.h>

#include "base/arena.h"
#include "base/limits.h"

enum { GUARD_SLOTS = 256 };

struct guard {
    lxb_html_parser_t *parser;
    lxb_html_document_t *document;
    lxb_html_tokenizer_token_f pass; /* the tree builder's own callback, and what it wants */
    void *pass_to;
    uint32_t skipped[GUARD_SLOTS];               /* start tags left out whose end tags must go too, by name */
    uint64_t n_deep, n_formatting, n_attributes; /* what was left out */
    uint32_t n_root_attributes;                  /* that <html> and <body> tags have brought: they gather on one element each */
    uint64_t n_steps;                            /* what walking a deep stack of open elements has cost at most */
    uint64_t n_clones;   /* formatting elements that the tree builder opened again on its own, and their attributes */
    bool no_formatting;  /* too many of those: no more formatting */
    bool broken_doctype; /* quirks mode comes from how it is written, not from its identifiers */
};

/* Puts itself in front of the tree builder; the parser has begun a document. */
void guard_open(struct guard *g, lxb_html_parser_t *parser, lxb_html_document_t *document);
/* Feeds the whole text. E_LIMIT where the page would cost more memory or time than any real page. */
int guard_feed(struct guard *g, struct str text, struct err *e) MUST_CHECK;
/* What was left out, in words; empty where nothing was. */
struct str guard_words(const struct guard *g, struct arena *a);

#endif
