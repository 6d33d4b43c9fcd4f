/* Lines that only go with what they stand beside. */
#include "judge/trimmings.h"

#include "tests/judge/judged.h"

/* Of a page the last sentence. */
static bool is(struct arena *a, const char *html)
{
    const struct judged *j = judged(a, "<p>x", html);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (!j->pieces.item[i].old && j->pieces.item[i].sentence == j->new.n_sentences - 1)
            return j->pieces.item[i].trimming;
    ok(false, "the last sentence is a piece: %s", html);
    return false;
}

int main(void)
{
    static const char *const yes[] = {
        "<p>Share on Mastodon",
        "<p>Was this page helpful?",
        "<p><a href=x>Weiterlesen</a>",
        "<p><a href=x>続きを読む</a>",
        "<p><a href=x>Читать далее</a>",
        "<p>By Anna Berg, 3 May 2025",
        "<p>Von Anna Berg",
        "<p>作者：山田",
        "<p><a href=/>Home</a> › <a href=/n>News</a> › Streets",
        "<p class=entry-tags>Streets, bridges",
        "<ul class=breadcrumb><li>Streets</ul>",
        "<p><a rel=author href=x>Anna Berg</a>",
        "<p><span class='post byline'>Anna Berg</span>",
    };
    static const char *const no[] = {
        "<p>Mill Street is closed",
        "<h2 class=tags>Streets</h2>",
        "<p>By the river stands a mill",
        "<p>By Monday all streets will be open again for everybody who walks or rides.",
        "<p>Sharing a flat",
        "<p><a href=x>The mill/Town museum site</a>",
        "<article class='post category-streets tag-town'><p>Mill Street is closed</article>",
        "<p>Rooms > 40 square metres",
        "<div class=tags><p>x y z a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f<p>Mill Street</div>",
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(yes); i++)
        ok(is(&a, yes[i]), "a trimming: %s", yes[i]);
    for (size_t i = 0; i < ARRAY_LEN(no); i++)
        ok(!is(&a, no[i]), "not: %s", no[i]);
    return tap_done();
}
