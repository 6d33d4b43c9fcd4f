/* A date, a version, an address is one word to a reader. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

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
    return tap_done();
}
