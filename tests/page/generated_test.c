/* What a machine wrote, and what a person. */
#include "page/generated.h"

#include "tests/tap.h"

int main(void)
{
    static const char *const made[] = { "3f9ac21b",         "725db18",  "1686792086381", "28648473",
                                        "J3cfX66sLJTEJkPn", "DKWv6jEg", "dw41822f64",    "article1691606450735" };
    static const char *const written[] = { "logo",    "decade",  "20240806", "2024",   "puffy54",  "h264", "mp3",
                                           "covid19", "section", "2570394",  "facade", "template", "",     "naïve8a9b" };

    for (size_t k = 0; k < sizeof made / sizeof *made; k++)
        ok(generated(str_of(made[k])), "%s", made[k]);
    for (size_t k = 0; k < sizeof written / sizeof *written; k++)
        ok(!generated(str_of(written[k])), "not %s", written[k]);
    ok(generated_value(STR("e3c940f9-ded6-4d73-9121-24c9e2859373")), "a UUID");
    ok(generated_value(STR("2025-12-11T13:30:02")) && !generated_value(STR("2025-12-11")), "a second, not a day");
    ok(!generated_value(STR("how-to-opt-out-2020-guide")), "a title");
    ok(generated_name(STR("css-1x2y3z")) && generated_name(STR("Button__3kKQo")) && !generated_name(STR("col-md-6")),
       "names of classes");
    ok(generated_within(STR("a-147021622-b")) && !generated_within(STR("a-14-b")), "a part of it");
    ok(generated_alike(STR("page_article1691606450735"), STR("page_article1691628056969")), "other times in one name");
    ok(!generated_alike(STR("page_article1691606450735"), STR("list_article1691628056969")), "other names");
    ok(!generated_alike(STR("iPhone12Pro"), STR("iPhone13Pro")), "names that a person gave share most of their letters");
    eq_str(generated_stem(STR("Card_title__cfabX")), STR("Card_title"), "without what a build of styles hangs on it");
    eq_str(generated_stem(STR("root-1e6fe51b")), STR("root"), "nor a token");
    eq_str(generated_stem(STR("root-a1234567")), STR("root"), "of few turns");
    eq_str(generated_stem(STR("root-12")), STR("root"), "nor a number");
    eq_str(generated_stem(STR("css-bdvagi")), STR(""), "of a hash nothing stays, also where it is of letters alone");
    eq_str(generated_stem(STR("css-box-title")), STR("css-box-title"), "a longer name is none");
    eq_str(generated_stem(STR("card__title")), STR("card__title"), "a part that a person named stays");
    return tap_done();
}
