/* Marks as in a difference: added is ins, removed is del, moved and links are spans with a class. Old, a space, new; never touching. */
#include "serve/excerpt_html.h"

#include "serve/html.h"

static void add_around(struct buf *out, struct str words, bool joins, bool behind)
{
    if (words.len == 0)
        return;
    if (behind && !joins)
        buf_add_char(out, ' ');
    HTML(out, "{}", TEXT(words));
    if (!behind && !joins)
        buf_add_char(out, ' ');
}

void excerpt_html(struct buf *out, const struct excerpt *x)
{
    add_around(out, x->before, x->joins_before, false);
    if (x->kind == CHANGE_MOVE)
        HTML(out, "<span class=\"mov\">{}</span>", TEXT(x->new.len ? x->new : x->old));
    else if (x->kind == CHANGE_ATTRIBUTE || x->kind == CHANGE_FORMAT)
        HTML(out, "<span class=\"lnk\">{}</span>", TEXT(x->new.len ? x->new : x->old));
    else {
        if (x->old.len)
            HTML(out, "<del>{}</del>", TEXT(x->old));
        if (x->old.len && x->new.len)
            buf_add_char(out, ' ');
        if (x->new.len)
            HTML(out, "<ins>{}</ins>", TEXT(x->new));
    }
    add_around(out, x->after, x->joins_after, true);
    if (x->note.len)
        HTML(out, " <span class=\"dim\">{}</span>", TEXT(x->note));
}

/* Whether it says what one before it says: a row of a table that changed twice alike. */
static bool is_repeated(const struct excerpts *all, uint32_t i)
{
    const struct excerpt *x = &all->item[i];

    for (uint32_t k = 0; k < i; k++)
        if (str_eq(all->item[k].old, x->old) && str_eq(all->item[k].new, x->new) && str_eq(all->item[k].before, x->before)
            && str_eq(all->item[k].after, x->after))
            return true;
    return false;
}

void excerpts_html(struct buf *out, const struct excerpts *all)
{
    enum { SHOWN = 2 };

    if (all->n == 0)
        return;
    html_raw(out, "<ul class=\"row-x\">");
    for (uint32_t i = 0, n = 0; i < all->n && n < SHOWN; i++) {
        if (is_repeated(all, i))
            continue;
        html_raw(out, "<li>");
        excerpt_html(out, &all->item[i]);
        html_raw(out, "</li>");
        n++;
    }
    html_raw(out, "</ul>\n");
}
