/* Elements that stand for each other, and what they say of themselves. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static const struct change_case attributes[] = {
    { "a tooltip", "<p title=A>some words", "<p title=B>some words",
      "attribute: some words -> some words (tooltip was \"A\", is now \"B\")" },
    { "a tooltip that came", "<p>some words", "<p title=B>some words",
      "attribute: some words -> some words (tooltip added: \"B\")" },
    { "one that went", "<p title=A>some words", "<p>some words",
      "attribute: some words -> some words (tooltip removed, was \"A\")" },
    { "a description of a picture", "<p>x <img src=a alt=A>", "<p>x <img src=a alt=B>",
      "attribute: [img A] -> [img B] (description was \"A\", is now \"B\")" },
    { "a field that is filled in now", "<p>x <input name=q>", "<p>x <input name=q value=v>",
      "attribute: [input] -> [input] (value added: \"v\")" },
    { "a box that is ticked", "<p>x <input type=checkbox>", "<p>x <input type=checkbox checked>",
      "attribute: [input] -> [input] (is now ticked)" },
    { "one that is not any more", "<p>x <input type=checkbox checked>", "<p>x <input type=checkbox>",
      "attribute: [input] -> [input] (is no longer ticked)" },
    { "a button that cannot be used", "<p>x <button>Buy</button>", "<p>x <button disabled>Buy</button>",
      "attribute: Buy -> Buy (can no longer be used)" },
    { "a field that must be filled in", "<p>x <input name=q>", "<p>x <input name=q required>",
      "attribute: [input] -> [input] (must now be filled in)" },
    { "a time that a machine reads", "<p>on <time datetime=2024-01-01>Monday</time>",
      "<p>on <time datetime=2024-01-08>Monday</time>",
      "format: Monday -> Monday (datetime was \"2024-01-01\", is now \"2024-01-08\")" },
    { "a paragraph that is hidden now", "<p>one<p>some words", "<p>one<p hidden>some words",
      "attribute: some words -> some words (no longer shown)" },
    { "and shown again", "<p>one<p hidden>some words", "<p>one<p>some words", "attribute: some words -> some words (now shown)" },
    { "by its style", "<p>one<p>some words", "<p>one<p style='display:none'>some words",
      "attribute: some words -> some words (no longer shown)" },
    { "two attributes of one element", "<p><a href=/a title=A>it</a> is", "<p><a href=/b title=B>it</a> is",
      "attribute: it -> it (href was \"/a\", is now \"/b\"; tooltip was \"A\", is now \"B\")" },
    { "a colour", "<p style='color:red'>some words", "<p style='color:blue'>some words",
      "format: some words -> some words (style was \"color:red\", is now \"color:blue\")" },
    { "a language", "<p lang=en>some words", "<p lang=de>some words",
      "format: some words -> some words (lang was \"en\", is now \"de\")" },
    { "a direction", "<p>some words", "<p dir=rtl>some words", "format: some words -> some words (dir added: \"rtl\")" },
    { "a key for programs", "<p data-x=1>some words", "<p data-x=2>some words",
      "format: some words -> some words (data-x was \"1\", is now \"2\")" },
    { "something that runs", "<p onclick='a()'>some words", "<p onclick='b()'>some words", "" },
    { "the same in another order", "<p title=A class=b>some words", "<p class=b title=A>some words", "" },
    { "the first number of a list", "<ol><li>one<li>two</ol>", "<ol start=5><li>one<li>two</ol>",
      "attribute: one\n"
      "two -> one\n"
      "two (start added: \"5\")" },
    { "cells over two columns", "<table><tr><td>one<td>two</table>", "<table><tr><td colspan=2>one<td>two</table>",
      "format: one -> one (colspan added: \"2\")" },
    { "what stands for an open detail", "<details><summary>one</summary>two</details>",
      "<details open><summary>one</summary>two</details>",
      "format: one\n"
      "two -> one\n"
      "two (open added)" },
};

static void test_attributes(void)
{
    CHECK_CHANGES(attributes);
}

/* A change of what nobody sees says so. */
static void test_hidden(void)
{
    static const struct {
        const char *name, *old, *new;
        bool hidden;
    } cases[] = {
        { "a link in the open", "<p><a href=/a>it</a> is", "<p><a href=/b>it</a> is", false },
        { "a link that nobody sees", "<p>x<p hidden><a href=/a>it</a> is", "<p>x<p hidden><a href=/b>it</a> is", true },
        { "one that is seen now", "<p>x<p hidden><a href=/a>it</a> is", "<p>x<p><a href=/b>it</a> is", false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        uint32_t k = 0;
        example_open(&x, cases[i].old, cases[i].new);
        while (k < x.delta.n_changes && str_find(x.delta.change[k].note, STR("href"), 0) == SIZE_MAX)
            k++;
        ok(k < x.delta.n_changes && x.delta.change[k].hidden == cases[i].hidden, "%s", cases[i].name);
    }
}

int main(void)
{
    EQ_CHANGES("an address", "<p><a href=/a>a link</a>", "<p><a href=/b>a link</a>",
               "attribute: a link -> a link (href was \"/a\", is now \"/b\")");
    EQ_CHANGES("look", "<p class=a>some words", "<p class=b>some words",
               "format: some words -> some words (class was \"a\", is now \"b\")");
    EQ_CHANGES("nothing", "<p id=a>some words", "<p id=b>some words", "");
    EQ_CHANGES("a link that moved and leads elsewhere",
               "<ul><li><a href=/old>First thing</a><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a></ul>",
               "<ul><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a><li><a href=/new>First thing</a></ul>",
               "attribute: First thing -> First thing (href was \"/old\", is now \"/new\")\nmove: First thing -> First thing");
    EQ_CHANGES("one that moved and looks otherwise",
               "<ul><li><a href=/1>First thing</a><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a></ul>",
               "<ul><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a><li><a href=/1 class=x>First thing</a></ul>",
               "move: First thing -> First thing");
    test_attributes();
    test_hidden();
    return tap_done();
}
