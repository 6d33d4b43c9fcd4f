/* Prints what changed between two pages, using the installed library:
 *
 *     cc changes.c $(pkg-config --cflags --libs weft) -o changes
 *     ./changes old.html new.html
 */
#include <stdio.h>
#include <stdlib.h>
#include <weft.h>

static weft_page *read_page(const char *path, weft_error *error)
{
    weft_source source = { .name = path };
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t len = 0, got;

    if (!file) {
        perror(path);
        exit(2);
    }
    do {
        bytes = realloc(bytes, len + 65536);
        if (!bytes)
            abort();
        got = fread(bytes + len, 1, 65536, file);
        len += got;
    } while (got);
    fclose(file);
    weft_page *page = weft_page_read(bytes, len, &source, error);
    free(bytes); /* the page has its own copy */
    return page;
}

int main(int argc, char **argv)
{
    weft_error error = { 0 };
    weft_page *old_page, *new_page;
    weft_diff *diff;
    char *text;

    if (argc != 3) {
        fprintf(stderr, "usage: %s OLD NEW\n", argv[0]);
        return 2;
    }
    if (!(old_page = read_page(argv[1], &error)) || !(new_page = read_page(argv[2], &error))
        || !(diff = weft_diff_pages(old_page, new_page, &error)) || !(text = weft_diff_show(diff, WEFT_TEXT, NULL, &error))) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    int differs = weft_diff_differs(diff);
    weft_counts counts = weft_diff_counts(diff);

    fputs(text, stdout);
    printf("%u words deleted, %u inserted, %u moved\n", counts.words_deleted, counts.words_inserted, counts.words_moved);
    weft_string_free(text);
    weft_diff_free(diff);
    weft_page_free(old_page);
    weft_page_free(new_page);
    return differs;
}
