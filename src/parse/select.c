/* In: a tree and an expression. Out: numbers of nodes.
 *
 * Tells the two languages apart and puts what either gives into one form. O(nodes). */
#include "parse/select.h"

#include "base/limits.h"
#include "parse/css.h"
#include "parse/xpath.h"

static int by_xpath(struct arena *a, const struct dom *d, struct str expression, uint8_t **chosen, struct err *e)
{
    AUTO(arena) room = { 0 };
    AUTO(xpath) x = { 0 };
    struct xpath_value value;
    int failed;

    if ((failed = xpath_open(&x, expression, e)) || (failed = xpath_eval(&x, &room, d, &value, e)))
        return failed;
    if (value.kind != XPATH_GIVES_NODES)
        return err_set(e, E_USAGE, "the XPath '%.*s' gives no nodes but a value", STR_ARG(expression));
    *chosen = NEW_ARRAY(a, uint8_t, d->n);
    for (uint32_t i = 0; i < value.n; i++)
        (*chosen)[value.place[i].node] = 1;
    return 0;
}

int select_nodes(struct arena *a, const struct dom *d, struct str expression, uint32_t **node, uint32_t *n, struct err *e)
{
    const struct str mark = STR("xpath:");
    uint8_t *chosen;
    uint32_t count = 0, at = 0;
    int failed;

    expression = str_trim(expression);
    if (expression.len == 0)
        return err_set(e, E_USAGE, "the selector is empty");
    if (expression.len > LIMIT_EXPRESSION_BYTES)
        return err_set(e, E_LIMIT, "the selector is longer than %zu bytes", LIMIT_EXPRESSION_BYTES);
    if (str_starts(expression, mark))
        failed = by_xpath(a, d, str_sub(expression, mark.len, expression.len), &chosen, e);
    else if (expression.ptr[0] == '/' || expression.ptr[0] == '(')
        failed = by_xpath(a, d, expression, &chosen, e);
    else
        failed = css_select(a, d, expression, &chosen, e);
    if (failed)
        return failed;
    for (uint32_t i = 0; i < d->n; i++)
        count += chosen[i];
    *node = NEW_ARRAY(a, uint32_t, count);
    for (uint32_t i = 0; i < d->n; i++)
        if (chosen[i])
            (*node)[at++] = i;
    *n = count;
    return 0;
}
