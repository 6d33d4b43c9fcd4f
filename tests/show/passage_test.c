/* Passages: every changed word is in exactly one, and a sentence in no more than one. */
#include "show/passage.h"

#include "tests/example.h"
#include "tests/generate.h"
#include "tests/tap.h"

/* "[0,6) 1" for each: the words of the new page and how many changes. */
static struct str listed(struct example *x)
{
    struct passages passages = { .delta = &x->delta };
    struct passage passage;
    struct str out = STR("");

    while (passage_next(&passages, &passage))
        out = arena_printf(&x->arena, "%.*s[%u,%u) %u;", STR_ARG(out), passage.word, passage.end,
                           passage.change_end - passage.change);
    return out;
}

static void check(const char *old, const char *new, const char *want, const char *what)
{
    AUTO(example) x = { 0 };

    example_open(&x, old, new);
    eq_str(listed(&x), str_of(want), what);
}

static void test_examples(void)
{
    check("<p>a b c d e f", "<p>a x c d y f", "[0,6) 2;", "two changes of one sentence");
    check("<p>a b c d.<p>e f g h.", "<p>a x c d.<p>e x g h.", "[0,5) 1;[5,10) 1;", "two blocks");
    check("<p>One b c d. Two f g h.", "<p>One x c d. Two x g h.", "[0,10) 2;", "two sentences of one block");
    check("<p>a b c.<p>Gone for good.", "<p>a b c.", "[4,4) 1;", "what went as a whole is at a place");
    check("<p>a b c gone.", "<p>a b c.", "[0,4) 1;", "what went out of a sentence is in it");
    check("<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>", "<table><tr><td>a<td>x<td>c<tr><td>d<td>e<td>f</table>",
          "[0,3) 1;", "a row");
    check("<p>a b c d e f g<p>x h i j k l m.", "<p>a y c d e f g z<p>h i j k l m.", "[0,8) 3;",
          "what went from the start of a block is told with what came at the end of the one before");
}

/* Laws over generated pages. */
static void test_laws(void)
{
    struct random r = { 7 };
    unsigned lost = 0, twice = 0, disorder = 0;

    for (unsigned i = 0; i < 200; i++) {
        AUTO(example) x = { 0 };
        struct sketch *page = random_page(&x.arena, &r, 60);
        struct str old = sketch_html(&x.arena, page), new = sketch_html(&x.arena, mutate_page(&x.arena, &r, page, 8, EDIT_ANY));
        example_open(&x, old.ptr, new.ptr);
        uint8_t *seen_old = NEW_ARRAY(&x.arena, uint8_t, x.old.n_words + 1),
                *seen_new = NEW_ARRAY(&x.arena, uint8_t, x.new.n_words + 1);
        struct passages passages = { .delta = &x.delta, .all = true };
        struct passage passage;
        uint32_t end = 0;

        while (passage_next(&passages, &passage)) {
            struct stretches list;
            disorder += passage.word < end && passage.word < passage.end;
            end = MAX(end, passage.end);
            passage_cut(&x.arena, &passages, &passage, &list);
            for (uint32_t s = 0; s < list.n; s++)
                for (uint32_t w = list.item[s].word; w < list.item[s].end; w++)
                    (list.item[s].page == &x.old ? seen_old : seen_new)[w]++;
        }
        for (uint32_t w = 0; w < x.new.n_words; w++) {
            uint32_t k = x.delta.new_change[w];
            lost += k != NONE && passage_holds(&passages, k) && !seen_new[w];
            twice += seen_new[w] > 1;
        }
        for (uint32_t w = 0; w < x.old.n_words; w++) {
            uint32_t k = x.delta.old_change[w];
            bool told = k != NONE && passage_holds(&passages, k) && x.delta.change[k].kind != CHANGE_MOVE;
            lost += told && !seen_old[w];
            twice += seen_old[w] > 1;
        }
    }
    eq_int(lost, 0, "no changed word is lost");
    eq_int(twice, 0, "no word is told twice");
    eq_int(disorder, 0, "passages stand in the order of the page");
}

/* A row that lays out the page is no line: each change in it is told by itself. */
static void test_layout(void)
{
    check("<table><tr><td>Menu one<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>",
          "<table><tr><td>Menu two<td><table><tr><td>a<td>x<tr><td>c<td>y</table></table>", "[0,2) 1;[2,4) 1;[4,6) 1;",
          "in a row with a table inside");
    check("<table><tr><td>Menu one<td>a<td>b</table>", "<table><tr><td>Menu two<td>a<td>x</table>", "[0,4) 2;",
          "in a row without one all changes stand together");
}

int main(void)
{
    test_examples();
    test_laws();
    test_layout();
    return tap_done();
}
