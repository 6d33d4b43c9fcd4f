/* The names of columns. */
#include "judge/columns.h"

#include "base/auto.h"
#include "tests/tap.h"

/* The head of the column of the last sentence; "-": it has none. */
static void heads(const char *html, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(256);
    struct symbols symbols;
    struct page page;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    if (!columns_head_line(&page, &page.sentence[page.n_sentences - 1], &b))
        buf_add(&b, STR("-"));
    eq_str(buf_str(&b), str_of(want), html);
}

int main(void)
{
    heads("<table><tr><th>File<th>Views<tr><td>atlas<td>12</table>", "Views");
    heads("<table><thead><tr><th>File<th>Views</thead><tbody><tr><td>map<td>3<tr><td>atlas<td>12</tbody></table>", "Views");
    heads("<table><tr><td>File<td>Wyświetlenia<tr><td>atlas<td>12</table>", "Wyświetlenia");
    heads("<table><tr><td>File<td>Views<tr><td>atlas<td>new</table>", "-");
    heads("<table><tr><th>Views<td>9<tr><th>Price<td>12</table>", "-");
    heads("<table><tr><th>File<th>Views<tr><td>12</table>", "-");
    heads("<table><tr><th>File<th>Views<tr><td>atlas<td><p>It is 3.</p><p>12</p></table>", "-");
    heads("<table><tr><td>one<tr><td><table><tr><th>File<th>Views<tr><td>atlas<td>12</table></table>", "Views");
    heads("<p>12", "-");
    return tap_done();
}
