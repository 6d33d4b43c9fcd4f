/* A document as XML: its shape and what is escaped. */
#include "visual/vixml.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

/* The upper 48 bits, six at a time. */
static const char *id_text(struct arena *a, uint64_t id)
{
    char *text = NEW_ARRAY(a, char, 9);
    for (unsigned i = 0; i < 8; i++, id <<= 6)
        text[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[id >> 58];
    return text;
}

static void test_shape(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *x =
        document_of(&a, "<Block Ref='1' Pos='0 0 10 20' DoC='3' Importance='1'>"
                        "<Block Ref='1.1' Pos='-1 2 3 4' Importance='0.25'><Links><link Name='n' Adr='/a'/></Links>"
                        "<Imgs><img Name='' Src='i.png'/></Imgs><Txts Txt='words'/></Block><Block Ref='1.2'/></Block>");
    AUTO(buf) want = BUF(1 << 16);
    x->url = STR("http://example.test/");
    x->title = STR("A title");
    x->version = STR("V(n)");
    x->layout = STR("estimate");
#define ID(id) id_text(&a, id)
    buf_addf(
        &want,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<XML>\n"
        "<Document url=\"http://example.test/\" Title=\"A title\" Version=\"V(n)\" Layout=\"estimate\" ID=\"%s\" Pos=\"0 0 1366 900\">\n"
        "<Block Ref=\"1\" ID=\"%s\" Pos=\"0 0 10 20\" DoC=\"3\" Importance=\"1\">\n"
        "<Block Ref=\"1.1\" ID=\"%s\" Pos=\"-1 2 3 4\" Importance=\"0.25\">\n"
        "<Links ID=\"%s\">\n<link ID=\"%s\" Name=\"n\" Adr=\"/a\"/>\n</Links>\n"
        "<Imgs ID=\"%s\">\n<img ID=\"%s\" Name=\"\" Src=\"i.png\"/>\n</Imgs>\n"
        "<Txts ID=\"%s\" Txt=\"words\"/>\n</Block>\n"
        "<Block Ref=\"1.2\" ID=\"%s\" Pos=\"0 0 0 0\">\n</Block>\n</Block>\n</Document>\n</XML>\n",
        ID(x->block[0].id), ID(x->block[1].id), ID(x->block[2].id), ID(x->block[2].links_id), ID(x->item[0].id),
        ID(x->block[2].images_id), ID(x->item[1].id), ID(x->block[2].text_id), ID(x->block[3].id));
    eq_str(written(&a, x), buf_str(&want), "every element and attribute");
}

static void test_parts(void)
{
    AUTO(buf) b = BUF(1 << 10);
    static const uint32_t shares[] = { 0, 1, 250000, 123456, 100000, 1000000, 10 };
    for (size_t i = 0; i < ARRAY_LEN(shares); i++)
        vixml_add_share(&b, "s", shares[i]);
    eq_str(buf_str(&b), STR(" s=\"0\" s=\"0.000001\" s=\"0.25\" s=\"0.123456\" s=\"0.1\" s=\"1\" s=\"0.00001\""), "shares");
    buf_clear(&b);
    vixml_add_attr(&b, "t", STR("<a href=\"x\">&\n\r\t'é"));
    eq_str(buf_str(&b), STR(" t=\"&lt;a href=&quot;x&quot;&gt;&amp;&#10;&#13;&#9;'é\""), "what must be escaped");
    buf_clear(&b);
    vixml_add_number(&b, "n", -12);
    vixml_add_number(&b, "m", INT64_C(1) << 40);
    eq_str(buf_str(&b), STR(" n=\"-12\" m=\"1099511627776\""), "numbers");
}

int main(void)
{
    test_shape();
    test_parts();
    return tap_done();
}
