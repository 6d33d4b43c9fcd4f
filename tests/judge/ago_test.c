/* How long ago something was. */
#include "judge/ago.h"

#include "tests/judge/judged.h"

static void test_bytes(void)
{
    static const struct {
        const char *text, *time;
    } row[] = {
        { "3 hours ago by Ann", "3 hours ago" },
        { "an hour ago", "an hour ago" },
        { "2 wk. ago, more", "2 wk. ago" },
        { "1 hour and 5 minutes ago", "1 hour and 5 minutes ago" },
        { "3d ago", "3d ago" },
        { "yesterday at 12:30, Ann", "yesterday at 12:30" },
        { "vor 3 Std. von Anna", "vor 3 Std." },
        { "vor einer Stunde", "vor einer Stunde" },
        { "il y a 3 j", "il y a 3 j" },
        { "hier à 12h30", "hier à 12h30" },
        { "hace 2 semanas", "hace 2 semanas" },
        { "6 giorni fa", "6 giorni fa" },
        { "for en time siden", "for en time siden" },
        { "miesiąc temu", "miesiąc temu" },
        { "6 дней назад", "6 дней назад" },
        { "منذ 3 ساعات", "منذ 3 ساعات" },
        { "۳ روز پیش", "۳ روز پیش" },
        { "3 ชั่วโมงที่แล้ว", "3 ชั่วโมงที่แล้ว" },
        { "3 天前 回复", "3 天前" },
        { "2주 전", "2주 전" },
        { "قبل 4 يوما", "قبل 4 يوما" },
        { "acum 21 de ore, la Cluj", "acum 21 de ore" },
        { "3 orë më parë", "3 orë më parë" },
        { "pre 2 nedelje", "pre 2 nedelje" },
        { "within 14 days", "" },
        { "3 days", "" },
        { "for 3 dage", "" },
        { "3 days agonized", "" },
        { "before noon", "" },
        { "last night, 3 letters", "last night" },
        { "this evening at 19:30", "this evening" },
        { "yesterday evening", "yesterday" },
        { "", "" },
    };
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    symbols_open(&symbols, &a);
    struct ago_lists *lists = ago_open(&a, &symbols);
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(str_sub(str_of(row[i].text), 0, ago_bytes(lists, str_of(row[i].text))), str_of(row[i].time), row[i].text);
}

/* Whether all that changed is such a time. */
static bool retold(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, old, new);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (!ago_retold(ago_open(&a, j->delta.new->dom.symbols), &j->delta, &j->pieces.item[i]))
            return false;
    return j->pieces.n > 0;
}

static void test_sentences(void)
{
    ok(retold("<p>Bread<p>an hour ago", "<p>Bread<p>3 hours ago"), "a line of its own");
    ok(retold("<p>Bread<p>Ann Baker · yesterday", "<p>Bread<p>Ann Baker · 3 days ago"), "behind a name");
    ok(retold("<p>Bread<p>发表于 12 天前 楼主", "<p>Bread<p>发表于 2 周前 楼主"), "in a script without spaces");
    ok(retold("<p>Bread<p>för 50 min sen", "<p>Bread<p>för 2 tim sedan"), "another word for ago");
    ok(!retold("<p>Bread<p>Ann Baker · 3 days ago", "<p>Bread<p>Eve Miller · 4 days ago"), "somebody else is news");
    ok(!retold("<p>Bread<p>5 seats left, 3 days ago", "<p>Bread<p>4 seats left, 3 days ago"), "so is a number beside it");
    ok(!retold("<p>Bread<p>Refunds within 7 days", "<p>Bread<p>Refunds within 14 days"), "a time limit does not run");
    ok(!retold("<p>Bread<p>Delivery takes 3 days", "<p>Bread<p>Delivery takes 2 weeks"), "nor does how long it takes");
    ok(!retold("<p>Bread<p>Huỷ 3 ngày trước khi khởi hành", "<p>Bread<p>Huỷ 7 ngày trước khi khởi hành"), "nor does a term");
    ok(!retold("<p>Bread<p>The talk is this evening at 19:30", "<p>Bread<p>The talk is this evening at 20:30"),
       "an hour that is to come is news");
    ok(!retold("<p>Bread", "<p>Bread<p>The oven broke 3 days ago"), "a new sentence with one is news");
}

/* The same with counters beside it. */
static bool counted(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    const struct judged *j = judged(&a, old, new);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (!ago_counted(ago_open(&a, j->delta.new->dom.symbols), &j->pieces, &j->delta, &j->pieces.item[i]))
            return false;
    return j->pieces.n > 0;
}

static void test_counters(void)
{
    ok(counted("<p>Bread<p>3 hours ago 869 views 52 comments", "<p>Bread<p>17 hours ago 1204 views 54 comments"),
       "all of them went on");
    ok(counted("<p>Bread<p>לפני 3 שעות · 869 views", "<p>Bread<p>לפני יומיים · 1204 views"), "in any language with a word for ago");
    ok(counted("<p>Bread<p>3 hours ago 869 views 52 comments", "<p>Bread"), "a line of them that went");
    ok(!counted("<p>Bread<p>3 hours ago · 12 seats · 869 views", "<p>Bread<p>5 hours ago · 11 seats · 1204 views"),
       "seats are no counter");
    ok(!counted("<p>Bread<p>Ann · 3 hours ago · 869 views", "<p>Bread<p>Eve · 5 hours ago · 1204 views"), "nor is a name");
    ok(!counted("<p>Bread", "<p>Bread<p>The oven broke again 3 hours ago, 869 views"), "a sentence with one is news");
}

int main(void)
{
    test_bytes();
    test_counters();
    test_sentences();
    return tap_done();
}
