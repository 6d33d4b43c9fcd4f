/* Something to press can no longer be used, or can be used again: of which of them people hear, and in which words. */
#include "judge/put_out.h"

#include "tests/judge/course.h"

enum { VISITS = 4 };

#define PAGE \
    "<!DOCTYPE html><title>Oak table</title><body><nav><a href=/>Home</a></nav><main><h1>Oak table</h1><p>It is made of oak from the hills, " \
    "oiled twice by hand, and has room for six.</p>%s<p>It comes to your door in two parts, and takes ten minutes to put together.</p>" \
    "</main></body>"

/* What is told; empty: nothing is. */
static struct str told(struct arena *a, const char *old, const char *new)
{
    struct course c = { 0 };
    struct str headline = STR("");
    for (unsigned i = 0; i < VISITS; i++)
        visit(&c, arena_printf(&c.kept, PAGE, old).ptr, NULL);
    bool any = visit(&c, arena_printf(&c.kept, PAGE, new).ptr, &headline);
    headline = any ? arena_str(a, headline) : STR("");
    arena_drop(&c.kept);
    return headline;
}

static void test_news(void)
{
    static const struct {
        const char *old, *new, *headline;
    } row[] = {
        { "<button>Add to cart</button>", "<button disabled>Add to cart</button>", "Oak table: not available, was available" },
        { "<button disabled>Add to cart</button>", "<button>Add to cart</button>", "Oak table: available, was not available" },
        { "<button aria-disabled=false>Buy now</button>", "<button aria-disabled=true>Buy now</button>",
          "Oak table: not available, was available" },
        { "<a class=btn href=/cart/7>Add to basket</a>", "<a class='btn disabled' href='#'>Add to basket</a>",
          "Oak table: not available, was available" },
        { "<a class=btn href=/cart/7>Add to basket</a>", "<a class=btn href='#'>Add to basket</a>",
          "Oak table: not available, was available" },
        { "<button class=buy>In den Warenkorb</button>", "<button class='buy buy--sold-out'>In den Warenkorb</button>",
          "Oak table: not available, was available" },
        { "<button class='buy isSoldOut'>Buy now</button>", "<button class=buy>Buy now</button>",
          "Oak table: available, was not available" },
        { "<form><input type=hidden name=id value=7><input type=number name=n value=1><button>Order</button></form>",
          "<form><input type=hidden name=id value=7><input type=number name=n value=1><button disabled>Order</button></form>",
          "Oak table: “Order” can no longer be used" },
        { "<form><input type=text name=engraving><button>Add to cart</button></form>",
          "<form><input type=text name=engraving><button disabled>Add to cart</button></form>",
          "Oak table: not available, was available" },
        { "<ul><li class=item><h3>Elm bench</h3> for three</li><li class=item><h3>Ash stool</h3> for one</li></ul>",
          "<ul><li class=item><h3>Elm bench</h3> for three</li><li class='item out-of-stock'><h3>Ash stool</h3> for one</li></ul>",
          "Ash stool: not available, was available" },
        { "<ul><li class=item><h3>Elm bench</h3> for three</li><li class=item><h3>Ash stool</h3> <a class=b href=/7>Details</a></li></ul>",
          "<ul><li class=item><h3>Elm bench</h3> for three</li><li class='item sold-out'><h3>Ash stool</h3> "
          "<a class='b disabled' href='#'>Details</a></li></ul>",
          "Ash stool: not available, was available" },
        { "<p><a href=/order/7>Platz reservieren</a></p>", "<p><a href='#'>Platz reservieren</a></p>",
          "Oak table: “Platz reservieren” can no longer be used" },
        { "<h2>Spring course</h2><a href=/sign-up>Sign up</a> by mail", "<h2>Spring course</h2><a href='#'>Sign up</a> by mail",
          "Spring course: “Sign up” can no longer be used" },
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(told(&a, row[i].old, row[i].new), str_of(row[i].headline), row[i].new);
}

static void test_noise(void)
{
    static const char *const row[][2] = {
        { "<button>Next</button>", "<button disabled>Next</button>" },
        { "<button disabled>Nächste Seite</button>", "<button>Nächste Seite</button>" },
        { "<a rel=next href=/2>Page 2 of 3</a>", "<a rel=next href='#'>Page 2 of 3</a>" },
        { "<button class=swiper-button aria-label='To the left'></button>",
          "<button class=swiper-button disabled aria-label='To the left'></button>" },
        { "<div class=slick-dots><button>Front view</button></div>",
          "<div class=slick-dots><button disabled>Front view</button></div>" },
        { "<button>‹</button>", "<button disabled>‹</button>" },
        { "<button disabled>Front</button><button>Side</button>", "<button>Front</button><button disabled>Side</button>" },
        { "<form><p>Write to us: <textarea name=t></textarea><button>Send</button></form>",
          "<form><p>Write to us: <textarea name=t></textarea><button disabled>Send</button></form>" },
        { "<button class=big>Add to cart</button>", "<button class='big not-disabled'>Add to cart</button>" },
        { "<ul class=nav-list><li><a href='#'>Changelog</a><li><a href=/b>Blog</a></ul>",
          "<ul class=nav-list><li><a href=/changes>Changelog</a><li><a href=/b>Blog</a></ul>" },
        { "<p><a href=/coats>Warm coats</a></p>", "<p><a href='#'>Warm coats</a></p>" },
        { "<header><a href='#'>For schools</a></header>", "<header><a href=/schools>For schools</a></header>" },
        { "<a href='#' role=button>Menu</a>", "<a href='#'>Menu</a>" },
        { "<a href='#'>Menu</a>", "<a href='#' aria-expanded=false>Menu</a>" },
        { "<a href=/open>Open</a> the map", "<a href='#' aria-controls=map>Open</a> the map" },
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_str(told(&a, row[i][0], row[i][1]), STR(""), row[i][1]);
}

/* How much the change matters. */
static double weight_of(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct body was = { .bytes = arena_printf(&a, PAGE, old), .content_type = STR("text/html"), .url = STR("http://h/") }, is = was;
    struct interest all = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    is.bytes = arena_printf(&a, PAGE, new);
    if (verdict_make(&a, &(struct verdict_facts){ .new = is, .old = &was, .interest = &all, .n_interests = 1 }, &v, &e))
        ok(false, "%s", e.text);
    return v.importance;
}

static void test_weight(void)
{
#define CARD(button) "<ul><li><h3>Elm bench</h3> for three " button "</li></ul>"
    double said = weight_of(CARD("<p>In stock</p>"), CARD("<p>Sold out</p>")),
           put_out = weight_of(CARD("<button>Add to cart</button>"), CARD("<button disabled>Add to cart</button>")),
           step = weight_of(CARD("<button>Next</button>"), CARD("<button disabled>Next</button>"));
    ok(put_out > 0.1 && put_out > said / 2 && put_out < said * 2,
       "what can no longer be ordered weighs as the words do: %.3f, %.3f", put_out, said);
    ok(step < 0.01, "a step to the next page weighs nothing: %.3f", step);
}

int main(void)
{
    test_news();
    test_weight();
    test_noise();
    return tap_done();
}
