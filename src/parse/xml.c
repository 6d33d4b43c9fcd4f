/* In: the text of an XML document. Out: nodes and attributes of a struct dom.
 *
 * libxml2's reader goes through the document once and gives each node in document order, which is the order of the array. No network,
 * no DTD, no entity is ever expanded: a document with declarations of its own is left to the HTML reader, so none can grow.
 *  1. Elements of XHTML, SVG and MathML get the numbers of tag.def; all others a number of their own, so that a feed's <title> is not
 *     taken for HTML's.
 *  2. CDATA is text; neighbouring texts are one node; processing instructions are left out.
 * The library is loaded when the first document comes: it brings ICU along, which costs every start a millisecond.
 * Cost: O(bytes): depth ends at libxml2's own limit, what would cost it more is not given to it. */
#include "parse/xml.h"

#include <dlfcn.h>
#include <libxml/xmlreader.h>

#include "base/buf.h"
#include "base/limits.h"
#include "parse/dom_build.h"

/* Documents with more are left to the HTML reader: libxml2's table of names stops growing at 16,384 slots, its reader tries a tag again at
 * each '>', it looks through all namespaces that are open for each name, and it ends at a depth of 256 itself. */
enum { NAMES_SANE = 100000, ENDS_SANE = 64, SPACES_SANE = 256, DEPTH_SANE = 256 };

#define XML_CALLS(CALL) \
    CALL(xmlReaderForMemory) \
    CALL(xmlFreeTextReader) \
    CALL(xmlTextReaderSetStructuredErrorHandler) \
    CALL(xmlSetStructuredErrorFunc) \
    CALL(xmlTextReaderRead) \
    CALL(xmlTextReaderNodeType) \
    CALL(xmlTextReaderIsEmptyElement) \
    CALL(xmlTextReaderConstName) \
    CALL(xmlTextReaderConstNamespaceUri) \
    CALL(xmlTextReaderConstValue) \
    CALL(xmlTextReaderMoveToNextAttribute) \
    CALL(xmlTextReaderMoveToElement)

struct reader {
    void *library;
    xmlTextReader *in;
#define CALL(name) __typeof__(&name) name;
    XML_CALLS(CALL)
#undef CALL
};

/* The tree as it grows. */
struct growth {
    struct dom_builder tree;
    struct buf text;    /* of the text node that is being gathered */
    uint32_t n_symbols; /* there were before */
};

static void growth_drop(struct growth *g)
{
    buf_drop(&g->text);
}

static void reader_drop(struct reader *r)
{
    if (r->in)
        r->xmlFreeTextReader(r->in);
    if (r->library)
        dlclose(r->library);
}

/* Some errors are printed whatever the options say. */
static void be_quiet(void *ctx, xmlErrorPtr error)
{
    (void)ctx;
    (void)error;
}

static bool reader_load(struct reader *r)
{
    static const char *const names[] = { "libxml2.so.2", "libxml2.so.16" };
    for (size_t i = 0; i < ARRAY_LEN(names) && !r->library; i++)
        r->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); /* stays: the next document finds it loaded */
    if (!r->library)
        return false;
#define CALL(name) \
    *(void **)&r->name = dlsym(r->library, #name); \
    if (!r->name) \
        return false;
    XML_CALLS(CALL)
#undef CALL
    return true;
}

static int reader_open(struct reader *r, struct str text, struct err *e)
{
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC;
    if (!reader_load(r)) {
        err_set(e, E_SYSTEM, "libxml2 cannot be loaded: %s", dlerror());
        return E_SYSTEM;
    }
    r->in = r->xmlReaderForMemory(text.ptr, (int)text.len, NULL, "UTF-8", options);
    if (!r->in) {
        err_set(e, E_SYSTEM, "libxml2 cannot start: out of memory");
        return E_SYSTEM;
    }
    r->xmlSetStructuredErrorFunc(NULL, be_quiet); /* of this thread */
    r->xmlTextReaderSetStructuredErrorHandler(r->in, be_quiet, NULL);
    return 0;
}

static struct str str_of_xml(const xmlChar *text)
{
    return str_of(text ? (const char *)text : "");
}

static enum node_space space_of(struct str uri)
{
    if (str_eq(uri, STR("http://www.w3.org/1999/xhtml")))
        return SPACE_HTML;
    if (str_eq(uri, STR("http://www.w3.org/2000/svg")))
        return SPACE_SVG;
    return str_eq(uri, STR("http://www.w3.org/1998/Math/MathML")) ? SPACE_MATH : SPACE_OTHER;
}

/* Known numbers are for names without a prefix in a namespace that weft knows. */
static uint32_t tag_of(struct growth *g, struct str name, enum node_space space)
{
    return space == SPACE_OTHER ? TAG_KNOWN + symbols_add(g->tree.symbols, name) : tag_number(g->tree.symbols, name);
}

/* Ends the text node that is being gathered, if there is one. */
static void flush_text(struct growth *g)
{
    if (g->text.len)
        dom_text(&g->tree, arena_str(g->tree.arena, buf_str(&g->text)));
    buf_clear(&g->text);
}

static void add_attributes(struct growth *g, struct reader *r)
{
    while (r->xmlTextReaderMoveToNextAttribute(r->in) == 1) {
        struct str value = arena_str(g->tree.arena, str_of_xml(r->xmlTextReaderConstValue(r->in)));
        dom_attribute(&g->tree, str_of_xml(r->xmlTextReaderConstName(r->in)), value);
    }
    r->xmlTextReaderMoveToElement(r->in);
}

static void open_element(struct growth *g, struct reader *r)
{
    enum node_space space = space_of(str_of_xml(r->xmlTextReaderConstNamespaceUri(r->in)));
    uint32_t tag = tag_of(g, str_of_xml(r->xmlTextReaderConstName(r->in)), space);
    bool empty = r->xmlTextReaderIsEmptyElement(r->in) == 1;
    dom_open(&g->tree, tag, space);
    add_attributes(g, r);
    if (empty)
        dom_close(&g->tree);
}

static bool is_text(int type)
{
    return type == XML_READER_TYPE_TEXT || type == XML_READER_TYPE_CDATA || type == XML_READER_TYPE_WHITESPACE
           || type == XML_READER_TYPE_SIGNIFICANT_WHITESPACE;
}

/* One node of the reader; false where the document is not for us. */
static bool take(struct growth *g, struct reader *r)
{
    int type = r->xmlTextReaderNodeType(r->in);
    if (type == XML_READER_TYPE_ENTITY_REFERENCE || g->tree.symbols->n - g->n_symbols > NAMES_SANE)
        return false;
    if (is_text(type)) {
        buf_add(&g->text, str_of_xml(r->xmlTextReaderConstValue(r->in)));
        return true;
    }
    if (type == XML_READER_TYPE_ELEMENT) {
        flush_text(g);
        open_element(g, r);
    } else if (type == XML_READER_TYPE_END_ELEMENT) {
        flush_text(g);
        dom_close(&g->tree);
    } else if (type == XML_READER_TYPE_COMMENT && g->tree.depth) {
        flush_text(g);
        dom_comment(&g->tree, arena_str(g->tree.arena, str_of_xml(r->xmlTextReaderConstValue(r->in))));
    }
    return true;
}

/* Steps over markup other than a tag, in *at; false where it never ends. `is_other` says whether there was any. */
static bool pass_other(struct str text, size_t *at, bool *is_other)
{
    static const struct {
        struct str open, close;
    } markup[] = {
        { { "<!--", 4 }, { "-->", 3 } },
        { { "<![CDATA[", 9 }, { "]]>", 3 } },
        { { "<?", 2 }, { "?>", 2 } },
        { { "<!", 2 }, { ">", 1 } },
    };
    struct str rest = str_sub(text, *at, text.len);
    for (size_t i = 0; i < ARRAY_LEN(markup); i++) {
        *is_other = str_starts(rest, markup[i].open);
        if (*is_other) {
            size_t end = str_find(text, markup[i].close, *at + markup[i].open.len);
            *at = end;
            return end != SIZE_MAX;
        }
    }
    return true;
}

/* What a document has open where the scan is. */
struct scan {
    struct str text;
    size_t at;
    unsigned depth, n_spaces;        /* open elements; namespaces that are declared on them */
    uint16_t spaces[DEPTH_SANE + 1]; /* by depth: how many of them */
};

/* Steps over a tag; false where it has too many attributes, or too many '>' in them. */
static bool pass_tag(struct scan *s, unsigned *n_spaces)
{
    unsigned n_attributes = 0, n_ends = 0;
    char quote = 0;

    for (++s->at; s->at < s->text.len && (quote || s->text.ptr[s->at] != '>'); ++s->at) {
        char c = s->text.ptr[s->at];
        n_ends += c == '>';
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '=')
            n_attributes++;
        else if (c == 'x')
            *n_spaces += str_starts(str_sub(s->text, s->at, s->text.len), STR("xmlns"));
    }
    return n_attributes <= LIMIT_ATTRIBUTES && n_ends <= ENDS_SANE;
}

/* One tag, and what is open after it. */
static bool take_tag(struct scan *s)
{
    bool end = s->at + 1 < s->text.len && s->text.ptr[s->at + 1] == '/';
    unsigned n_spaces = 0;

    if (!pass_tag(s, &n_spaces))
        return false;
    bool empty = s->at < s->text.len && s->text.ptr[s->at - 1] == '/';
    if (end) {
        s->n_spaces -= s->spaces[s->depth];
        s->depth -= s->depth > 0;
    } else if (!empty) {
        if (++s->depth > DEPTH_SANE)
            return false;
        s->spaces[s->depth] = (uint16_t)n_spaces;
        s->n_spaces += n_spaces;
    }
    return s->n_spaces + n_spaces <= SPACES_SANE;
}

/* The '>' of the declaration that begins at `at`; SIZE_MAX where it has a DTD in it, or never ends. */
static size_t end_of_doctype(struct str text, size_t at)
{
    char quote = 0;

    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '>')
            return at;
        else if (c == '[')
            return SIZE_MAX;
        else if (c == '"' || c == '\'')
            quote = c;
    }
    return SIZE_MAX;
}

/* Whether libxml2 may see the document. It is quadratic in the declarations of a DTD (and entities may be hidden there), in the
 * attributes of a tag, in the namespaces that are open, and in what its reader cannot see the end of: a comment that never ends, a tag
 * with many '>'. */
static bool is_tame(struct str text)
{
    struct scan s = { .text = text };

    if (text.len > INT_MAX)
        return false;
    while ((s.at = str_find(text, STR("<"), s.at)) != SIZE_MAX) {
        bool is_other;
        if (str_starts(str_sub(text, s.at, text.len), STR("<!DOCTYPE"))) {
            if ((s.at = end_of_doctype(text, s.at)) == SIZE_MAX)
                return false;
        } else if (!pass_other(text, &s.at, &is_other) || (!is_other && !take_tag(&s))) {
            return false;
        }
    }
    return true;
}

/* Whether the document was well-formed to its end, or to where a limit stopped it: dom_finish() tells of that. */
static bool read_all(struct growth *g, struct reader *r)
{
    int more;
    while ((more = r->xmlTextReaderRead(r->in)) == 1 && take(g, r))
        if (dom_is_full(&g->tree))
            return true;
    return more == 0 && g->tree.nodes.n > 0 && g->tree.depth == 0;
}

int xml_parse(struct arena *a, struct str text, struct dom *out, bool *well_formed, struct err *e)
{
    AUTO(reader) r = { 0 };
    AUTO(growth)
    g = { .tree = { .arena = a, .symbols = out->symbols }, .n_symbols = out->symbols->n, .text = BUF(LIMIT_PAGE_BYTES) };
    *well_formed = false;
    if (!is_tame(text))
        return 0;
    int code = reader_open(&r, text, e);
    if (code || !read_all(&g, &r) || (code = dom_finish(&g.tree, out, e)))
        return code;
    *well_formed = true;
    out->doctype = STR("html"); /* what is shown of it is HTML, and not in quirks mode */
    out->xml = true;
    return 0;
}

/* The value of a pseudo-attribute in the XML declaration. */
static struct str declared(struct str bytes, struct str name)
{
    size_t end = str_find(bytes, STR("?>"), 0), at = str_find(bytes, name, 0);
    if (!str_starts(bytes, STR("<?xml")) || end == SIZE_MAX || at >= end)
        return (struct str){ "", 0 };
    struct str rest = str_trim(str_sub(bytes, at + name.len, end));
    if (rest.len < 2 || rest.ptr[0] != '=')
        return (struct str){ "", 0 };
    rest = str_trim(str_sub(rest, 1, rest.len));
    char quote = rest.len ? rest.ptr[0] : 0;
    rest = str_sub(rest, 1, rest.len);
    return quote == '"' || quote == '\'' ? str_cut(&rest, quote) : (struct str){ "", 0 };
}

struct charset xml_charset(struct str bytes, struct str content_type)
{
    struct charset charset = charset_of(bytes, content_type);
    if (strcmp(charset.source, "bom") == 0 || strcmp(charset.source, "header") == 0)
        return charset;
    struct str label = declared(str_sub(bytes, 0, 1024), STR("encoding"));
    const char *name = charset_name(label);
    return (struct charset){ .name = name ? name : "UTF-8", .source = "xml" };
}

/* The name of the first element, past comments, processing instructions and the doctype. */
static struct str root_name(struct str text)
{
    for (size_t at = 0; (at = str_find(text, STR("<"), at)) != SIZE_MAX;) {
        struct str rest = str_sub(text, at, text.len);
        if (str_starts(rest, STR("<!--")))
            at = str_find(text, STR("-->"), at);
        else if (str_starts(rest, STR("<!")) || str_starts(rest, STR("<?")))
            at = str_find(text, STR(">"), at);
        else {
            size_t len = 1;
            while (len < rest.len && !byte_is_space(rest.ptr[len]) && rest.ptr[len] != '>' && rest.ptr[len] != '/')
                len++;
            return str_sub(rest, 1, len);
        }
        if (at == SIZE_MAX)
            break;
    }
    return (struct str){ "", 0 };
}

static bool is_xml_type(struct str type)
{
    return str_ends(type, STR("+xml")) || str_ends(type, STR("/xml")) || str_ends(type, STR("+XML")) || str_ends(type, STR("/XML"));
}

static bool is_feed_root(struct str root)
{
    static const struct str roots[] = { STR_INIT("rss"), STR_INIT("feed"), STR_INIT("rdf:RDF") };
    for (size_t i = 0; i < ARRAY_LEN(roots); i++)
        if (str_eq(root, roots[i]))
            return true;
    return false;
}

/* The names of elements of HTML have numbers of their own. */
static bool is_html_root(struct str root)
{
    AUTO(arena) scratch = { 0 };
    struct symbols none;
    symbols_open(&none, &scratch);
    return tag_number(&none, root) < TAG_KNOWN;
}

bool xml_wanted(struct str text, struct str content_type)
{
    struct str type = str_trim(str_cut(&content_type, ';'));
    bool html = str_eq_nocase(type, STR("text/html"));
    if (type.len && !html)
        return is_xml_type(type);
    if (str_starts(text, STR("\xef\xbb\xbf")))
        text = str_sub(text, 3, text.len);
    text = html ? str_trim(text) : text;
    if (!str_starts(text, STR("<")))
        return false;
    struct str root = root_name(text);
    if (html)
        return is_feed_root(root) || (str_starts(text, STR("<?xml")) && root.len && !is_html_root(root));
    return str_starts(text, STR("<?xml")) && !str_eq_nocase(root, STR("html"));
}
