/* In: a document. Out: its bytes as XML, one element a line, in the names of the paper (Figure 3) and of its authors' own tool.
 *
 * Blocks are closed when the next one begins outside them, so there is no recursion. O(bytes). */
#include "visual/vixml.h"

/* For a double-quoted attribute: what would end it or be read as markup, and white space that a reader would turn into blanks. */
static void add_escaped(struct buf *out, struct str s)
{
    size_t done = 0;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        struct str as;
        switch (c) {
        case '&':
            as = STR("&amp;");
            break;
        case '<':
            as = STR("&lt;");
            break;
        case '>': /* libxml2's reader tries a tag again at each */
            as = STR("&gt;");
            break;
        case '"':
            as = STR("&quot;");
            break;
        case '\n':
            as = STR("&#10;");
            break;
        case '\r':
            as = STR("&#13;");
            break;
        case '\t':
            as = STR("&#9;");
            break;
        default:
            continue;
        }
        buf_add(out, str_sub(s, done, i));
        buf_add(out, as);
        done = i + 1;
    }
    buf_add(out, str_sub(s, done, s.len));
}

void vixml_add_attr(struct buf *out, const char *name, struct str value)
{
    buf_add_char(out, ' ');
    buf_add(out, str_of(name));
    buf_add(out, STR("=\""));
    add_escaped(out, value);
    buf_add_char(out, '"');
}

static void add_signed(struct buf *out, int64_t value)
{
    if (value < 0)
        buf_add_char(out, '-');
    buf_add_number(out, (uint64_t)(value < 0 ? -value : value));
}

void vixml_add_number(struct buf *out, const char *name, int64_t value)
{
    buf_add_char(out, ' ');
    buf_add(out, str_of(name));
    buf_add(out, STR("=\""));
    add_signed(out, value);
    buf_add_char(out, '"');
}

void vixml_add_box(struct buf *out, const char *name, const struct vixml_face *face)
{
    const int32_t side[] = { face->x, face->y, face->w, face->h };
    buf_add_char(out, ' ');
    buf_add(out, str_of(name));
    buf_add(out, STR("=\""));
    for (size_t i = 0; i < ARRAY_LEN(side); i++) {
        if (i)
            buf_add_char(out, ' ');
        add_signed(out, side[i]);
    }
    buf_add_char(out, '"');
}

/* "0.25": no more digits than it needs. */
void vixml_add_share(struct buf *out, const char *name, uint32_t ppm)
{
    uint32_t rest = ppm % VIXML_PPM;
    buf_addf(out, " %s=\"%u", name, ppm / VIXML_PPM);
    for (uint32_t unit = VIXML_PPM / 10; rest; unit /= 10) {
        if (unit == VIXML_PPM / 10)
            buf_add_char(out, '.');
        buf_add_char(out, (char)('0' + rest / unit));
        rest %= unit;
    }
    buf_add_char(out, '"');
}

/* 48 of the 64 bits, in eight characters: enough to tell the nodes of a page apart, and links have nothing longer but their addresses. */
static void add_id(struct buf *out, uint64_t id)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char text[] = " ID=\"........\"";
    for (unsigned i = 0; i < 8; i++)
        text[5 + i] = digit[id >> (58 - 6 * i) & 63];
    buf_add_bytes(out, text, sizeof text - 1);
}

static void add_items(const struct vixml *x, uint32_t from, uint32_t to, bool images, struct buf *out)
{
    for (uint32_t i = from; i < to; i++) {
        buf_add(out, images ? STR("<img") : STR("<link"));
        add_id(out, x->item[i].id);
        vixml_add_attr(out, "Name", x->item[i].name);
        vixml_add_attr(out, images ? "Src" : "Adr", x->item[i].address);
        buf_add(out, STR("/>\n"));
    }
}

static void add_content(const struct vixml *x, const struct vixml_block *b, struct buf *out)
{
    if (b->image > b->link) {
        buf_add(out, STR("<Links"));
        add_id(out, b->links_id);
        buf_add(out, STR(">\n"));
        add_items(x, b->link, b->image, false, out);
        buf_add(out, STR("</Links>\n"));
    }
    if (b->item_end > b->image) {
        buf_add(out, STR("<Imgs"));
        add_id(out, b->images_id);
        buf_add(out, STR(">\n"));
        add_items(x, b->image, b->item_end, true, out);
        buf_add(out, STR("</Imgs>\n"));
    }
    if (b->text.len) {
        buf_add(out, STR("<Txts"));
        add_id(out, b->text_id);
        vixml_add_attr(out, "Txt", b->text);
        buf_add(out, STR("/>\n"));
    }
}

static void open_block(const struct vixml *x, uint32_t i, struct buf *out)
{
    const struct vixml_block *b = &x->block[i];
    buf_add(out, STR("<Block"));
    vixml_add_attr(out, "Ref", b->ref);
    add_id(out, b->id);
    vixml_add_box(out, "Pos", &b->face);
    if (b->face.doc)
        vixml_add_number(out, "DoC", b->face.doc);
    if (b->face.ppm)
        vixml_add_share(out, "Importance", b->face.ppm);
    buf_add(out, STR(">\n"));
    add_content(x, b, out);
}

void vixml_write(const struct vixml *x, struct buf *out)
{
    const struct vixml_block *document = &x->block[0];
    uint32_t open = 0;

    buf_add(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<XML>\n<Document"));
    if (x->url.len)
        vixml_add_attr(out, "url", x->url);
    if (x->title.len)
        vixml_add_attr(out, "Title", x->title);
    if (x->version.len)
        vixml_add_attr(out, "Version", x->version);
    if (x->layout.len)
        vixml_add_attr(out, "Layout", x->layout);
    add_id(out, document->id);
    vixml_add_box(out, "Pos", &document->face);
    buf_add(out, STR(">\n"));
    for (uint32_t i = 1; i < x->n; i++) {
        for (; open != x->block[i].parent; open = x->block[open].parent)
            buf_add(out, STR("</Block>\n"));
        open_block(x, i, out);
        open = i;
    }
    for (; open; open = x->block[open].parent)
        buf_add(out, STR("</Block>\n"));
    buf_add(out, STR("</Document>\n</XML>\n"));
}
