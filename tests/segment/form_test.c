/* What is part of a page's form, and what is not. */
#include "segment/form.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

static const struct {
    const char *old, *new;
    bool same;
    const char *what;
} row[] = {
    { "<p>some words", "<p>other word", true, "words" },
    { "<p>some words", "<p>some words that are many more than there were", false, "a much longer text" },
    { "<p>some words", "<p>", false, "no text" },
    { "<p>some words", "<div>some words</div>", false, "a tag" },
    { "<p class=a>x", "<p class=b>x", true, "a class that says nothing" },
    { "<p class=a>x", "<p class=footer>x", false, "a class that is a role" },
    { "<div class=col-md-4>x", "<div class=col-md-6>x", false, "a share of a row" },
    { "<p id=x1>x", "<p id=x2>x", true, "an id" },
    { "<a href=a>x", "<a href=b>x", true, "an address" },
    { "<img width=10>", "<img width=20>", false, "a width" },
    { "<p style='color:red'>x", "<p style='color:blue'>x", false, "a style" },
    { "<p>x<!-- a -->", "<p>x<!-- b -->", true, "a comment" },
    { "<p>x<!-- a -->", "<p>x", false, "a comment that is gone: nodes have other numbers" },
    { "<p>x<script>a()</script>", "<p>x<script>b()</script>", true, "a script" },
    { "<style>.a{float:left}</style><p class=a>x", "<style>.b{float:left}</style><p class=b>x", true,
      "a class that a style sheet renames" },
    { "<style>.a{float:left}</style><p class=a>x", "<style>.a{float:left}</style><p class=b>x", false,
      "a rule that no longer holds" },
    { "<style>.a{float:left}</style><p class=a>x", "<style>.a{float:right}</style><p class=a>x", false, "what a style sheet says" },
    { "<p>x</p><p>y", "<p hidden>x</p><p>y", false, "something hidden" },
};

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        uint64_t old = form_of(page_from(&a, str_of(row[i].old), STR(""))),
                 new = form_of(page_from(&a, str_of(row[i].new), STR("")));
        ok((old == new) == row[i].same, "%s %s", row[i].what, row[i].same ? "does not count" : "counts");
    }
    ok(form_text(0) == 0 && form_text(1) == 8 && form_text(16) == 8 && form_text(17) == 32 && form_text(64) == 32
           && form_text(65) == 128,
       "lengths in classes");
    for (float chars = 1; chars < 1e7f; chars *= 1.7f)
        ok(form_text(chars) >= chars / 2 && (form_text(chars) <= chars * 2 || chars < 5), "within twice the length: %.0f",
           (double)chars);
    return tap_done();
}
