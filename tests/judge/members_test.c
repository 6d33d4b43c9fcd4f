/* What the names of members in JSON tell. */
#include "judge/members.h"

#include "base/auto.h"
#include "tests/tap.h"

static void test_words(void)
{
    static const struct {
        const char *name, *words;
    } rows[] = {
        { "lastUpdated", "last Updated" },
        { "last_updated", "last updated" },
        { "image-url", "image url" },
        { "URL", "URL" },
        { "_links", "links" },
        { "item2Price", "item2Price" },
        { "", "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) words = BUF(64);
        for (struct str name = str_of(rows[i].name); name.len;) {
            struct str word = member_word(&name);
            buf_add(&words, words.len && word.len ? STR(" ") : STR(""));
            buf_add(&words, word);
        }
        eq_str(buf_str(&words), str_of(rows[i].words), rows[i].name);
    }
}

static void test_worth(void)
{
    static const struct {
        const char *name;
        enum member_worth worth;
    } rows[] = {
        { "price", MEMBER_FIRST }, { "unitPrice", MEMBER_FIRST }, { "name", MEMBER_NAME },      { "full_name", MEMBER_FIRST },
        { "id", MEMBER_LAST },     { "imageUrl", MEMBER_LAST },   { "statusUrl", MEMBER_LAST }, { "colour", MEMBER_PLAIN },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        ok(member_worth(str_of(rows[i].name)) == rows[i].worth, "%s", rows[i].name);
}

int main(void)
{
    test_words();
    test_worth();
    return tap_done();
}
