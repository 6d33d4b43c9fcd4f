/* Any bytes as a Vi-Delta for a small document, both ways. What is read must be the same after writing and reading; what is applied must
 * give a document that holds; what is refused says why. */
#include <stdlib.h>

#include "base/limits.h"
#include "visual/videlta.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct str document =
    STR_INIT("<?xml version=\"1.0\"?><XML><Document><Block Ref=\"1\"><Block Ref=\"1.1\"><Links>"
             "<link Name=\"a\" Adr=\"/a\"/><link Name=\"b\" Adr=\"/b\"/></Links><Txts Txt=\"some words\"/></Block>"
             "<Block Ref=\"1.2\"><Imgs><img Name=\"i\" Src=\"/i\"/></Imgs></Block></Block><Block Ref=\"2\"/></Document></XML>");

static void apply(struct arena *a, const struct vixml *x, const struct videlta *d)
{
    struct vixml made;
    struct err e = { 0 };
    int failed = videlta_apply(a, x, d, &made, &e);
    if (failed ? failed != e.code || !e.text[0] : vixml_check(&made) != NULL)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(512) };
    AUTO(buf) text = BUF(MIB(64));
    AUTO(buf) second = BUF(MIB(64));
    struct vixml x;
    struct videlta d, again, back;
    struct err e = { 0 };

    if (vixml_read(&a, document, &x, &e))
        abort();
    if (videlta_read(&a, (struct str){ (const char *)data, size }, &d, &e))
        return 0;
    videlta_write(&d, &text);
    if (videlta_read(&a, buf_str(&text), &again, &e))
        return 0; /* an order that is not that of the writer: a change before the block it names */
    videlta_write(&again, &second);
    apply(&a, &x, &d);
    videlta_invert(&a, &d, &back);
    apply(&a, &x, &back);
    return 0;
}
