/* XPath 1.0 over the flat tree, by libxml2.
 *
 * An expression is read once and asked of many trees:
 *
 *     AUTO(xpath) x = { 0 };
 *     if (xpath_open(&x, expression, e) || xpath_eval(&x, &a, &dom, &value, e)) ...
 *
 * Elements are asked for by their names as written, without namespaces: //div, //svg. libxml2 is loaded when the first expression
 * comes (docs/decisions/0002). */
#ifndef PARSE_XPATH_H
#define PARSE_XPATH_H

#include "parse/dom.h"

struct xpath {
    struct xpath_calls *calls; /* NULL: nothing to drop */
    void *compiled;
    struct str expression; /* as it was given */
};

enum xpath_kind { XPATH_GIVES_NODES, XPATH_GIVES_NUMBER, XPATH_GIVES_TEXT, XPATH_GIVES_TRUTH };

struct xpath_place {
    uint32_t node;
    uint32_t attr; /* number in dom->attr of the attribute that was chosen; UINT32_MAX: the node itself */
};

struct xpath_value {
    enum xpath_kind kind;
    struct xpath_place *place; /* in document order */
    uint32_t n;
    double number;
    struct str text; /* of XPATH_GIVES_TEXT */
    bool truth;
};

/* E_USAGE: not an expression. E_SYSTEM: libxml2 is not there. The bytes of the expression must live as long as `x`. */
int xpath_open(struct xpath *x, struct str expression, struct err *e) MUST_CHECK;
/* E_USAGE: a function that XPath does not have. E_LIMIT: more than LIMIT_XPATH_STEPS. O(nodes) for the tree, then as the expression
 * asks. */
int xpath_eval(const struct xpath *x, struct arena *a, const struct dom *d, struct xpath_value *out, struct err *e) MUST_CHECK;
void xpath_drop(struct xpath *x);

#endif
