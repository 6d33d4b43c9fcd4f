/* The snapshot's scanner: a small snapshot as Chromium writes it, and snapshots that are wrong. */
#include "segment/snapshot.h"

#include "base/buf.h"
#include "tests/segment/sample.h"
#include "tests/tap.h"

static struct str sample = STR_INIT(SNAPSHOT_SAMPLE);

static void reads(void)
{
    AUTO(arena) a = { 0 };
    struct snapshot s;
    struct err e;
    if (!ok(snapshot_read(&a, sample, &s, &e) == 0, "a snapshot is read"))
        return;
    eq_int(s.n, 9, "its nodes");
    eq_int(s.n_box, 4, "its boxes");
    eq_int(s.node[0].parent, NONE, "the document has no parent");
    eq_int(s.node[2].end, 9, "the subtree of html");
    eq_int(s.node[5].kind, SNAPSHOT_PSEUDO, "a pseudo-element is told from an element");
    eq_str(snapshot_string(&a, &s, s.node[4].name), STR("P"), "a name");
    eq_str(snapshot_string(&a, &s, s.node[6].value), STR("caf\303\251 \360\237\230\200\n\"q\""),
           "escapes and surrogates are decoded");
    eq_int(s.node[4].n_attr, 1, "attributes");
    eq_str(snapshot_string(&a, &s, s.attr[s.node[4].attr + 1]), STR("a b"), "a value");
    ok(s.box[s.node[4].box].box.y == 16.5f && s.box[s.node[4].box].box.w == 1350, "bounds");
    eq_str(snapshot_string(&a, &s, s.box[s.node[4].box].style[STYLE_DISPLAY]), STR("block"), "a style");
    ok(s.width == 1366 && s.height == 800.25f, "size of the page");
    eq_str(snapshot_string(&a, &s, s.url), STR("http://a.test/"), "address");
    eq_int(s.node[8].box, NONE, "what is not laid out has no box");
    eq_str(snapshot_string(&a, &s, NONE), STR(""), "no string is the empty one");
}

/* Every cut and every changed byte is refused or read, never a crash; the sanitizer builds look on. */
static void survives(void)
{
    unsigned n_bad = 0;
    for (size_t len = 0; len < sample.len; len++) {
        AUTO(arena) a = { 0 };
        struct snapshot s;
        struct err e;
        n_bad += snapshot_read(&a, str_sub(sample, 0, len), &s, &e) == E_FORMAT;
    }
    eq_int(n_bad, sample.len, "no piece of it is a snapshot");
    static const char bytes[] = "0-9\"[]{},\\";
    for (size_t at = 0; at < sample.len; at++)
        for (size_t i = 0; i + 1 < sizeof bytes; i++) {
            AUTO(arena) a = { 0 };
            struct snapshot s;
            char copy[sizeof SNAPSHOT_SAMPLE];
            struct str html;
            memcpy(copy, sample.ptr, sizeof copy);
            copy[at] = bytes[i];
            if (snapshot_read(&a, (struct str){ copy, sample.len }, &s, NULL) == 0 && snapshot_html(&a, &s, &html, NULL))
                n_bad++;
        }
    eq_int(n_bad, sample.len, "what is read in spite of a fault can be written");
}

static void refuses(void)
{
    static const struct {
        const char *json, *what;
    } cases[] = {
        { "", "nothing" },
        { "[]", "an array" },
        { "{}", "no document" },
        { "{\"documents\":[{\"nodes\":{\"parentIndex\":[-1,0,5],\"nodeType\":[9,1,1],\"nodeName\":[0,0,0],\"nodeValue\":[-1,-1,-1],"
          "\"attributes\":[[],[],[]]},\"layout\":{\"nodeIndex\":[],\"styles\":[],\"bounds\":[]}}],\"strings\":[\"A\"]}",
          "a parent that comes later" },
        { "{\"documents\":[{\"nodes\":{\"parentIndex\":[-1,0,0,1],\"nodeType\":[9,1,1,1],\"nodeName\":[0,0,0,0],\"nodeValue\":[-1,-1,-1,-1],"
          "\"attributes\":[[],[],[],[]]},\"layout\":{\"nodeIndex\":[],\"styles\":[],\"bounds\":[]}}],\"strings\":[\"A\"]}",
          "nodes out of document order" },
        { "{\"documents\":[{\"nodes\":{\"parentIndex\":[-1,0],\"nodeType\":[9],\"nodeName\":[0,0],\"nodeValue\":[-1,-1],"
          "\"attributes\":[[],[]]},\"layout\":{\"nodeIndex\":[],\"styles\":[],\"bounds\":[]}}],\"strings\":[\"A\"]}",
          "columns of different length" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct snapshot s;
        struct err e = { 0 };
        ok(snapshot_read(&a, str_of(cases[i].json), &s, &e) == E_FORMAT && e.text[0], "refused: %s", cases[i].what);
    }
}

static void keeps_budget(void)
{
    AUTO(buf) b = BUF(1 << 22);
    AUTO(arena) a = { .budget_bytes = 1 << 16 };
    struct snapshot s;
    struct err e;
    buf_add(&b, STR("{\"strings\":[\"\""));
    for (int i = 0; i < 100000; i++)
        buf_add(&b, STR(",\"\""));
    buf_add(&b, STR("],\"documents\":[]}"));
    eq_int(snapshot_read(&a, buf_str(&b), &s, &e), E_LIMIT, "the arena's budget holds");
}

static void out_of_range_numbers(void)
{
    AUTO(arena) a = { 0 };
    struct snapshot s;
    static const char json[] =
        "{\"documents\":[{\"nodes\":{\"parentIndex\":[-1,0],\"nodeType\":[9,1],\"nodeName\":[0,77],\"nodeValue\":[-1,-9],"
        "\"attributes\":[[],[5,6]],\"pseudoType\":{\"index\":[99,-4],\"value\":[]}},"
        "\"layout\":{\"nodeIndex\":[44,1],\"styles\":[[1],[9]],\"bounds\":[[1],[1,2,3,4]]}}],\"strings\":[\"A\"]}";
    ok(snapshot_read(&a, str_of(json), &s, NULL) == 0, "numbers that point nowhere do no harm");
    eq_int(s.node[1].name, NONE, "a string that is not there is none");
    eq_int(s.n_box, 1, "a box of no node is left out");
    eq_int(s.box[0].style[0], NONE, "nor has it a style");
}

int main(void)
{
    reads();
    survives();
    refuses();
    keeps_budget();
    out_of_range_numbers();
    return tap_done();
}
