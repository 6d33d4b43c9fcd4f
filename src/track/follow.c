/* In: a page of a tree of pages. Out: what it points to, as far as the tree goes.
 *
 * Which attributes point where stands in a table. Invariants:
 *  1. an address comes out once in a tree (by its canonical form), the first page never;
 *  2. pages come out with the depth of this page and one, and only up to options.depth;
 *  3. at most pages_max pages and entities_max entities come out of a tree.
 * So following ends on every web. Against traps that make a new address at each step stand the limits of length and of equal path segments.
 * Cost: O(nodes), and resolving each address. */
#include "track/follow.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "parse/url.h"
#include "track/canonical.h"

enum { PAGES_DEFAULT = 100, ENTITIES_DEFAULT = 100, TEXT_WORDS = 30, TEXT_BYTES = 1000 };

static const char *const kind_names[FOLLOW_KINDS] = { "page", "image", "media", "style", "file" };

const char *follow_kind_name(enum follow_kind kind)
{
    return (unsigned)kind < FOLLOW_KINDS ? kind_names[kind] : "?";
}

/* An attribute that names an address; `rel`: of links, the word that makes it one; `set`: a list of candidates, taken where there is no
 * src. */
static const struct {
    uint32_t tag;
    struct str attribute;
    enum follow_kind kind;
    struct str rel;
    bool set;
} pointers[] = {
    { TAG_A, STR_INIT("href"), FOLLOW_PAGE, STR_INIT(""), false },
    { TAG_AREA, STR_INIT("href"), FOLLOW_PAGE, STR_INIT(""), false },
    { TAG_FRAME, STR_INIT("src"), FOLLOW_PAGE, STR_INIT(""), false },
    { TAG_IFRAME, STR_INIT("src"), FOLLOW_PAGE, STR_INIT(""), false },
    { TAG_LINK, STR_INIT("href"), FOLLOW_STYLE, STR_INIT("stylesheet"), false },
    { TAG_LINK, STR_INIT("href"), FOLLOW_IMAGE, STR_INIT("icon"), false },
    { TAG_IMG, STR_INIT("src"), FOLLOW_IMAGE, STR_INIT(""), false },
    { TAG_IMG, STR_INIT("srcset"), FOLLOW_IMAGE, STR_INIT(""), true },
    { TAG_SOURCE, STR_INIT("src"), FOLLOW_MEDIA, STR_INIT(""), false },
    { TAG_SOURCE, STR_INIT("srcset"), FOLLOW_IMAGE, STR_INIT(""), true },
    { TAG_INPUT, STR_INIT("src"), FOLLOW_IMAGE, STR_INIT(""), false },
    { TAG_VIDEO, STR_INIT("src"), FOLLOW_MEDIA, STR_INIT(""), false },
    { TAG_VIDEO, STR_INIT("poster"), FOLLOW_IMAGE, STR_INIT(""), false },
    { TAG_AUDIO, STR_INIT("src"), FOLLOW_MEDIA, STR_INIT(""), false },
    { TAG_TRACK, STR_INIT("src"), FOLLOW_MEDIA, STR_INIT(""), false },
    { TAG_EMBED, STR_INIT("src"), FOLLOW_FILE, STR_INIT(""), false },
    { TAG_OBJECT, STR_INIT("data"), FOLLOW_FILE, STR_INIT(""), false },
    { TAG_BODY, STR_INIT("background"), FOLLOW_IMAGE, STR_INIT(""), false },
};

/* Ends of names that are no pages: what a browser would load down or show by itself. */
static const struct str file_ends[] = {
    STR_INIT("pdf"),  STR_INIT("ps"),   STR_INIT("eps"),  STR_INIT("doc"),  STR_INIT("docx"), STR_INIT("odt"),  STR_INIT("rtf"),
    STR_INIT("xls"),  STR_INIT("xlsx"), STR_INIT("ods"),  STR_INIT("csv"),  STR_INIT("tsv"),  STR_INIT("ppt"),  STR_INIT("pptx"),
    STR_INIT("odp"),  STR_INIT("epub"), STR_INIT("zip"),  STR_INIT("gz"),   STR_INIT("tgz"),  STR_INIT("bz2"),  STR_INIT("xz"),
    STR_INIT("zst"),  STR_INIT("7z"),   STR_INIT("rar"),  STR_INIT("tar"),  STR_INIT("jar"),  STR_INIT("deb"),  STR_INIT("rpm"),
    STR_INIT("apk"),  STR_INIT("dmg"),  STR_INIT("exe"),  STR_INIT("msi"),  STR_INIT("iso"),  STR_INIT("img"),  STR_INIT("bin"),
    STR_INIT("png"),  STR_INIT("jpg"),  STR_INIT("jpeg"), STR_INIT("gif"),  STR_INIT("webp"), STR_INIT("avif"), STR_INIT("svg"),
    STR_INIT("ico"),  STR_INIT("bmp"),  STR_INIT("tif"),  STR_INIT("tiff"), STR_INIT("mp3"),  STR_INIT("ogg"),  STR_INIT("oga"),
    STR_INIT("opus"), STR_INIT("wav"),  STR_INIT("flac"), STR_INIT("m4a"),  STR_INIT("mp4"),  STR_INIT("m4v"),  STR_INIT("mkv"),
    STR_INIT("webm"), STR_INIT("mov"),  STR_INIT("avi"),  STR_INIT("ics"),  STR_INIT("vcf"),  STR_INIT("woff"), STR_INIT("woff2"),
    STR_INIT("ttf"),  STR_INIT("css"),  STR_INIT("js"),   STR_INIT("wasm"), STR_INIT("sig"),  STR_INIT("asc"),  STR_INIT("torrent"),
};

void follow_open(struct follow *f, struct arena *a, struct str start, const struct follow_options *options)
{
    struct str canonical = canonical_url(a, start);
    *f = (struct follow){
        .arena = a, .options = *options, .prefix = canonical_folder(canonical), .host = canonical_host(canonical)
    };
    f->options.depth = MIN(options->depth, (uint32_t)FOLLOW_DEPTH_MAX);
    f->options.pages_max = MIN(options->pages_max ? options->pages_max : PAGES_DEFAULT, (uint32_t)FOLLOW_PAGES_MAX);
    f->options.entities_max = MIN(options->entities_max ? options->entities_max : ENTITIES_DEFAULT, (uint32_t)FOLLOW_ENTITIES_MAX);
    map_open(&f->seen, a, 64);
    map_slot(&f->seen, hash_str(canonical), 1);
}

void follow_know(struct follow *f, struct str url)
{
    AUTO(arena) a = { 0 };
    map_slot(&f->seen, hash_str(canonical_url(&a, url)), 1);
}

/* The path of an address without its query. */
static struct str path_of(struct str url)
{
    struct str folder_end = str_sub(url, str_find(url, STR("://"), 0) + 3, url.len);
    size_t slash = str_find(folder_end, STR("/"), 0), query = str_find(folder_end, STR("?"), 0);
    return str_sub(folder_end, slash, query);
}

static bool is_file_name(struct str url)
{
    struct str path = path_of(url);
    const char *dot = path.len ? memrchr(path.ptr, '.', path.len) : NULL;
    if (!dot)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(file_ends); i++)
        if (str_eq_nocase(str_span(dot + 1, path.ptr + path.len), file_ends[i]))
            return true;
    return false;
}

/* /a/b/a/b/a/b/: some segment comes more often than names do. O(segments^2), and those are few: FOLLOW_URL_MAX. */
static bool goes_in_circles(struct str url)
{
    struct str all = path_of(url), rest = all;
    while (rest.len) {
        struct str segment = str_cut(&rest, '/'), others = rest;
        unsigned n = segment.len > 0;
        while (segment.len && others.len)
            n += str_eq(str_cut(&others, '/'), segment);
        if (n > FOLLOW_SEGMENTS_SAME_MAX)
            return true;
    }
    return false;
}

static bool is_fetched(const struct follow *f, struct str url)
{
    return str_starts(url, STR("http://")) || str_starts(url, STR("https://"))
           || (str_starts(url, STR("file://")) && str_starts(f->prefix, STR("file://")));
}

static bool is_within(const struct follow *f, struct str canonical)
{
    if (f->options.same_prefix)
        return str_starts(canonical, f->prefix);
    return !f->options.same_host || str_eq(canonical_host(canonical), f->host);
}

/* The first address of "a.png 1x, b.png 2x". */
static struct str first_candidate(struct str set)
{
    size_t n = 0;
    while (set.len && (byte_is_space(set.ptr[0]) || set.ptr[0] == ','))
        set = str_sub(set, 1, set.len);
    while (n < set.len && !byte_is_space(set.ptr[n]))
        n++;
    while (n && set.ptr[n - 1] == ',')
        n--;
    return str_sub(set, 0, n);
}

static bool has_word(struct str list, struct str word)
{
    while (list.len) {
        struct str piece = str_cut(&list, ' ');
        if (str_eq_nocase(str_trim(piece), word))
            return true;
    }
    return false;
}

/* What one pass over a page needs. */
struct pass {
    struct follow *follow;
    const struct page *page;
    struct url_base base;
    uint32_t depth;
    VEC(struct follow_link) links;
    uint32_t left_out;
};

static void pass_drop(struct pass *p)
{
    url_base_drop(&p->base);
}

/* What has no words of its own is called as its author calls it. */
static struct str text_of(const struct pass *p, uint32_t node)
{
    AUTO(buf) out = BUF(TEXT_BYTES);
    const struct page *page = p->page;
    uint32_t word = page->first_word[node], end = page->first_word[page->dom.node[node].end], tag = page->dom.node[node].tag;
    struct str text = STR("");
    if (tag_is(tag, TAG_ATOM) || tag == TAG_AREA) {
        if (!dom_attr(&page->dom, node, STR("alt"), &text) || str_trim(text).len == 0)
            dom_attr(&page->dom, node, STR("title"), &text);
        return utf8_head(str_trim(text), TEXT_BYTES);
    }
    page_words_line(page, word, MIN(end, word + TEXT_WORDS), &out);
    return buf_take(&out, p->follow->arena, &text, NULL) ? STR("") : text;
}

/* Whether there is room for one more of its kind; counts it. */
static bool take_room(struct follow *f, enum follow_kind kind)
{
    uint32_t *n = kind == FOLLOW_PAGE ? &f->n_pages : &f->n_entities;
    uint32_t max = kind == FOLLOW_PAGE ? f->options.pages_max : f->options.entities_max;
    if (*n >= max)
        return false;
    ++*n;
    return true;
}

static bool is_wanted(const struct pass *p, enum follow_kind kind, struct str canonical)
{
    if (kind == FOLLOW_PAGE)
        return p->depth < p->follow->options.depth && is_within(p->follow, canonical) && !goes_in_circles(canonical);
    return p->follow->options.entities;
}

static void take_address(struct pass *p, uint32_t node, enum follow_kind kind, struct str reference)
{
    AUTO(arena) scratch = { 0 };
    struct follow *f = p->follow;
    struct str download, url = url_base_resolve(&p->base, &scratch, reference);
    url = str_sub(url, 0, str_find(url, STR("#"), 0));
    if (!reference.len || url.len > FOLLOW_URL_MAX || !is_fetched(f, url))
        return;
    if (kind == FOLLOW_PAGE && (is_file_name(url) || dom_attr(&p->page->dom, node, STR("download"), &download)))
        kind = FOLLOW_FILE;
    struct str canonical = canonical_url(&scratch, url);
    if (!is_wanted(p, kind, canonical) || map_find(&f->seen, hash_str(canonical)))
        return;
    map_slot(&f->seen, hash_str(canonical), 1);
    if (!take_room(f, kind)) {
        p->left_out++;
        return;
    }
    *VEC_ADD(f->arena, &p->links) = (struct follow_link){
        .url = arena_str(f->arena, url),
        .kind = kind,
        .depth = p->depth + 1,
        .node = node,
        .text = text_of(p, node),
    };
}

static void take_element(struct pass *p, uint32_t node)
{
    const struct dom *d = &p->page->dom;
    struct str value, other;
    for (size_t i = 0; i < ARRAY_LEN(pointers); i++) {
        if (pointers[i].tag != d->node[node].tag || !dom_attr(d, node, pointers[i].attribute, &value))
            continue;
        if (pointers[i].rel.len && (!dom_attr(d, node, STR("rel"), &other) || !has_word(other, pointers[i].rel)))
            continue;
        if (pointers[i].set && dom_attr(d, node, STR("src"), &other))
            continue;
        take_address(p, node, pointers[i].kind, str_trim(pointers[i].set ? first_candidate(value) : value));
    }
}

int follow_page(struct follow *f, const struct page *page, uint32_t depth, struct follow_links *out, struct err *e)
{
    AUTO(pass) p = { .follow = f, .page = page, .depth = depth };
    const struct dom *d = &page->dom;
    url_base_open(&p.base, page->base.len ? page->base : page->address);
    for (uint32_t i = 0; i < d->n;) {
        const struct node *n = &d->node[i];
        if (n->kind == NODE_ELEMENT && n->space == SPACE_HTML && n->n_attr)
            take_element(&p, i);
        if (arena_over(f->arena))
            return arena_room(f->arena, 1, e);
        i = n->kind == NODE_ELEMENT && n->tag == TAG_TEMPLATE ? n->end : i + 1;
    }
    *out = (struct follow_links){ p.links.item, p.links.n, p.left_out };
    return 0;
}
