/* In: bytes, what the server said, a name. Out: a kind. Tables say what types, endings and first bytes mean. O(1). */
#include "page/kind.h"

#include "base/json_read.h"
#include "base/limits.h"

enum {
    SNIFF_NUL_BYTES = 8000, /* git calls a file binary that has a NUL in so many bytes */
    SNIFF_TAG_BYTES = 65536 /* a text without a tag so far is not a page */
};

static const char *const kind_names[] = {
    [KIND_MARKUP] = "markup", [KIND_TEXT] = "text", [KIND_TABLE] = "table",
    [KIND_JSON] = "json",     [KIND_FEED] = "feed", [KIND_BINARY] = "binary",
};

/* Names without a dot are whole names of files. */
static const struct {
    enum page_kind kind;
    const char *endings; /* between spaces */
} by_name[] = {
    { KIND_MARKUP, " .html .htm .xhtml .xht .shtml .xml .rss .atom .rdf .svg .opml .xsl .xsd .kml .gpx " },
    { KIND_JSON, " .json .geojson .jsonld .webmanifest .har .ipynb .topojson " },
    { KIND_TABLE, " .csv .tsv .tab " },
    { KIND_TEXT,
      " .txt .text .log .md .markdown .mkd .rst .adoc .org .tex .bib .diff .patch .po .pot .srt .vtt .ics .vcf .eml .ndjson .jsonl "
      " .c .h .cc .cpp .cxx .hh .hpp .m .mm .cs .java .kt .scala .swift .go .rs .zig .py .pyi .rb .pl .pm .tcl .lua .r .jl .hs "
      " .ml .mli .ex .exs .erl .clj .lisp .el .scm .vim .sql .js .mjs .cjs .jsx .ts .tsx .vue .css .scss .less .sh .bash .zsh "
      " .fish .bat .ps1 .awk .sed .s .asm .f .f90 .pas .d .nim .v .vhd .proto .graphql .tf .cmake .mk .ini .cfg .conf .toml "
      " .yaml .yml .properties .env .lock .gitignore .erb .tmpl .j2 .am .ac .m4 .y .l "
      " makefile gnumakefile dockerfile readme license copying changelog changes news authors todo install notice robots.txt " },
};

/* First bytes of what people name by mistake; the cure is a whole sentence. */
static const struct {
    struct str magic;
    struct kind_format format;
} formats[] = {
    { STR_INIT("\x89PNG\r\n"), { "a PNG picture", "" } },
    { STR_INIT("\xff\xd8\xff"), { "a JPEG picture", "" } },
    { STR_INIT("GIF8"), { "a GIF picture", "" } },
    { STR_INIT("%PDF-"), { "a PDF document", "To compare its text, convert it first: pdftotext -layout FILE.pdf FILE.txt" } },
    { STR_INIT("\x1f\x8b"), { "a gzip archive", "To compare what is in it, unpack it first: gzip -dc FILE" } },
    { STR_INIT("BZh"), { "a bzip2 archive", "To compare what is in it, unpack it first: bzip2 -dc FILE" } },
    { STR_INIT("\xfd"
               "7zXZ"),
      { "an xz archive", "To compare what is in it, unpack it first: xz -dc FILE" } },
    { STR_INIT("\x28\xb5\x2f\xfd"), { "a zstd archive", "To compare what is in it, unpack it first: zstd -dc FILE" } },
    { STR_INIT("PK\x03\x04"), { "a zip archive or an office document", "To compare what is in it, unpack it first" } },
    { STR_INIT("Rar!\x1a\x07"), { "a rar archive", "To compare what is in it, unpack it first" } },
    { STR_INIT("\xd0\xcf\x11\xe0"),
      { "an office document of the old kind", "To compare its text, save it as text or HTML first" } },
    { STR_INIT("7z\xbc\xaf"), { "a 7z archive", "To compare what is in it, unpack it first" } },
    { STR_INIT("\x7f"
               "ELF"),
      { "a program", "" } },
    { STR_INIT("SQLite format 3"), { "an SQLite database", "" } },
    { STR_INIT("wOF"), { "a font", "" } },
    { STR_INIT("OggS"), { "a sound or film", "" } },
    { STR_INIT("ID3"), { "a sound", "" } },
};

/* Tags that pages begin with; those of the MIME sniffing standard and more. */
static const char page_tags[] =
    " html head body title meta link script style base p div span a b i em strong br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead "
    "tbody tr td th caption form input select textarea button label img picture figure video audio iframe section article aside main nav "
    "header footer pre code blockquote center font svg math template noscript details summary small sub sup u s q cite abbr time del ins "
    "address fieldset object embed frameset ";

const char *page_kind_name(enum page_kind kind)
{
    return kind_names[kind];
}

bool page_kind_named(struct str name, enum page_kind *out)
{
    for (unsigned kind = 0; kind < ARRAY_LEN(kind_names); kind++)
        if (str_eq(name, str_of(kind_names[kind]))) {
            *out = (enum page_kind)kind;
            return true;
        }
    return false;
}

/* Whether the words, between spaces, hold this one, without regard to case. */
static bool lists(const char *words, struct str word)
{
    char key[32];

    if (word.len == 0 || word.len > sizeof key - 2 || memchr(word.ptr, ' ', word.len))
        return false;
    key[0] = key[word.len + 1] = ' ';
    memcpy(key + 1, word.ptr, word.len);
    return str_find_nocase(str_of(words), (struct str){ key, word.len + 2 }, 0) != SIZE_MAX;
}

/* ---- By the name ---- */

/* "git:src/weft.c" and "https://example.org/data.csv?x=1#top" to the last part of the path; an RCS archive's ",v" is not part of it. */
static struct str base_name(struct str name)
{
    bool address = str_find(name, STR("://"), 0) != SIZE_MAX;
    if (address) {
        name = str_cut(&name, '#');
        name = str_cut(&name, '?');
        name = str_sub(name, str_find(name, STR("://"), 0) + 3, name.len);
        if (!memchr(name.ptr, '/', name.len))
            return STR(""); /* a host, such as example.md */
    }
    size_t from = name.len;
    while (from > 0 && name.ptr[from - 1] != '/' && name.ptr[from - 1] != ':')
        from--;
    name = str_sub(name, from, name.len);
    return str_ends(name, STR(",v")) ? str_sub(name, 0, name.len - 2) : name;
}

static bool kind_by_name(struct str name, enum page_kind *out)
{
    struct str base = base_name(name), ending = base;
    size_t dot = base.len;

    while (dot > 0 && base.ptr[dot - 1] != '.')
        dot--;
    if (dot > 0)
        ending = str_sub(base, dot - 1, base.len);
    else if (str_find(name, STR("://"), 0) != SIZE_MAX && !str_starts_nocase(name, STR("file:")))
        return false; /* https://example.org/news is a page, NEWS is a file */
    for (size_t i = 0; i < ARRAY_LEN(by_name); i++)
        if (lists(by_name[i].endings, ending)) {
            *out = by_name[i].kind;
            return true;
        }
    return false;
}

/* ---- By the type ---- */

static bool has(struct str type, const char *part)
{
    return str_find_nocase(type, str_of(part), 0) != SIZE_MAX;
}

/* Types that say as much as "some bytes". */
static bool is_vague(struct str type)
{
    return type.len == 0 || str_eq_nocase(type, STR("text/plain")) || str_eq_nocase(type, STR("application/octet-stream"))
           || str_eq_nocase(type, STR("binary/octet-stream"));
}

static enum page_kind kind_by_type(struct str type)
{
    if (has(type, "html") || has(type, "xml"))
        return KIND_MARKUP;
    if (has(type, "json") && !has(type, "seq") && !has(type, "jsonl") && !has(type, "ndjson"))
        return KIND_JSON;
    if (str_eq_nocase(type, STR("text/csv")) || str_eq_nocase(type, STR("text/tab-separated-values")))
        return KIND_TABLE;
    if (str_starts_nocase(type, STR("text/")) || has(type, "script") || has(type, "json") || has(type, "yaml") || has(type, "toml")
        || has(type, "sql"))
        return KIND_TEXT;
    return KIND_BINARY;
}

/* ---- By the bytes ---- */

static bool is_utf16(struct str bytes)
{
    return str_starts(bytes, (struct str){ "\xff\xfe", 2 }) || str_starts(bytes, (struct str){ "\xfe\xff", 2 });
}

static const struct kind_format *format_of(struct str bytes)
{
    for (size_t i = 0; i < ARRAY_LEN(formats); i++)
        if (str_starts(bytes, formats[i].magic))
            return &formats[i].format;
    return NULL;
}

struct kind_format page_kind_format(struct str bytes)
{
    const struct kind_format *known = format_of(bytes);

    return known ? *known : (struct kind_format){ "a file that is not text", "" };
}

static bool is_binary(struct str bytes)
{
    struct str head = str_sub(bytes, 0, SNIFF_NUL_BYTES);

    return format_of(bytes) || (head.len && !is_utf16(bytes) && memchr(head.ptr, '\0', head.len));
}

static bool is_letter(char c)
{
    return byte_lower(c) >= 'a' && byte_lower(c) <= 'z';
}

/* Whether the name of a tag that pages have stands at the start of the text. */
static bool starts_with_tag(struct str text)
{
    size_t n = 0;

    while (n < text.len && (is_letter(text.ptr[n]) || (text.ptr[n] >= '0' && text.ptr[n] <= '9')))
        n++;
    return n < text.len && (byte_is_space(text.ptr[n]) || text.ptr[n] == '>' || text.ptr[n] == '/')
           && lists(page_tags, str_sub(text, 0, n));
}

static bool opens_as_markup(struct str text)
{
    return str_starts(text, STR("<?xml")) || str_starts(text, STR("<!--")) || str_starts_nocase(text, STR("<!doctype"))
           || (str_starts(text, STR("<")) && starts_with_tag(str_sub(text, 1, text.len)));
}

/* A text that begins with words is a page where an element of HTML ends in it. */
static bool has_end_tag(struct str text)
{
    for (size_t at = 0; (at = str_find(text, STR("</"), at)) != SIZE_MAX; at += 2)
        if (starts_with_tag(str_sub(text, at + 2, text.len)))
            return true;
    return false;
}

/* `named`: the name has an ending, if one that is not known: then only what opens as a page is one. */
static enum page_kind kind_by_bytes(struct str bytes, bool named)
{
    struct str head = str_sub(bytes, 0, SNIFF_TAG_BYTES);

    if (is_binary(bytes))
        return KIND_BINARY;
    if (is_utf16(bytes))
        return named ? KIND_TEXT : KIND_MARKUP;
    if (str_starts(head, STR("\xef\xbb\xbf")))
        head = str_sub(head, 3, head.len);
    head = str_trim(head);
    if (head.len == 0 || opens_as_markup(head))
        return KIND_MARKUP;
    if (head.ptr[0] == '{' || head.ptr[0] == '[')
        return KIND_JSON; /* what is not JSON after all is read as text */
    return !named && !str_starts(head, STR("#!")) && has_end_tag(head) ? KIND_MARKUP : KIND_TEXT;
}

/* ---- By the bytes, against the type ---- */

static bool has_tag(struct str text)
{
    for (size_t at = 0; (at = str_find(text, STR("<"), at)) != SIZE_MAX; at++) {
        struct str rest = str_sub(text, at + 1, text.len);
        if (starts_with_tag(str_starts(rest, STR("/")) ? str_sub(rest, 1, rest.len) : rest) || str_starts(rest, STR("!")))
            return true;
    }
    return false;
}

static bool is_json(struct str text)
{
    AUTO(arena) scratch = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct json_value value;
    struct err none;

    if (!str_starts(text, STR("{")) && !str_starts(text, STR("[")))
        return false;
    return json_read(&scratch, text, &value, &none) == 0;
}

/* What servers call text/html for want of another name. Pages may be sloppy, so only what cannot be one is taken for something else: all of
 * it is JSON; or it has lines and no tag. A file that says by its name that it is text may have tags in it, as Markdown has, but does not
 * begin with one. (The MIME sniffing standard looks for feeds alone, which the parser does: parse/xml.h.) */
static enum page_kind kind_of_html(const struct kind_facts *f)
{
    struct str text = f->bytes;
    enum page_kind named;

    if (is_utf16(text))
        return KIND_MARKUP;
    text = str_trim(str_starts(text, STR("\xef\xbb\xbf")) ? str_sub(text, 3, text.len) : text);
    if (is_json(text))
        return KIND_JSON;
    struct str head = str_sub(text, 0, SNIFF_TAG_BYTES);
    bool is_named = kind_by_name(f->name, &named) && (named == KIND_TEXT || named == KIND_TABLE);
    if (text.len == 0 || str_starts(text, STR("<")) || is_binary(f->bytes) || (!is_named && has_tag(head)))
        return KIND_MARKUP;
    return is_named ? named : memchr(text.ptr, '\n', text.len) ? KIND_TEXT : KIND_MARKUP;
}

enum page_kind page_kind_find(const struct kind_facts *f)
{
    struct str rest = f->content_type, type = str_trim(str_cut(&rest, ';')), base = base_name(f->name);
    enum page_kind kind;

    if (str_eq_nocase(type, STR("text/html")))
        return kind_of_html(f);
    if (!is_vague(type)) {
        kind = kind_by_type(type);
        return kind == KIND_TEXT && is_binary(f->bytes) ? KIND_BINARY : kind;
    }
    if (format_of(f->bytes))
        return KIND_BINARY;
    if (kind_by_name(f->name, &kind)) {
        if (kind == KIND_MARKUP && str_starts_nocase(type, STR("text/")))
            return KIND_TEXT; /* a browser shows text/plain as text, whatever the name says */
        return kind != KIND_MARKUP && is_binary(f->bytes) ? KIND_BINARY : kind;
    }
    if (type.len == 0)
        return kind_by_bytes(f->bytes, base.len && memchr(base.ptr, '.', base.len));
    return is_binary(f->bytes) || !str_starts_nocase(type, STR("text/")) ? KIND_BINARY : KIND_TEXT;
}
