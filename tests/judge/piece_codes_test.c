/* Words that are codes by what they took the place of. */
#include "tests/judge/judged.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    const struct judge_piece *p = piece_of(
        judged(&a, "<p>It wrote /tmp/RkQwVz/file1a69244fc019 and left.", "<p>It wrote /tmp/JbTzRr/file196852386a00 and left."),
        PIECE_CHANGED);
    ok(p && p->came[SHAPE_TOKEN] && !p->came[SHAPE_LETTERS] && !p->went[SHAPE_LETTERS], "a path with a code in it is one");
    p = piece_of(judged(&a, "<p>Take mill/wheat 3f9ac21b77 now.", "<p>Take mill/rye 9b10ddc2e4 now."), PIECE_CHANGED);
    ok(p && p->came[SHAPE_LETTERS] == 1, "not one with a code behind it");
    p = piece_of(judged(&a, "<p>It was built as 378892e here.", "<p>It was built as 8957475 here."), PIECE_CHANGED);
    ok(p && p->came[SHAPE_TOKEN] && p->went[SHAPE_TOKEN] && !p->came[SHAPE_NUMBER] && !p->went[SHAPE_NUMBER],
       "digits in the place of a code of that length are one");
    p = piece_of(judged(&a, "<p>It was read 378892 times here.", "<p>It was read 378957 times here."), PIECE_CHANGED);
    ok(p && !p->came[SHAPE_TOKEN], "not in that of a number");
    return tap_done();
}
