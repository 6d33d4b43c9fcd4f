/* The language of a page. */
#include "judge/language.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

static void is_in(const char *html, const char *want)
{
    AUTO(arena) a = { 0 };
    const char *got = language_of(page_from(&a, str_of(html), STR("http://example.org/")));
    ok(want ? got && strcmp(got, want) == 0 : !got, "%s: %s", want ? want : "none", got ? got : "none");
}

static void offers(const char *old, const char *new, const char *want)
{
    AUTO(arena) a = { 0 };
    struct str was, now;
    bool instead = language_offered_instead(page_from(&a, str_of(old), STR("http://example.org/")),
                                            page_from(&a, str_of(new), STR("http://example.org/")), &was, &now);
    ok(instead == (want != NULL), "another language is offered: %s", new);
    eq_str(instead ? now : STR(""), str_of(want ? want : ""), "and which");
}

static void declares(const char *html, bool want)
{
    AUTO(arena) a = { 0 };
    const char *greek =
        language_of(page_from(&a, STR("<p>Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα για όλους τους κατοίκους της πόλης και των χωριών."),
                              STR("http://example.org/")));
    ok(language_is_declared(page_from(&a, str_of(html), STR("http://example.org/")), greek) == want, "%s", html);
}

int main(void)
{
    offers("<p>Mill <a href=/es>Español</a>", "<p>Molino <a href=/en>English</a>", "English");
    offers("<p>Mill <a href=/es>Español</a> <a href=/fr>Français</a>", "<p>Molino <a href=/en>ENGLISH</a> <a href=/fr>Français</a>",
           "English");
    offers("<p>Mill <a href=/es>Español</a>", "<p>Mill <a href=/es>Español</a> <a href=/fr>Français</a>", NULL);
    offers("<p>Mill <a href=/es>Español</a>", "<p>Mill <a href=/fr>Learn English with us</a>", NULL);
    offers("<p>Mill", "<p>Mill <a href=/fr>Français</a>", NULL);
    is_in(
        "<p>The library is open to all of the people that live in this town, and it is free for you. You are welcome to read here.",
        "English");
    is_in(
        "<p>Die Bücherei ist für die Leute der Stadt da, und sie ist nicht nur am Tag offen. Das Haus ist mit einem Lift und auch mit dem Rad zu "
        "erreichen.",
        "German");
    is_in("<p>図書館は平日は九時から六時まで、土曜日は十時から二時まで開いています。", "Japanese");
    is_in("<p>图书馆平日九点到六点开放，星期六十点到两点开放，夏天阅览室提早关门。", "Chinese");
    is_in("<p>Η βιβλιοθήκη είναι ανοιχτή κάθε μέρα για όλους τους κατοίκους της πόλης και των χωριών.", "Greek");
    is_in("<p>Bread 3, milk 2, tea 5", NULL);
    is_in("<p>The end of the day is near, and the sun is low. Die Sonne ist tief und das Ende ist nah, und die Nacht ist da.",
          NULL);
    declares("<html lang=el-GR><p>x", true);
    declares("<html lang=EL><p>x", true);
    declares("<html lang=en><p>x", false);
    declares("<html><p>x", false);
    return tap_done();
}
