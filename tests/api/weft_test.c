/* The public library, through include/weft.h alone: what another program sees of it. */
#include <string.h>

#include "include/weft.h"
#include "tests/tap.h"

static const char old_bytes[] = "<!doctype html><title>Prices</title><p>Tea is 3 euro. Milk is free.</p><p><a href=/a>menu</a></p>";
static const char new_bytes[] = "<!doctype html><title>Prices</title><p>Tea is 4 euro. Milk is free.</p><p><a href=/b>menu</a></p>";

static weft_page *read_page(const char *bytes, const char *address)
{
    weft_source source = { .address = address, .name = "a page" };
    weft_error error = { 0 };
    weft_page *page = weft_page_read(bytes, strlen(bytes), &source, &error);

    ok(page != NULL, "a page is read: %s", error.text);
    return page;
}

static void test_page(void)
{
    weft_error error = { 0 };
    weft_page *page = read_page(old_bytes, NULL);
    char *text = weft_page_text(page, &error), *json = weft_page_json(page, &error);

    ok(text && strstr(text, "Tea is 3 euro. Milk is free.\nmenu"), "its text is what a reader sees");
    ok(json && strstr(json, "\"title\"") && strstr(json, "Prices"), "its model comes as JSON");
    weft_string_free(text);
    weft_string_free(json);
    weft_page_free(page);
    weft_page_free(NULL);
}

static void test_diff(void)
{
    weft_error error = { 0 };
    weft_page *old_page = read_page(old_bytes, NULL), *new_page = read_page(new_bytes, NULL);
    weft_diff *diff = weft_diff_pages(old_page, new_page, &error);

    ok(diff != NULL, "two pages are compared");
    weft_counts counts = weft_diff_counts(diff);
    ok(weft_diff_differs(diff), "they differ");
    ok(counts.updates == 1 && counts.attributes == 1, "in one word and one address");
    ok(counts.words_deleted == 1 && counts.words_inserted == 1, "one word went, one came");
    for (int format = WEFT_MERGED; format <= WEFT_PATCH; format++) {
        size_t len = 0;
        char *shown = weft_diff_show(diff, (enum weft_format)format, &len, &error);
        ok(shown && len > 50 && strlen(shown) == len, "format %d is written", format);
        weft_string_free(shown);
    }
    ok(weft_diff_show(diff, (enum weft_format)99, NULL, &error) == NULL && error.code == WEFT_E_USAGE, "a format there is not: %s",
       error.text);
    weft_diff_free(diff);
    weft_page_free(old_page);
    weft_page_free(new_page);
}

static void test_same_page_twice(void)
{
    weft_error error = { 0 };
    weft_page *page = read_page(old_bytes, NULL);
    weft_diff *diff = weft_diff_pages(page, page, &error);

    ok(diff && !weft_diff_differs(diff), "a page does not differ from itself");
    weft_diff_free(diff);
    weft_page_free(page);
}

static void test_address(void)
{
    weft_error error = { 0 };
    weft_page *old_page = read_page(old_bytes, "https://tea.example/shop/"),
              *new_page = read_page(new_bytes, "https://tea.example/shop/");
    weft_diff *diff = weft_diff_pages(old_page, new_page, &error);
    char *shown = weft_diff_show(diff, WEFT_MERGED, NULL, &error);

    ok(shown && strstr(shown, "href=\"https://tea.example/b\""), "addresses are made absolute");
    ok(shown && !strstr(shown, "<iframe"), "the page stands in no frame");
    weft_string_free(shown);
    weft_diff_free(diff);
    weft_page_free(old_page);
    weft_page_free(new_page);
}

static void test_empty(void)
{
    weft_error error = { 0 };
    weft_page *page = weft_page_read("", 0, NULL, &error);

    ok(page != NULL, "no bytes are an empty page");
    ok(weft_page_read("", (size_t)1 << 50, NULL, &error) == NULL && error.code == WEFT_E_LIMIT, "more than memory allows: %s",
       error.text);
    weft_page_free(page);
    ok(strchr(weft_version(), '.') != NULL, "the library knows its version");
}

int main(void)
{
    test_page();
    test_diff();
    test_same_page_twice();
    test_address();
    test_empty();
    return tap_done();
}
