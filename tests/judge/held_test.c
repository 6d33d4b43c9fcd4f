/* What was held back as a list: the same words once, what matters first, and what there is no room for counted. */
#include "judge/held.h"

#include "judge/headline_note.h"
#include "tests/judge/judged.h"

/* The lines of a change of which everything is held back for one reason. */
static struct held_changes held(struct arena *a, const char *old, const char *new, uint32_t most)
{
    struct judged *j = judged(a, old, new);
    enum noise_kind *noise = NEW_ARRAY(a, enum noise_kind, j->pieces.n + 1);
    bool *none = NEW_ARRAY(a, bool, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        noise[i] = NOISE_PLACE;
    return held_changes(a, &(struct held_source){ .delta = &j->delta,
                                                  .pieces = &j->pieces,
                                                  .worth = headline_worths(a, &j->delta, &j->pieces),
                                                  .noise = noise,
                                                  .left_out = none,
                                                  .most = most });
}

static void test_order(struct arena *a)
{
    struct held_changes h = held(a, "<h1>News</h1><p>The old town.",
                                 "<h1>News</h1><p>The old town.<p>Jobs<p>The bridge over the river will be closed in May.", 8);
    ok(h.n == 2 && h.n_more == 0, "two lines: %u", h.n);
    eq_str(h.item[0].what, STR("New: The bridge over the river will be closed in May."), "what says most comes first");
    eq_str(h.item[0].why, STR("it stands outside the content"), "with its reason");
}

static void test_equals(struct arena *a)
{
    const char *old =
        "<h1>Firms</h1><p>Ash, <a href=/1>write to us</a>.<p>Box, <a href=/2>write to us</a>.<p>Elm, <a href=/3>write to us</a>.";
    const char *new =
        "<h1>Firms</h1><p>Ash, <a href=/9>write to us</a>.<p>Box, <a href=/2>write to us</a>.<p>Elm, <a href=/3>write to us</a>.";
    struct held_changes h = held(a, old, new, 8);
    ok(h.n == 1 && h.item[0].times == 1, "one is one");
    h = held(a, "<p>Ash<p>Box<p>Elm",
             "<p>Ash<p>Please write to us today!<p>Box<p>Please write to us today!<p>Elm<p>Please write to us today!", 8);
    ok(h.n == 1 && h.item[0].times == 3 && h.item[0].n_pieces == 3, "the same three times is one line: %u", h.n);
}

/* What moved has a piece where it stood and one where it stands. */
static void test_moved(struct arena *a)
{
    struct held_changes h =
        held(a, "<h1>News</h1><p>The bridge over the river is closed.<p>A market is held today.<p>The mill was sold to a baker.",
             "<h1>News</h1><p>A market is held today.<p>The mill was sold to a baker.<p>The bridge over the river is closed.", 8);
    ok(h.n > 0 && h.item[0].times == 1, "it moved once: %u", h.n ? h.item[0].times : 0);
}

/* What is left to list beside pieces that people are told of. */
static struct held_changes held_beside(struct arena *a, const struct judged *j, const bool *told)
{
    enum noise_kind *noise = NEW_ARRAY(a, enum noise_kind, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        noise[i] = NOISE_PLACE;
    return held_changes(a, &(struct held_source){ .delta = &j->delta,
                                                  .pieces = &j->pieces,
                                                  .worth = headline_worths(a, &j->delta, &j->pieces),
                                                  .noise = noise,
                                                  .left_out = told,
                                                  .told = told,
                                                  .most = 8 });
}

/* What stood in another row before is said with the new one that it stands in now. */
static void test_told_with(struct arena *a)
{
    struct judged *j = judged(a, "<table><tr><td>Oak<td>71<tr><td>Elm<td>8</table>",
                              "<table><tr><td>Ash<td>71<tr><td>Oak<td>90<tr><td>Elm<td>8</table>");
    bool *told = NEW_ARRAY(a, bool, j->pieces.n + 1);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        told[i] = j->pieces.item[i].kind != PIECE_MOVED;
    struct held_changes h = held_beside(a, j, told);
    ok(h.n == 0, "nothing is left to list: %u %.*s", h.n, STR_ARG(h.n ? h.item[0].what : STR("")));
}

/* All that moved is one thing, with how many, wherever they come in the list. */
static void test_several_moved(struct arena *a)
{
    AUTO(buf) old = BUF(1 << 16);
    AUTO(buf) new = BUF(1 << 16);
    for (unsigned i = 0; i < 40; i++) {
        buf_addf(&old, "<p>The entry of member %c%c is kept here.", 'a' + i % 26, 'a' + i / 26);
        buf_addf(&new, "<p>The entry of member %c%c is kept here.", 'a' + (39 - i) % 26, 'a' + (39 - i) / 26);
    }
    buf_add(&new, STR("<p>A market is held today."));
    buf_add_char(&old, '\0');
    buf_add_char(&new, '\0');
    struct held_changes h = held(a, old.ptr, new.ptr, 8);
    unsigned moved = 0;
    for (uint32_t i = 0; i < h.n; i++)
        moved += str_starts(h.item[i].what, STR("Moved: ")) && str_ends(h.item[i].what, STR("; and 38 more"));
    ok(h.n == 2 && h.n_more == 0 && moved == 1, "one line: %u and %u", h.n, h.n_more);
}

static void test_room(struct arena *a)
{
    AUTO(buf) b = BUF(1 << 16);
    buf_add(&b, STR("<h1>List</h1><p>The first of them."));
    for (unsigned i = 0; i < 50; i++)
        buf_addf(&b, "<p>Line number %u of this list has a word%c%c.", i, 'a' + i % 26, 'a' + i / 26);
    buf_add_char(&b, '\0');
    struct held_changes h = held(a, "<h1>List</h1><p>The first of them.", b.ptr, 8);
    ok(h.n == 8 && h.n_more == 42, "eight lines and 42 more: %u and %u", h.n, h.n_more);
    h = held(a, "<h1>List</h1><p>The first of them.", b.ptr, 64);
    ok(h.n == 50 && h.n_more == 0, "with room for all nothing is left: %u and %u", h.n, h.n_more);
}

/* What has no words is told by what it is now and was. */
static void test_notes(struct arena *a)
{
    static const struct {
        const char *old, *new, *what;
    } row[] = {
        { "<input type=submit value=Search>", "<input type=submit value=Suche>", "Button: Suche (was Search)" },
        { "<input value=one>", "<input value=two>", "Field: two (was one)" },
        { "<p>x<p>Old prices", "<p>x<p hidden>Old prices", "Old prices: no longer shown" },
        { "<img src=a.png alt='A loaf'>", "<img src=b.png alt='A cake'>", "Picture: A cake (was A loaf)" },
        { "<meta name=description content='Bread and more'>", "<meta name=description content='Cake and more'>",
          "Description of the page: Cake and more (was Bread and more)" },
        { "<a href=/a><img src=x.png alt=''></a>", "<a href=/b><img src=x.png alt=''></a>", "Link: /b (was /a)" },
        { "<p><a href=/old/list/of/all/prices/of/bread/and/cake/in/town/2024/may>Prices</a>",
          "<p><a href=/old/list/of/all/prices/of/bread/and/cake/in/town/2025/may>Prices</a>", "Prices: …2025/may (was …2024/may)" },
        { "<p>Ask <b>Anna Holt</b> for it", "<p>Ask <a href=/anna><b>Anna Holt</b></a> for it", "Anna Holt: now leads to /anna" },
        { "<p>Ask <a href=/anna><b>Anna Holt</b></a> for it", "<p>Ask <b>Anna Holt</b> for it",
          "Ask Anna Holt for it: no longer leads to /anna" },
        { "<img src=/days/a-2024.png>", "<img src=/days/a-2025.png>", "Picture: a-2025.png (was a-2024.png)" },
        { "", "<p><iframe title='Where we are' src=//maps.example/></iframe>", "Frame: Where we are (new)" },
        { "", "<p><img src=/days/oven.png alt='Our new oven'>", "Picture: Our new oven (new)" },
        { "<p>Fresh bread every day.", "<p>Fresh bread every day.<p><img src=/days/oven.png>", "Picture: oven.png (new)" },
        { "<p><img src=/days/oven.png alt='Our new oven'>", "", "Picture removed: Our new oven" },
        { "<p><img src=a.png alt='Our oven'>", "<figure><img src=b.png></figure>", "Description of a picture removed: Our oven" },
        { "<title>Shop of old</title>", "<title>Shop of new</title>", "Title: Shop of new (was Shop of old)" },
        { "<input>", "<input placeholder=Search>", "Hint in the field: Search (new)" },
        { "<p><a href=https://www.bank.example/pay/the/shop?by=card&for=bread&in=town&of=ours>Pay</a>",
          "<p><a href=https://safe.bank.example/pay/the/shop?by=card&for=bread&in=town&of=ours>Pay</a>",
          "Pay: https://safe.bank.example/pay/the/shop?… (was https://www.bank.example/pay/the/shop?b…)" },
        { "<p title=Bread>Fresh today", "<p title=Cake>Fresh today", "Fresh today: tooltip: Cake (was Bread)" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct str old = arena_printf(a, "<h1>Shop</h1>%s", row[i].old), new = arena_printf(a, "<h1>Shop</h1>%s", row[i].new);
        struct held_changes h = held(a, old.ptr, new.ptr, 8);
        eq_str(h.n ? h.item[0].what : STR("nothing"), str_of(row[i].what), row[i].new);
        ok(h.n == 0 || h.item[0].times == 1, "that is one thing");
    }
}

/* What people are told of is not held back, where it stands a second time either; nor is a part of its row that stood elsewhere. */
static void test_told(struct arena *a)
{
    struct judged *j =
        judged(a, "<h1>News</h1><p>The old town.<p>Jobs for bakers.",
               "<h1>News</h1><p>The bridge is closed in May.<p>The old town.<p>Jobs for bakers.<p>The bridge is closed in May.");
    bool *told = NEW_ARRAY(a, bool, j->pieces.n + 1);
    told[0] = true;
    struct held_changes h = held_beside(a, j, told);
    ok(j->pieces.n == 2 && h.n == 0 && h.n_more == 0, "the same sentence elsewhere: %u of %u", h.n, j->pieces.n);
}

/* The reason of a row is that of its words. */
static void test_row(struct arena *a)
{
    const char *
        old = "<h1>Votes</h1><table><tr><td>3 May, 10:03<td>On the mill by the old quay</table>",
       *new =
           "<h1>Votes</h1><table><tr><td>3 May, 10:03<td>On the mill by the old quay<tr><td>7 May, 9:30<td>On the roof of the church</table>";
    struct judged *j = judged(a, old, new);
    enum noise_kind noise[2] = { NOISE_SHAPE, NOISE_CHURN };
    bool none[2] = { false, false };
    if (!eq_int(j->pieces.n, 2, "a day and what was voted on"))
        return;
    struct held_changes h = held_changes(a, &(struct held_source){ .delta = &j->delta,
                                                                   .pieces = &j->pieces,
                                                                   .worth = headline_worths(a, &j->delta, &j->pieces),
                                                                   .noise = noise,
                                                                   .left_out = none,
                                                                   .most = 8 });
    ok(h.n == 1 && h.item[0].n_pieces == 2 && h.item[0].noise == NOISE_CHURN, "one line of two pieces: %u", h.n);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_told(&a);
    test_row(&a);
    test_order(&a);
    test_equals(&a);
    test_moved(&a);
    test_told_with(&a);
    test_several_moved(&a);
    test_room(&a);
    test_notes(&a);
    return tap_done();
}
