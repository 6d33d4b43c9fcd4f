/* In: the tokens of lexbor's tokenizer. Out: the same tokens to its tree builder, less what would make it slow.
 *
 * HTML5's rules are quadratic and worse in places: 200,000 nested elements, unclosed formatting that is rebuilt in every block,
 * 30,000 attributes compared pairwise, name tables of 128 slots that never grow. A scanner in front of the parser would have to
 * repeat the rules to know the depth; here the parser's own stack of open elements says it, so nothing can slip past.
 *  1. A start tag that would open an element past LIMIT_DEPTH, or a formatting element past LIMIT_FORMATTING, is left out, and as
 *     many end tags of its name after it. Elements whose content is raw text are never left out: their text would become markup.
 *  2. Attributes after the first LIMIT_ATTRIBUTES of a tag are left out.
 *  3. The text is fed in pieces; between two pieces the name tables grow with their content.
 *  4. Formatting that is rebuilt too often is forgotten (LIMIT_CLONES), and when walking a deep stack has cost too much
 *     (LIMIT_STEPS) tags at great depth are left out.
 *  5. Memory and names have an end: E_LIMIT.
 * Cost: O(1) a token. */
#include "parse/guard.h"

#include <inttypes.h>
#include <lexbor/html/tree/active_formatting.h>

#include "base/buf.h"
#include "parse/tag.h"

/* Between two pieces at most PIECE / 3 new names arrive, in chains that are at most that long. */
enum { PIECE = 32 << 10, CHAIN_MAX = 2, KEYWORD_MAX = 48, LEAVES_MAX = 32, ERRORS_MAX = 1024 };

static unsigned slot_of(lxb_tag_id_t tag)
{
    /* Tags that lexbor does not know have the address of their name as number. */
    return tag < LXB_TAG__LAST_ENTRY ? (unsigned)tag
                                     : LXB_TAG__LAST_ENTRY + (unsigned)(tag >> 4) % (GUARD_SLOTS - LXB_TAG__LAST_ENTRY);
}

/* The formatting elements of the HTML standard (13.2.4.2). */
static const bool formatting[LXB_TAG__LAST_ENTRY] = {
    [LXB_TAG_A] = true,      [LXB_TAG_B] = true,      [LXB_TAG_BIG] = true,  [LXB_TAG_CODE] = true, [LXB_TAG_EM] = true,
    [LXB_TAG_FONT] = true,   [LXB_TAG_I] = true,      [LXB_TAG_NOBR] = true, [LXB_TAG_S] = true,    [LXB_TAG_SMALL] = true,
    [LXB_TAG_STRIKE] = true, [LXB_TAG_STRONG] = true, [LXB_TAG_TT] = true,   [LXB_TAG_U] = true,
};

/* Elements that add no depth, or whose content the tokenizer must read in a mode of its own. */
static const bool leaf[LXB_TAG__LAST_ENTRY] = {
#define TAG(NAME, name, classes) [LXB_TAG_##NAME] = ((classes) & (TAG_VOID | TAG_RAW)) != 0,
#include "parse/tag.def"
#undef TAG
};

static bool is_formatting(lxb_tag_id_t tag)
{
    return tag < LXB_TAG__LAST_ENTRY && formatting[tag];
}

/* In SVG they are elements like others, so there is an end to this too. */
static bool is_leaf(lxb_tag_id_t tag, size_t depth)
{
    return tag < LXB_TAG__LAST_ENTRY && leaf[tag] && depth < LIMIT_DEPTH + LEAVES_MAX;
}

static size_t memory_of(const lexbor_mraw_t *m)
{
    return m->mem->chunk_length * m->mem->chunk_min_size;
}

/* Unlinks all attributes after `last`; returns how many. */
static uint64_t cut_after(lxb_html_token_t *token, lxb_html_token_attr_t *last)
{
    uint64_t n = 0;
    for (const lxb_html_token_attr_t *gone = last->next; gone; gone = gone->next)
        n++;
    last->next = NULL;
    token->attr_last = last;
    return n;
}

static void cut_attributes(struct guard *g, lxb_html_token_t *token)
{
    uint32_t n = 0;
    lxb_html_token_attr_t *last = NULL;
    for (lxb_html_token_attr_t *attr = token->attr_first; attr && n < LIMIT_ATTRIBUTES; attr = attr->next, n++)
        last = attr;
    if (last && last->next)
        g->n_attributes += cut_after(token, last);
    if (token->tag_id != LXB_TAG_HTML && token->tag_id != LXB_TAG_BODY)
        return;
    if (g->n_root_attributes + n > LIMIT_ATTRIBUTES) {
        token->attr_first = token->attr_last = NULL;
        g->n_attributes += n;
    } else {
        g->n_root_attributes += n;
    }
}

/* A tag with very many attributes that is still being read: those between the first ones and the newest go back to the tokenizer. */
static void trim_token(struct guard *g)
{
    lxb_html_tokenizer_t *tokenizer = g->parser->tkz;
    lxb_html_token_attr_t *keep = tokenizer->token ? tokenizer->token->attr_first : NULL;
    for (unsigned n = 1; keep && n < LIMIT_ATTRIBUTES; n++)
        keep = keep->next;
    while (keep && keep->next && keep->next != tokenizer->token->attr_last) {
        lxb_html_token_attr_t *gone = keep->next;
        keep->next = gone->next;
        gone->next->prev = keep;
        lexbor_dobject_free(tokenizer->dobj_token_attr, gone);
        g->n_attributes++;
    }
}

/* Takes everything but the markers out of the list that formatting elements are rebuilt from. */
static void forget_formatting(struct guard *g)
{
    lexbor_array_t *list = g->parser->tree->active_formatting;
    size_t kept = 0;
    for (size_t i = 0; i < list->length; i++)
        if (list->list[i] == (void *)lxb_html_tree_active_formatting_marker())
            list->list[kept++] = list->list[i];
    list->length = kept;
    g->no_formatting = true;
}

static bool skip_start(struct guard *g, lxb_tag_id_t tag)
{
    const lxb_html_tree_t *tree = g->parser->tree;
    if (is_leaf(tag, tree->open_elements->length))
        return false;
    if (is_formatting(tag) && (g->no_formatting || tree->active_formatting->length >= LIMIT_FORMATTING))
        g->n_formatting++;
    else if (tree->open_elements->length >= LIMIT_DEPTH)
        g->n_deep++;
    else
        return false;
    g->skipped[slot_of(tag)]++;
    return true;
}

static bool skip_tag(struct guard *g, lxb_html_token_t *token)
{
    if (token->tag_id == LXB_TAG__EM_DOCTYPE && token->type & LXB_HTML_TOKEN_TYPE_FORCE_QUIRKS)
        g->broken_doctype = true;
    if (token->tag_id < LXB_TAG__BEGIN) /* text, comment, doctype, end of file */
        return false;
    size_t depth = g->parser->tree->open_elements->length;
    if (depth > LIMIT_CHEAP_DEPTH) {
        g->n_steps += depth;
        if (g->n_steps > LIMIT_STEPS && !is_leaf(token->tag_id, depth))
            return ++g->n_deep;
    }
    if (!(token->type & LXB_HTML_TOKEN_TYPE_CLOSE)) {
        cut_attributes(g, token);
        return skip_start(g, token->tag_id);
    }
    uint32_t *skipped = &g->skipped[slot_of(token->tag_id)];
    return *skipped > 0 && (*skipped)--;
}

/* A token opens one element at most; what else was opened with it are clones. */
static void count_clones(struct guard *g, size_t from)
{
    const lexbor_array_t *open = g->parser->tree->open_elements;
    for (size_t i = from; i < open->length; i++) {
        g->n_clones++;
        for (const lxb_dom_attr_t *attr = ((const lxb_dom_element_t *)open->list[i])->first_attr; attr; attr = attr->next)
            g->n_clones++;
    }
    if (g->n_clones > LIMIT_CLONES && !g->no_formatting)
        forget_formatting(g);
}

/* The tokenizer's callback: NULL stops it. */
static lxb_html_token_t *on_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *ctx)
{
    struct guard *g = ctx;
    lexbor_array_t *open = g->parser->tree->open_elements;
    if (skip_tag(g, token))
        return token;
    size_t before = open->length + 1;
    token = g->pass(tokenizer, token, g->pass_to);
    if (open->length > before)
        count_clones(g, before);
    return token;
}

void guard_open(struct guard *g, lxb_html_parser_t *parser, lxb_html_document_t *document)
{
    lxb_html_tokenizer_t *tokenizer = parser->tkz;
    *g = (struct guard){
        .parser = parser,
        .document = document,
        .pass = tokenizer->callback_token_done,
        .pass_to = tokenizer->callback_token_ctx,
    };
    lxb_html_tokenizer_callback_token_done_set(tokenizer, on_token, g);
    /* The tree builder drops duplicates too, after the attributes were cut; the tokenizer's own check comes before that. */
    lxb_html_tokenizer_keep_duplicate_set(tokenizer, true);
}

/* lexbor's tables keep their first size; this gives a full one more slots. */
static void grow_table(lexbor_hash_t *hash)
{
    size_t n = lexbor_dobject_allocated(hash->entries);
    if (n <= hash->table_size * CHAIN_MAX)
        return;
    size_t new_size = hash->table_size;
    while (new_size < n * 2)
        new_size *= 2;
    lexbor_hash_entry_t **table = lexbor_calloc(new_size, sizeof(void *));
    if (!table)
        return;
    for (size_t i = 0; i < hash->table_size; i++) {
        for (lexbor_hash_entry_t *entry = hash->table[i], *next; entry; entry = next) {
            next = entry->next;
            size_t at = lexbor_hash_make_id(lexbor_hash_entry_str(entry), entry->length) % new_size;
            entry->next = table[at];
            table[at] = entry;
        }
    }
    lexbor_free(hash->table);
    hash->table = table;
    hash->table_size = new_size;
}

/* Nobody reads them. Their list grows in small steps, each of which may copy it, so one that has grown is made large enough at once. */
static void forget_errors(lexbor_array_obj_t *errors)
{
    bool many = lexbor_array_obj_length(errors) > ERRORS_MAX && lexbor_array_obj_size(errors) < PIECE;
    lexbor_array_obj_clean(errors);
    if (many)
        lexbor_array_obj_expand(errors, PIECE);
}

/* Between two pieces: the tables grow, errors that nobody reads are forgotten, and the costs are looked at. */
static int look(struct guard *g, struct err *e)
{
    lxb_dom_document_t *document = &g->document->dom_document;
    size_t bytes = memory_of(document->mraw) + memory_of(document->text);
    bytes += lexbor_dobject_allocated(g->parser->tkz->dobj_token_attr) * sizeof(lxb_html_token_attr_t);
    trim_token(g);
    grow_table(document->tags);
    grow_table(document->attrs);
    forget_errors(g->parser->tree->parse_errors);
    forget_errors(g->parser->tkz->parse_errors);
    if (bytes > LIMIT_PARSER_MEMORY / 2 && !g->no_formatting)
        forget_formatting(g);
    if (bytes > LIMIT_PARSER_MEMORY)
        return err_set(e, E_LIMIT, "the page has more elements and attributes than weft reads (over %zu MB of them)",
                       LIMIT_PARSER_MEMORY >> 20);
    if (lexbor_dobject_allocated(document->tags->entries) + lexbor_dobject_allocated(document->attrs->entries) > LIMIT_NAMES)
        return err_set(e, E_LIMIT, "the page has more than %u different names of elements and attributes", LIMIT_NAMES);
    return 0;
}

/* Where the piece that begins at `from` ends: before a '<' or '&' that stands close to its end, because lexbor 3.0 loses a keyword such
 * as "<![CDATA[" that two pieces share. */
static size_t piece_end(struct str text, size_t from)
{
    if (text.len - from <= PIECE)
        return text.len;
    for (size_t at = from + PIECE; at > from + PIECE - KEYWORD_MAX; at--)
        if (text.ptr[at] == '<' || text.ptr[at] == '&')
            return at;
    return from + PIECE;
}

int guard_feed(struct guard *g, struct str text, struct err *e)
{
    const lxb_char_t *bytes = (const lxb_char_t *)text.ptr;
    for (size_t from = 0, to; from < text.len; from = to) {
        to = piece_end(text, from);
        if (lxb_html_parse_chunk_process(g->parser, bytes + from, to - from))
            return err_set(e, E_FORMAT, "the HTML parser gave up at byte %zu", from);
        int code = look(g, e);
        if (code)
            return code;
    }
    if (lxb_html_parse_chunk_end(g->parser))
        return err_set(e, E_FORMAT, "the HTML parser gave up at the end of the page");
    return 0;
}

struct str guard_words(const struct guard *g, struct arena *a)
{
    AUTO(buf) b = BUF(KIB(1));
    struct str words = { "", 0 };
    if (g->n_deep)
        buf_addf(&b, ", %" PRIu64 " tags at great depth (at most %u levels)", g->n_deep, LIMIT_DEPTH);
    if (g->n_formatting)
        buf_addf(&b, ", %" PRIu64 " formatting tags (at most %u open at once)", g->n_formatting, LIMIT_FORMATTING);
    if (g->no_formatting)
        buf_addf(&b, ", unclosed formatting after it was opened again %u times", LIMIT_CLONES);
    if (g->n_attributes)
        buf_addf(&b, ", %" PRIu64 " attributes (at most %u a tag)", g->n_attributes, LIMIT_ATTRIBUTES);
    return buf_take(&b, a, &words, NULL) ? words : str_sub(words, 2, words.len);
}
