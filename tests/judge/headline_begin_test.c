/* Where the quote of a long sentence or paragraph begins. */
#include "tests/judge/headlines.h"

/* A sentence deep in a paragraph is read with its beginning, which takes the room that is left. */
static void test_beginning(struct arena *a)
{
    says(a, "<p>" LONG "<p>x", "<p>" LONG "Dogs stay outside the gate, please.<p>x",
         "New: We bake bread in the old way, with water from the well behind the house and … Dogs stay outside the gate, please.");
}

/* A sentence that is too long is said from the part on in which its first amount stands. */
static void test_amounts(struct arena *a)
{
    says(
        a, "<p>x",
        "<p>On Tuesday 4 March 2025, in the town hall, after a long debate with many citizens present, the council decided to buy the "
        "old mill for 2.4 million euro from Anna Berg.<p>x",
        "New: …the council decided to buy the old mill for 2.4 million euro from Anna Berg.");
    says(
        a, "<p>x",
        "<p>Am Dienstag, dem 4. März 2025, hat der Stadtrat in seiner ordentlichen Sitzung im Rathaus nach langer Aussprache und unter "
        "großer Beteiligung der Bürger beschlossen, die alte Mühle für 2,4 Millionen Euro zu kaufen.<p>x",
        "New: …hat der Stadtrat in seiner ordentlichen Sitzung im Rathaus … die alte Mühle für 2,4 Millionen Euro zu kaufen.");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_beginning(&a);
    test_amounts(&a);
    return tap_done();
}
