/* Elements that say in words how long ago the moment in their attribute is. */
#include "judge/moments.h"

#include "tests/judge/judged.h"

static bool retold(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, old, new);
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->pieces.n; i++) {
        if (!piece_has_words(&j->pieces.item[i]))
            continue;
        if (!moments_retold(ago_open(&a, j->delta.new->dom.symbols), &j->delta, &j->pieces.item[i]))
            return false;
        n++;
    }
    return n > 0;
}

static void test_same_moment(void)
{
    ok(retold("<p>Bread<p><time datetime=2031-05-03T09:37>9d</time>", "<p>Bread<p><time datetime=2031-05-03T09:37>10d</time>"),
       "another number");
    ok(retold("<p>Bread<p><span data-time=1935000000000>35m</span>", "<p>Bread<p><span data-time=1935000000000>13h</span>"),
       "another unit");
    ok(retold("<p>Bread<p>Ann · <span title='May 3, 2031 9:37 am'><a href=/p>9d</a></span> · Baker",
              "<p>Bread<p>Ann · <span title='May 3, 2031 9:37 am'><a href=/p>10d</a></span> · Baker"),
       "in a line, with a link inside");
    ok(retold("<p>Bread<p><time datetime=2031-05-03>pred pár minútami</time>",
              "<p>Bread<p><time datetime=2031-05-03>nedávno</time>"),
       "words of no list");
    ok(!retold("<p>Bread<p><time datetime=2031-05-03>3 May, 19:00</time>",
               "<p>Bread<p><time datetime=2031-05-03>3 May, 20:00</time>"),
       "a time of day is somebody's");
    ok(!retold("<p>Bread<p><time datetime=2031-05-03>3 May</time>", "<p>Bread<p><time datetime=2031-05-03>4 May</time>"),
       "a day, too");
    ok(!retold("<p>Bread<p><time datetime=2031-05-03>3</time>", "<p>Bread<p><time datetime=2031-05-03>4</time>"),
       "a number is none");
}

static void test_other_moment(void)
{
    ok(!retold("<p>Bread<p><time datetime=2031-05-03>Monday</time>", "<p>Bread<p><time datetime=2031-05-04>Tuesday</time>"),
       "another moment");
    ok(!retold("<p>Bread<p><time datetime=PT2H>2h</time>", "<p>Bread<p><time datetime=PT3H>3h</time>"), "how long something takes");
    ok(!retold("<p>Bread<p><a id=1935000000 href=/2031-05-03>9d</a>", "<p>Bread<p><a id=1935000000 href=/2031-05-03>10d</a>"),
       "a number that is no moment");
    ok(!retold("<p>Bread<p>9 seats <time datetime=2031-05-03>9d</time>", "<p>Bread<p>8 seats <time datetime=2031-05-03>10d</time>"),
       "what changed beside it");
}

static void test_alone(void)
{
    ok(retold("<p>Bread", "<p>Bread<p><time datetime=2031-05-03>9d</time>"), "one that came");
    ok(retold("<p>Bread<p><time datetime=2031-05-03>2 days</time>", "<p>Bread"), "one that went");
    ok(!retold("<p>Bread", "<p>Bread<p><time datetime=2031-05-03>Whitsun</time>"), "words may be a name");
    ok(!retold("<p>Bread", "<p>Bread<p>9d"), "nothing says what it is");
}

int main(void)
{
    test_same_moment();
    test_other_moment();
    test_alone();
    return tap_done();
}
