/* In: a template, and a letter. Out: text. O(bytes of both). */
#include "notify/template.h"

#include "base/limits.h"
#include "base/share.h"

enum template_word {
    FILL_HEADLINE,
    FILL_TITLE,
    FILL_URL,
    FILL_HOST,
    FILL_WHEN,
    FILL_IMPORTANCE,
    FILL_NOTE,
    FILL_CHANGES,
    FILL_DIFFERENCE,
    FILL_HISTORY,
    FILL_PAGES
};
static const char *const words[] = { "headline", "title",   "url",        "host",    "when", "importance",
                                     "note",     "changes", "difference", "history", "pages" };

static bool find_word(struct str name, enum template_word *out)
{
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_eq(name, str_of(words[i]))) {
            *out = (enum template_word)i;
            return true;
        }
    return false;
}

/* What stands before the next brace, what the braces name, and the rest. False: there is no brace any more. */
static bool next_brace(struct str *rest, struct str *before, struct str *name)
{
    size_t open = str_find(*rest, STR("{"), 0), close = open == SIZE_MAX ? SIZE_MAX : str_find(*rest, STR("}"), open);
    if (open == SIZE_MAX) {
        *before = *rest;
        return false;
    }
    *before = str_sub(*rest, 0, open);
    if (open + 1 < rest->len && rest->ptr[open + 1] == '{') { /* a brace that means itself */
        *name = STR("{");
        *rest = str_sub(*rest, open + 2, rest->len);
        return true;
    }
    *name = close == SIZE_MAX ? str_sub(*rest, open, rest->len)
                              : str_sub(*rest, open + 1, close); /* one that does not end is not known */
    *rest = str_sub(*rest, close == SIZE_MAX ? rest->len : close + 1, rest->len);
    return true;
}

int template_check(struct str text, struct err *e)
{
    struct str rest = text, before, name;
    enum template_word word;
    if (text.len > TEMPLATE_BYTES_MAX)
        return err_set(e, E_USAGE, "a template has %d bytes at most", TEMPLATE_BYTES_MAX);
    while (next_brace(&rest, &before, &name)) {
        if (str_starts(name, STR("{")) && name.len > 1)
            return err_set(e, E_USAGE, "the brace before \"%.*s\" does not end; write {title}, or {{ for a brace",
                           STR_ARG(str_sub(name, 1, name.len)));
        if (!str_eq(name, STR("{")) && !find_word(name, &word))
            return err_set(
                e, E_USAGE,
                "{%.*s} is not known in a template; there are {headline}, {title}, {url}, {host}, {when}, {importance}, {note}, "
                "{changes}, {difference}, {history} and {pages}",
                STR_ARG(name));
    }
    return 0;
}

static void add_word(enum template_word word, const struct mail_letter *m, const struct mail_page *p, struct buf *out)
{
    const struct str texts[] = {
        [FILL_HEADLINE] = p->headline, [FILL_TITLE] = p->title, [FILL_URL] = p->url,         [FILL_HOST] = p->host,
        [FILL_WHEN] = p->when,         [FILL_NOTE] = p->note,   [FILL_DIFFERENCE] = p->diff, [FILL_HISTORY] = p->history,
    };
    if (word == FILL_CHANGES)
        mail_changes_text(p, UINT32_MAX, out);
    else if (word == FILL_PAGES)
        buf_addf(out, "%u", m->n_pages);
    else if (word == FILL_IMPORTANCE && p->importance >= 0)
        buf_addf(out, "%.*f", share_digits(p->importance), p->importance);
    else if (word != FILL_IMPORTANCE)
        buf_add(out, texts[word]);
}

static void fill(struct str text, const struct mail_letter *m, const struct mail_page *p, struct buf *out)
{
    struct str rest = text, before, name;
    enum template_word word;
    bool more;
    do {
        more = next_brace(&rest, &before, &name);
        buf_add(out, before);
        if (more && find_word(name, &word))
            add_word(word, m, p, out);
        else if (more)
            buf_add(out, STR("{"));
    } while (more);
}

void template_subject(struct str text, const struct mail_letter *m, struct buf *out)
{
    size_t at = out->len;
    if (m->n_pages)
        fill(text, m, &m->page[0], out);
    for (; at < out->len; at++)
        if ((unsigned char)out->ptr[at] < ' ')
            out->ptr[at] = ' ';
}

void template_text(struct str text, const struct mail_letter *m, struct buf *out)
{
    for (uint32_t i = 0; i < m->n_pages; i++) {
        buf_add(out, i ? STR("\n\n") : STR(""));
        fill(text, m, &m->page[i], out);
    }
}
