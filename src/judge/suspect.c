/* In: a page that was fetched, and the version before it. Out: whether it is the page at all.
 *
 * Three things together make an answer suspect: it has the marks of a captcha, a login or an error page (words in many languages, parts of
 * known guards: suspect.def); it is short, as such pages are; and it has lost what the version before had, with nothing of its own in the
 * place of it (judge/suspect_kept). A contact form with a captcha, an article about error 404 or a login box in a corner fail the second or
 * the third. What was there before is never suspect. Emptiness, a fraction of the usual size, another language, a form for a password and
 * little else, and HTML in place of a feed need no marks. A page that lost most of its words, but has its own beginning and end and no
 * scripts that could fill it, was cut down by its author.
 * Cost: O(words + nodes), and the rows of the table over at most TEXT_WORDS words. */
#include "judge/suspect.h"

#include "base/hash.h"
#include "base/map.h"
#include "judge/consent.h"
#include "judge/language.h"
#include "judge/pieces.h"
#include "judge/suspect_address.h"
#include "judge/suspect_form.h"
#include "judge/suspect_kept.h"
#include "segment/roles.h"

/* Pages of this kind have some ten words, with menus around them some hundred; they are "short" up to here. */
enum { SHORT_WORDS = 250 };
/* Without a version before to compare with, only the plainest cases count. */
enum { BARE_WORDS = 80 };
/* A question about cookies with the menus around it. */
enum { QUESTION_WORDS = 400 };
/* A fraction of the usual size: less than a quarter and short, or less than a tenth; where there was enough to speak of a size. Lists that
 * start again (the errata of a release) lose as much, but not down to a short page. */
enum { SHRUNK_TIMES = 4, SHRUNK_MUCH_TIMES = 10, SHRUNK_FROM_WORDS = 80 };
/* Words that are looked at: the whole of a short page. */
enum { TEXT_WORDS = 400, FIRST_WORDS = 12, LINE_WORDS = 6, HEADINGS = 3, TEXT_BYTES = 1 << 16 };

enum place { TITLE, ANYWHERE, ALONE, MARKUP };

static const struct {
    enum suspect kind;
    enum place place;
    struct str text;
} rows[] = {
#define SAYS(kind, place, text) { SUSPECT_##kind, place, STR_INIT(text) },
#define MARK(kind, text) { SUSPECT_##kind, MARKUP, STR_INIT(text) },
#include "judge/suspect.def"
#undef SAYS
#undef MARK
};

static const char *const names[SUSPECTS] = { "none",     "empty",  "captcha", "login",   "error",  "consent",
                                             "language", "shrunk", "paywall", "blocked", "parked", "elsewhere" };

const char *suspect_name(enum suspect kind)
{
    return (unsigned)kind < SUSPECTS ? names[kind] : "?";
}

/* What is seen of one page, and which rows of the table it has. */
struct look {
    uint32_t words;                    /* that a reader sees; no pictures */
    bool password;                     /* it asks for one */
    uint32_t door;                     /* the field for it */
    const struct str *found[SUSPECTS]; /* the first row of each kind, or NULL */
    uint32_t node[SUSPECTS];           /* whose markup has it; NONE: people read it */
};

static uint32_t count_words_of(const struct page *p, uint32_t node)
{
    return suspect_count_words(p, p->first_word[node], p->first_word[p->dom.node[node].end]);
}

static uint32_t count_words(const struct page *p)
{
    return suspect_count_words(p, 0, p->n_words);
}

/* The words from `word` on that a reader sees, at most `max` of them. */
static void add_words(const struct page *p, uint32_t word, uint32_t end, uint32_t max, struct buf *out)
{
    for (uint32_t i = word; i < end && max; i++) {
        uint32_t from = i;
        while (i < end && max && suspect_is_seen(&p->word[i])) {
            i++;
            max--;
        }
        if (i > from)
            page_words_text(p, from, i, out);
        if (i > from)
            buf_add_char(out, ' ');
    }
}

/* What stands in large letters, and how the page begins. */
static void add_title(const struct page *p, struct buf *out)
{
    buf_add(out, p->title);
    for (uint32_t i = 0; i < p->n_headings && i < HEADINGS; i++) {
        uint32_t node = p->heading[i].node;
        buf_add_char(out, '\n');
        add_words(p, p->first_word[node], p->first_word[p->dom.node[node].end], FIRST_WORDS * 2, out);
    }
    buf_add_char(out, '\n');
    add_words(p, 0, p->n_words, FIRST_WORDS, out);
}

static bool is_digit_at(struct str text, size_t at)
{
    return at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9';
}

/* Past blanks, backwards or forwards, is nothing more of the line, or a mark that parts two things: "404 | Acme", "404: gone". */
static bool is_parted_before(struct str text, size_t at)
{
    while (at && text.ptr[at - 1] == ' ')
        at--;
    return !at || memchr("\n|:-([", text.ptr[at - 1], 6) || (at > 2 && str_eq(str_sub(text, at - 3, at - 1), STR("\xe2\x80")));
}

static bool is_parted_after(struct str text, size_t at)
{
    while (at < text.len && text.ptr[at] == ' ')
        at++;
    bool point = at < text.len && memchr(".,", text.ptr[at], 2);
    return at >= text.len || (point ? !is_digit_at(text, at + 1) : memchr("\n|:-!)]", text.ptr[at], 7) != NULL)
           || str_eq(str_sub(text, at, at + 2), STR("\xe2\x80"));
}

/* Words may stand in longer ones, as languages join them. A number must stand alone: "Item 404", "404 Main Street" and 14045 are not
 * errors. */
static bool has_text(struct str text, struct str what)
{
    bool number = is_digit_at(what, what.len - 1) && is_digit_at(what, 0);
    size_t at = str_find(text, what, 0);
    while (number && at != SIZE_MAX && !(is_parted_before(text, at) && is_parted_after(text, at + what.len)))
        at = str_find(text, what, at + 1);
    return at != SIZE_MAX;
}

static bool has_ascii_letter(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_lower(text.ptr[i]) >= 'a' && byte_lower(text.ptr[i]) <= 'z')
            return true;
    return false;
}

/* `text` is in small letters, as the rows are; `node` has it in its markup, or is NONE. */
static void find_text(struct look *l, enum place place, struct str text, uint32_t node)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i].place == place && (l->password || rows[i].kind != SUSPECT_LOGIN || place != TITLE) && !l->found[rows[i].kind]
            && str_may_have(&pairs, rows[i].text) && has_text(text, rows[i].text)) {
            l->found[rows[i].kind] = &rows[i].text;
            l->node[rows[i].kind] = node;
        }
}

static void lower(char *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        out[i] = byte_lower(text.ptr[i]);
}

/* "Loading…", "(Loading...)": the line is the text, but for the marks around it and a first letter that has a capital. */
static bool is_line(struct str line, struct str text)
{
    size_t at = str_find(line, text, 0);
    enum { AROUND = 4 }; /* bytes */
    return at <= AROUND && line.len - at - text.len <= AROUND && !has_ascii_letter(str_sub(line, 0, at))
           && !has_ascii_letter(str_sub(line, at + text.len, line.len));
}

/* `line` is in small letters. */
static void find_alone(struct look *l, struct str line)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i].place == ALONE && !l->found[rows[i].kind] && is_line(line, rows[i].text)) {
            l->found[rows[i].kind] = &rows[i].text;
            l->node[rows[i].kind] = NONE;
        }
}

static void find_lines(struct look *l, const struct page *p)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    for (uint32_t i = 0; i < p->n_sentences; i++) {
        if (p->sentence[i].end - p->sentence[i].word > LINE_WORDS)
            continue;
        buf_clear(&line);
        add_words(p, p->sentence[i].word, p->sentence[i].end, LINE_WORDS, &line);
        lower(line.ptr, buf_str(&line));
        find_alone(l, str_trim(buf_str(&line)));
    }
}

static bool is_marked(uint32_t tag)
{
    return tag == TAG_SCRIPT || tag == TAG_IFRAME || tag == TAG_IMG || tag == TAG_FORM || tag == TAG_LINK || tag == TAG_DIV
           || tag == TAG_INPUT;
}

static void find_marks(struct look *l, const struct dom *d, uint32_t node)
{
    static const struct str attributes[] = { STR_INIT("src"), STR_INIT("action"), STR_INIT("href"), STR_INIT("class"),
                                             STR_INIT("id") };
    char low[512];
    struct str value;
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        if (!dom_attr(d, node, attributes[i], &value))
            continue;
        value = str_sub(value, 0, sizeof low);
        lower(low, value);
        find_text(l, MARKUP, (struct str){ low, value.len }, node);
    }
}

static void find_nodes(struct look *l, const struct page *p)
{
    struct str type;
    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        if (n->kind != NODE_ELEMENT || !n->n_attr)
            continue;
        if (n->tag == TAG_INPUT && dom_attr(&p->dom, i, STR("type"), &type) && str_eq_nocase(type, STR("password"))
            && !(p->flags[i] & NODE_HIDDEN) && !l->password) {
            l->password = true;
            l->door = i;
        }
        if (is_marked(n->tag))
            find_marks(l, &p->dom, i);
    }
}

static struct look look_at(const struct page *p)
{
    AUTO(buf) text = BUF(TEXT_BYTES);
    struct look l = { .words = count_words(p) };
    find_nodes(&l, p);
    add_title(p, &text);
    lower(text.ptr, buf_str(&text));
    find_text(&l, TITLE, buf_str(&text), NONE);
    buf_clear(&text);
    if (l.words <= TEXT_WORDS)
        add_words(p, 0, p->n_words, TEXT_WORDS, &text);
    lower(text.ptr, buf_str(&text));
    find_text(&l, ANYWHERE, buf_str(&text), NONE);
    if (l.words <= TEXT_WORDS)
        find_lines(&l, p);
    return l;
}

/* ---- Words and marks ---- */

static enum suspect say_found(enum suspect kind, const struct look *l, struct buf *why)
{
    static const char *const words[SUSPECTS] = {
        [SUSPECT_CAPTCHA] = "it looks like a check for robots",
        [SUSPECT_LOGIN] = "it looks like a login page",
        [SUSPECT_ERROR] = "it looks like an error page",
        [SUSPECT_PAYWALL] = "it looks like an offer to subscribe",
        [SUSPECT_BLOCKED] = "it looks like an answer to visitors who are shut out",
        [SUSPECT_PARKED] = "it looks like an address without a site",
        [SUSPECT_EMPTY] = "it looks like a page that is still loading",
    };
    buf_addf(why, "%s (\"%.*s\") and not like the page", words[kind], STR_ARG(*l->found[kind]));
    return kind;
}

/* A kind whose marks are new, in the place of the page, and short enough to be nothing else. */
static enum suspect by_marks(const struct page *page, const struct page *old, const struct look *now, const struct look *before,
                             struct buf *why)
{
    static const enum suspect order[] = { SUSPECT_CAPTCHA, SUSPECT_LOGIN, SUSPECT_BLOCKED, SUSPECT_PARKED,
                                          SUSPECT_PAYWALL, SUSPECT_ERROR, SUSPECT_EMPTY };
    uint32_t most = before ? MAX((uint32_t)SHORT_WORDS, before->words / 2) : BARE_WORDS;
    if (now->words > most)
        return SUSPECT_NONE;
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        enum suspect kind = order[i];
        if (!now->found[kind] || (before && before->found[kind]))
            continue;
        struct suspect_sign sign = { *now->found[kind], now->node[kind], kind == SUSPECT_ERROR };
        if (!suspect_is_beside(page, old, &sign))
            return say_found(kind, now, why);
    }
    return SUSPECT_NONE;
}

/* "Notice: Undefined index: lang in /var/www/index.php on line 44": a program's word to its author, before the page begins. */
static bool has_diagnosis(const struct page *p)
{
    static const struct str first[] = { STR_INIT("Notice"), STR_INIT("Warning"), STR_INIT("Deprecated"), STR_INIT("Fatal error"),
                                        STR_INIT("Parse error") };
    enum { DIAGNOSIS_WORDS = 40 };
    AUTO(buf) text = BUF(TEXT_BYTES);
    bool begins = false;
    add_words(p, 0, p->n_words, DIAGNOSIS_WORDS, &text);
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        begins |= str_starts(str_trim(buf_str(&text)), first[i]);
    size_t at = begins ? str_find(buf_str(&text), STR(" on line "), 0) : SIZE_MAX;
    return at != SIZE_MAX && is_digit_at(buf_str(&text), at + strlen(" on line "))
           && str_find(str_sub(buf_str(&text), 0, at), STR(".php"), 0) != SIZE_MAX;
}

static enum suspect by_diagnosis(const struct page *page, const struct page *old, struct buf *why)
{
    if (!has_diagnosis(page) || has_diagnosis(old))
        return SUSPECT_NONE;
    buf_add(why, STR("it begins with an error message of its server"));
    return SUSPECT_ERROR;
}

/* A form for a password and little else is a door, in whatever language it speaks. */
static enum suspect by_password(const struct page *page, const struct page *old, const struct look *now, const struct look *before,
                                struct buf *why)
{
    struct suspect_sign sign = { .node = now->door };
    if (!before || !now->password || before->password || now->words > MAX((uint32_t)BARE_WORDS, before->words / SHRUNK_TIMES)
        || suspect_is_beside(page, old, &sign))
        return SUSPECT_NONE;
    buf_add(why, STR("it asks for a password and has little else"));
    return SUSPECT_LOGIN;
}

/* A question about cookies and little else: in the page's place, not in front of it. */
static enum suspect by_question(const struct page *page, const struct page *old, const struct look *now, struct buf *why)
{
    uint32_t usual = old ? count_words(old) : 0;
    uint32_t node = now->words > (old ? QUESTION_WORDS : BARE_WORDS) ? NONE : consent_find(page, true), words = 0;
    uint32_t before = node != NONE && old ? consent_find(old, false) : NONE;
    if (node == NONE)
        return SUSPECT_NONE;
    words = count_words_of(page, node);
    usual -= old && before != NONE ? count_words_of(old, before) : 0;
    if (words * 2 < now->words || (old && (now->words - words) * 2 >= usual))
        return SUSPECT_NONE;
    buf_add(why, STR("it asks for consent to cookies and has little else"));
    return SUSPECT_CONSENT;
}

static enum suspect by_language(const struct page *page, const struct page *old, struct buf *why)
{
    const char *now = old ? language_of(page) : NULL, *before = now ? language_of(old) : NULL;
    if (!now || !before || now == before)
        return SUSPECT_NONE;
    if (language_is_declared(page, now) && language_is_declared(old, now)) /* it was to be in that all along: now it is */
        return SUSPECT_NONE;
    buf_addf(why, "it is in %s, where it used to be in %s", now, before);
    return SUSPECT_LANGUAGE;
}

/* It has another title and offers another language, also where most of it is names and numbers, which stay. Most pages keep their title,
 * and their links are not read. */
static enum suspect by_offer(const struct page *page, const struct page *old, struct buf *why)
{
    struct str now, before;
    if (str_eq(page->title, old->title) || !language_offered_instead(old, page, &before, &now))
        return SUSPECT_NONE;
    buf_addf(why, "it offers %.*s where it used to offer %.*s, so it is in another language", STR_ARG(now), STR_ARG(before));
    return SUSPECT_LANGUAGE;
}

/* ---- Size ---- */

static uint32_t count_scripts(const struct page *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->dom.n; i++)
        n += p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == TAG_SCRIPT;
    return n;
}

/* The last word of letters; empty: there is none. A half page may end with a full stop too. */
static struct str last_word(const struct page *p)
{
    for (uint32_t w = p->n_words; w > 0; w--)
        if (suspect_is_seen(&p->word[w - 1]) && shape_is_letters(page_word(p, w - 1)))
            return page_word(p, w - 1);
    return STR("");
}

/* Words that are not of a program which asks about cookies: its window is as long as a page, and stays where the page is gone. */
static uint32_t count_own_words(const struct page *p)
{
    AUTO(arena) a = { 0 };
    struct roles roles;
    uint32_t n = count_words(p);
    roles_open(&roles, &a, p, NULL);
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && (roles_of(&roles, i) & ROLE_CONSENT)) {
            n -= count_words_of(p, i);
            i = p->dom.node[i].end - 1;
        }
    return n;
}

/* What is left is of the page itself, to its end, and no script is there to bring the rest: not an error, a half or a shell. */
static bool was_cut_down(const struct page *old, const struct page *new)
{
    enum { SCRIPTS = 2 };
    uint32_t scripts = count_scripts(new);
    struct str last = last_word(new);
    return scripts <= SCRIPTS && scripts <= count_scripts(old) && last.len && str_eq(last, last_word(old))
           && suspect_has_old_words(old, new);
}

static bool is_small(const struct look *now, uint32_t usual)
{
    return usual >= SHRUNK_FROM_WORDS && now->words < usual / (now->words > SHORT_WORDS ? SHRUNK_MUCH_TIMES : SHRUNK_TIMES);
}

/* The words of a page, as far as is needed to know that it is not small beside the old one; NULL: all of them. */
static uint32_t count_enough(const struct page *p, const struct page *old)
{
    uint32_t most = old ? old->n_words / SHRUNK_TIMES + 1 : UINT32_MAX;
    return suspect_count_some(p, 0, p->n_words, most);
}

static enum suspect empty(const struct page *page, const struct look *now, const struct look *before, struct buf *why)
{
    bool nothing = !str_trim(page->bytes).len;
    if (now->words || (before ? !before->words : !nothing))
        return SUSPECT_NONE;
    buf_add(why, nothing ? STR("it is empty") : STR("there is nothing to read on it"));
    return SUSPECT_EMPTY;
}

/* ---- The page again ---- */

/* How much of two pages is the same: twice the words that they share, by all that they have. Each word counts once. */
static double likeness(const struct page *l, const struct page *r)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t both = 0, all = 0;
    map_open(&seen, &a, l->n_words);
    for (uint32_t w = 0; w < l->n_words; w++)
        if (suspect_is_seen(&l->word[w]))
            all += (*map_slot(&seen, hash_str(page_word(l, w)), 0))++ == 0;
    for (uint32_t w = 0; w < r->n_words; w++) {
        uint32_t *times = suspect_is_seen(&r->word[w]) ? map_slot(&seen, hash_str(page_word(r, w)), 0) : NULL;
        if (!times || *times == UINT32_MAX)
            continue;
        both += *times > 0;
        all++;
        *times = UINT32_MAX; /* the right one has it */
    }
    return all ? 2.0 * both / all : 1;
}

bool suspect_is_back(const struct page *page, const struct page *real, const struct page *wall)
{
    return likeness(page, real) >= likeness(page, wall);
}

bool suspect_is_again(const struct page *page, const struct page *before)
{
    return likeness(page, before) * 3 >= 2;
}

/* ---- All of it ---- */

/* Looks at both pages, where the new one is short enough to be something else. */
static void look_at_both(const struct page *page, const struct page *old, struct look *now, struct look *was)
{
    if (now->words > (old ? MAX((uint32_t)QUESTION_WORDS, was->words / 2) : BARE_WORDS))
        return;
    *now = look_at(page);
    if (old)
        *was = look_at(old);
}

/* What a page says that did not keep most of the one before. */
static enum suspect by_words(const struct page *page, const struct suspect_facts *facts, struct look *now, struct look *was,
                             struct buf *why)
{
    const struct look *before = facts->old ? was : NULL;
    enum suspect kind;
    look_at_both(page, facts->old, now, was);
    if ((kind = by_marks(page, facts->old, now, before, why)) || (kind = by_question(page, facts->old, now, why))
        || (kind = by_password(page, facts->old, now, before, why)) || (kind = suspect_address(page, facts, why))
        || (before && (kind = suspect_data(page, facts->old, why))))
        return kind;
    return by_language(page, facts->old, why);
}

enum suspect suspect_page(const struct page *page, const struct suspect_facts *facts, struct buf *why)
{
    struct look now = { .words = count_enough(page, facts->old) }, was = { 0 };
    const struct look *before = facts->old ? &was : NULL;
    enum suspect kind;
    if (before && !now.words)
        was.words = count_words(facts->old);
    if ((kind = empty(page, &now, before, why)))
        return kind;
    if (before
        && ((kind = suspect_form(page, facts->old, why)) || (kind = by_diagnosis(page, facts->old, why))
            || (kind = by_offer(page, facts->old, why))))
        return kind;
    bool keeps = before && suspect_keeps(facts->old, page);
    if (keeps && !is_small(&now, facts->old->n_words)) /* as after most changes: what is hidden need not be left out */
        return SUSPECT_NONE;
    now.words = before ? count_words(page) : now.words;
    was.words = before ? count_words(facts->old) : 0;
    if (!keeps && (kind = by_words(page, facts, &now, &was, why)))
        return kind;
    if (before) {
        now.words = count_own_words(page);
        was.words = count_own_words(facts->old);
    }
    if (!is_small(&now, was.words) || (before && was_cut_down(facts->old, page)))
        return SUSPECT_NONE;
    buf_addf(why, "it has %u words, where it used to have about %u", now.words, was.words);
    return SUSPECT_SHRUNK;
}

struct str suspect_rest(struct str headline, struct str reason)
{
    if (reason.len == 0 || headline.len < reason.len
        || !str_eq(str_sub(headline, 1, reason.len), str_sub(reason, 1, reason.len))) /* the first letter is a capital */
        return headline;
    struct str rest = str_sub(headline, reason.len, headline.len), between = STR(": ");
    return str_starts(rest, between) ? str_sub(rest, between.len, rest.len) : rest;
}
