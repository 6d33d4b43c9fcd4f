/* What is struck out. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("an event that is cancelled", "<p>Concert on Monday.</p><p>Talk.</p>",
               "<p><s>Concert on Monday.</s></p><p>Talk.</p>", "format: Concert on Monday. -> Concert on Monday. (struck out)");
    EQ_CHANGES("and takes place after all", "<p><s>Concert on Monday.</s></p><p>Talk.</p>", "<p>Concert on Monday.</p><p>Talk.</p>",
               "format: Concert on Monday. -> Concert on Monday. (no longer struck out)");
    EQ_CHANGES("a price that was", "<p>Price: £39", "<p>Price: <del>£39</del> <b>£35</b>",
               "format: £39 -> £39 (struck out)\ninsert: -> £35");
    EQ_CHANGES("in place of another element", "<p>Price: <span>£39</span>", "<p>Price: <s>£39</s>",
               "format: £39 -> £39 (span became s)\nformat: £39 -> £39 (struck out)");
    EQ_CHANGES("two of them", "<ul><li>one thing<li>two things<li>three</ul>",
               "<ul><li><s>one thing</s><li><s>two things</s><li>three</ul>",
               "format: one thing -> one thing (struck out)\nformat: two things -> two things (struck out)");
    EQ_CHANGES("several paragraphs at once", "<p>one thing</p><p>two things</p>", "<del><p>one thing</p><p>two things</p></del>",
               "format: one thing\ntwo things -> one thing\ntwo things (struck out)");
    EQ_CHANGES("by another element", "<p>Price: <s>£39</s>", "<p>Price: <del>£39</del>", "format: £39 -> £39 (s became del)");
    EQ_CHANGES("still", "<p>Price: <s>£39</s> today", "<p>Price: <s>£39</s> now", "update: today -> now");
    return tap_done();
}
