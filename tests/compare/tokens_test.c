/* A date, a version, an address is one word to a reader. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static const struct change_case tokens[] = {
    { "a time", "<p>Opens at 9:30 today for all.", "<p>Opens at 9:45 today for all.", "update: 9:30 -> 9:45" },
    { "a file name with a number", "<p>Get weft-1.2.tar.gz here.", "<p>Get weft-1.3.tar.gz here.",
      "update: weft-1.2.tar.gz -> weft-1.3.tar.gz" },
    { "a name without a number is words", "<p>See the side-by-side view here.", "<p>See the side-to-side view here.",
      "update: by -> to" },
    { "a plus joins", "<p>Needs C++20+x1 at least.", "<p>Needs C++20+x2 at least.", "update: 20+x1 -> 20+x2" },
    { "an underscore joins", "<p>Set max_2_size here.", "<p>Set max_3_size here.", "update: max_2_size -> max_3_size" },
    { "a range of numbers", "<p>Seats 10-12 are free now.", "<p>Seats 10-15 are free now.", "update: 10-12 -> 10-15" },
    { "a point that ends a sentence is not part of a number", "<p>It was in 2019. Then more.", "<p>It was in 2020. Then more.",
      "update: 2019 -> 2020" },
    { "an address in brackets", "<p>Read (https://a.example/x1) now.", "<p>Read (https://a.example/x2) now.",
      "update: https://a.example/x1 -> https://a.example/x2" },
    { "an address at the end of a sentence", "<p>Read https://a.example/one.", "<p>Read https://a.example/two.",
      "update: https://a.example/one -> https://a.example/two" },
    { "another scheme", "<p>Get ftp://a.example/one now.", "<p>Get ftp://a.example/two now.",
      "update: ftp://a.example/one -> ftp://a.example/two" },
    { "a day in Chinese", "<p>日期 2024年1月2日 完", "<p>日期 2024年1月5日 完", "update: 2024年1月2日 -> 2024年1月5日" },
    { "a space ends a token", "<p>Call 030 1234 now.", "<p>Call 030 1235 now.", "update: 1234 -> 1235" },
    { "two tokens of one sentence", "<p>From 1.1.2024 to 2.2.2024 only.", "<p>From 1.1.2025 to 2.3.2024 only.",
      "update: 1.1.2024 to 2.2.2024 -> 1.1.2025 to 2.3.2024" },
    { "a part that is bold is a box of its own", "<p>Now <b>1</b>.5 is it.", "<p>Now <b>2</b>.5 is it.", "update: 1 -> 2" },
    { "what came glued to a token", "<p>Get v1.2 here.", "<p>Get v1.2-beta3 here.", "update: v1.2 -> v1.2-beta3" },
};

static void test_tokens(void)
{
    CHECK_CHANGES(tokens);
}

int main(void)
{
    EQ_CHANGES("a date of which two parts changed", "<p>As of 2024-06-06 it holds.", "<p>As of 2022-06-28 it holds.",
               "update: 2024-06-06 -> 2022-06-28");
    EQ_CHANGES("a date of which one part changed", "<p>As of 2024-06-06, it holds.", "<p>As of 2024-06-07, it holds.",
               "update: 2024-06-06 -> 2024-06-07");
    EQ_CHANGES("a date in words", "<p>Held on 12 March 2021 in Rome.", "<p>Held on 14 March 2022 in Rome.",
               "update: 12 March 2021 -> 14 March 2022");
    EQ_CHANGES("two numbers that are no date", "<p>We sold 12 cars to 300 people.", "<p>We sold 14 cars to 500 people.",
               "update: 12 -> 14\nupdate: 300 -> 500");
    EQ_CHANGES("a date in Japanese", "<p>\u66f4\u65b0 2021\u5e745\u67083\u65e5 \u5b8c",
               "<p>\u66f4\u65b0 2021\u5e746\u67089\u65e5 \u5b8c", "update: 2021\u5e745\u67083\u65e5 -> 2021\u5e746\u67089\u65e5");
    EQ_CHANGES("a version that got a suffix", "<p>Get v1.2.3 here.", "<p>Get v1.2.3-rc1 here.", "update: v1.2.3 -> v1.2.3-rc1");
    EQ_CHANGES("an address", "<p>See https://example.org/a/2021/b/05?x=1, please.",
               "<p>See https://example.org/a/2022/b/06?x=1, please.",
               "update: https://example.org/a/2021/b/05?x=1 -> https://example.org/a/2022/b/06?x=1");
    EQ_CHANGES("a mail address", "<p>Write to info@shop.example.", "<p>Write to office@shop.example.",
               "update: info@shop.example -> office@shop.example");
    EQ_CHANGES("words with a stroke between them are two", "<p>You see cats and/or dogs here.",
               "<p>You see cats and/with dogs here.", "update: or -> with");
    EQ_CHANGES("numbers with commas are a list", "<p>Rows 12, 13, 14 are new.", "<p>Rows 12, 15, 14 are new.", "update: 13 -> 15");
    EQ_CHANGES("brackets are not part of a date", "<p>Open (2024-01-02) again.", "<p>Open (2024-01-03) again.",
               "update: 2024-01-02 -> 2024-01-03");
    EQ_CHANGES("a part with a box of its own", "<p>Size <b>2024</b>-06-06 x", "<p>Size <b>2025</b>-06-06 x",
               "update: 2024 -> 2025");
    test_tokens();
    return tap_done();
}
