/* Which operations on blocks are told, and in what words: small documents, once as documents and once as cut from pages. */
#include "show/vidiff_told.h"

#include "judge/importance.h"
#include "show/vidiff.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"
#include "visual/vidiff.h"

/* The lines of the text view; `pages` says that the words of the documents were read from pages. */
static struct str told(struct arena *a, const char *old_blocks, const char *new_blocks, bool pages)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct vixml *old = document_of(a, old_blocks), *new = document_of(a, new_blocks);
    struct judge_words was, is;
    struct videlta d;
    struct importance importance;
    struct vidiff_told found;
    struct vidiff_view v = {
        .old = old, .new = new, .delta = &d, .importance = &importance, .told = &found, .old_name = STR("a"), .new_name = STR("b")
    };

    vidiff(a, old, new, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    importance_paper(a, &(struct importance_input){ .old = old, .new = new, .delta = &d, .weights = &importance_weights },
                     &importance);
    judge_words_of_document(a, old, &was);
    judge_words_of_document(a, new, &is);
    vidiff_told_find(a, &(struct told_input){ old, new, &d, &was, &is, pages }, &found);
    vidiff_text(a, &v, &out);
    return arena_str(a, buf_str(&out));
}

#define TEXT(ref, words) "<Block Ref='" ref "' Pos='0 0 900 90'><Txts Txt='" words "'/></Block>"
#define LINKS(ref, links) "<Block Ref='" ref "' Pos='0 0 900 90'><Links>" links "</Links></Block>"
#define LINK(name, address) "<link Name='" name "' Adr='" address "'/>"
#define IMAGE(ref, name, file) "<Block Ref='" ref "' Pos='0 0 900 90'><Imgs><img Name='" name "' Src='" file "'/></Imgs></Block>"
#define RAIN "rain fell on the hills and the rivers rose over the roads"
#define FAIR "the summer fair opens in the park on the first of may"
#define BREAD "bread costs more than it did a year ago in every shop"

static const struct told_case {
    const char *name, *old, *new;
    const char *documents, *pages;
} cases[] = {
    { "nothing changed", TEXT("1", RAIN) TEXT("2", FAIR), TEXT("1", RAIN) TEXT("2", FAIR), "", "" },
    { "a word of a text", TEXT("1", RAIN) TEXT("2", FAIR),
      TEXT("1", "rain fell on the hills and the rivers rose over the fields") TEXT("2", FAIR),
      "~ text \"… and the rivers rose over the [-roads-]{+fields+}\" in block 1 \"rain fell on the hills and the rivers…\"\n",
      "~ text \"… and the rivers rose over the [-roads-]{+fields+}\" in block 1 \"rain fell on the hills and the rivers…\"\n" },
    { "a block that came", TEXT("1", RAIN), TEXT("1", RAIN) TEXT("2", FAIR),
      "+ block 2 \"the summer fair opens in the park on…\" inserted\n"
      "+ text \"the summer fair opens in the park on the first of may\" in block 2 \"the summer fair opens in the park on…\"\n",
      "+ block 2 \"the summer fair opens in the park on…\" inserted\n"
      "+ text \"the summer fair opens in the park on the first of may\" in block 2 \"the summer fair opens in the park on…\"\n" },
    { "a block that went", TEXT("1", RAIN) TEXT("2", FAIR), TEXT("1", RAIN),
      "- old block 2 \"the summer fair opens in the park on…\" deleted\n"
      "- text \"the summer fair opens in the park on the first of may\" in old block 2 \"the summer fair opens in the park on…\"\n",
      "- old block 2 \"the summer fair opens in the park on…\" deleted\n"
      "- text \"the summer fair opens in the park on the first of may\" in old block 2 \"the summer fair opens in the park on…\"\n" },
    { "two blocks that changed places", TEXT("1", RAIN) TEXT("2", FAIR) TEXT("3", BREAD),
      TEXT("1", FAIR) TEXT("2", BREAD) TEXT("3", RAIN),
      "> block 3 \"rain fell on the hills and the rivers…\" moved (before: block 1)\n",
      "> block 3 \"rain fell on the hills and the rivers…\" moved (before: block 1)\n" },
    { "a link that came", LINKS("1", LINK("home", "/h") LINK("news", "/n")),
      LINKS("1", LINK("home", "/h") LINK("news", "/n") LINK("jobs", "/j")), "+ link \"jobs\" /j in block 1 \"home news jobs\"\n",
      "+ link \"jobs\" /j in block 1 \"home news jobs\"\n" },
    { "a link that went", LINKS("1", LINK("home", "/h") LINK("news", "/n")), LINKS("1", LINK("home", "/h")),
      "- link \"news\" /n in old block 1 \"home news\"\n", "- link \"news\" /n in old block 1 \"home news\"\n" },
    { "a link that leads elsewhere", LINKS("1", LINK("home", "/h") LINK("news", "/n")),
      LINKS("1", LINK("home", "/h") LINK("news", "/x")), "~ link \"news\" /n -> \"news\" /x in block 1 \"home news\"\n",
      "~ link \"news\" /n -> \"news\" /x in block 1 \"home news\"\n" },
    { "a link in another block",
      LINKS("1", LINK("home", "/h") LINK("news", "/n")) LINKS("2", LINK("jobs", "/j") LINK("help", "/e")),
      LINKS("1", LINK("home", "/h")) LINKS("2", LINK("jobs", "/j") LINK("help", "/e") LINK("news", "/n")),
      "> link \"news\" /n moved from old block 1 \"home news\" to block 2 \"jobs help news\"\n",
      "> link \"news\" /n moved from old block 1 \"home news\" to block 2 \"jobs help news\"\n" },
    { "a picture with another file", IMAGE("1", "a boat", "/a.png") TEXT("2", RAIN), IMAGE("1", "a boat", "/b.png") TEXT("2", RAIN),
      "~ image \"a boat\" /a.png -> \"a boat\" /b.png in block 1\n",
      "~ image \"a boat\" /a.png -> \"a boat\" /b.png in block 1\n" },
    { "a picture that came", TEXT("1", RAIN), TEXT("1", RAIN) IMAGE("2", "a boat", "/a.png"),
      "+ block 2 inserted\n"
      "+ image \"a boat\" /a.png in block 2\n",
      "+ block 2 inserted\n"
      "+ image \"a boat\" /a.png in block 2\n" },
    { "a text cut in two", TEXT("1", RAIN " " FAIR), TEXT("1", RAIN) TEXT("2", FAIR),
      "< old block 1 \"rain fell on the hills and the rivers…\" split into blocks 1, 2\n"
      "+ text \"the summer fair opens in the park on the first of may\" in block 2 \"the summer fair opens in the park on…\"\n",
      "Not visible to a reader: 1 block split.\n" },
    { "two texts made one", TEXT("1", RAIN) TEXT("2", FAIR), TEXT("1", RAIN " " FAIR),
      "= old blocks 1, 2 merged into block 1 \"rain fell on the hills and the rivers…\"\n"
      "- text \"the summer fair opens in the park on the first of may\" in old block 2 \"the summer fair opens in the park on…\"\n",
      "Not visible to a reader: 1 block merged.\n" },
    { "a text cut in two with a word changed", TEXT("1", RAIN " " FAIR),
      TEXT("1", RAIN) TEXT("2", "the summer fair opens in the park on the last of may"),
      "< old block 1 \"rain fell on the hills and the rivers…\" split into blocks 1, 2\n"
      "~ text \"… opens in the park on the [-first-]{+last+} of may\" in block 1 \"rain fell on the hills and the rivers…\"\n"
      "+ text \"… opens in the park on the {+last+} of may\" in block 2 \"the summer fair opens in the park on…\"\n",
      "~ text \"… opens in the park on the [-first-]{+last+} of may\" in block 1 \"rain fell on the hills and the rivers…\"\n"
      "+ text \"… opens in the park on the {+last+} of may\" in block 2 \"the summer fair opens in the park on…\"\n"
      "Not visible to a reader: 1 block split.\n" },
    { "a block inside another now", TEXT("1", RAIN) TEXT("2", FAIR),
      "<Block Ref='1' Pos='0 0 900 180'>" TEXT("1.1", RAIN) TEXT("1.2", FAIR) "</Block>", "+ block 1 inserted\n",
      "Not visible to a reader: 1 block inserted.\n" },
    { "everything is another", TEXT("1", RAIN), TEXT("1", FAIR) TEXT("2", BREAD),
      "+ text \"the summer fair opens in the park on the first of may\" in block 1 \"the summer fair opens in the park on…\"\n"
      "- text \"rain fell on the hills and the rivers rose over the roads\" in block 1 \"the summer fair opens in the park on…\"\n"
      "+ block 2 \"bread costs more than it did a year…\" inserted\n"
      "+ text \"bread costs more than it did a year ago in every shop\" in block 2 \"bread costs more than it did a year…\"\n",
      "+ text \"the summer fair opens in the park on the first of may\" in block 1 \"the summer fair opens in the park on…\"\n"
      "- text \"rain fell on the hills and the rivers rose over the roads\" in block 1 \"the summer fair opens in the park on…\"\n"
      "+ block 2 \"bread costs more than it did a year…\" inserted\n"
      "+ text \"bread costs more than it did a year ago in every shop\" in block 2 \"bread costs more than it did a year…\"\n" },
    { "an empty document", "", TEXT("1", RAIN),
      "+ block 1 \"rain fell on the hills and the rivers…\" inserted\n"
      "+ text \"rain fell on the hills and the rivers rose over the roads\" in block 1 \"rain fell on the hills and the rivers…\"\n",
      "+ block 1 \"rain fell on the hills and the rivers…\" inserted\n"
      "+ text \"rain fell on the hills and the rivers rose over the roads\" in block 1 \"rain fell on the hills and the rivers…\"\n" },
};

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(told(&a, cases[i].old, cases[i].new, false), str_of(cases[i].documents), cases[i].name);
        eq_str(told(&a, cases[i].old, cases[i].new, true), str_of(cases[i].pages), cases[i].name);
    }
    return tap_done();
}
