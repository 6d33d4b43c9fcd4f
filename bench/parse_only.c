/* The yardstick: reads two files and does nothing but a bare lexbor parse of each, with the options that lexbor has by itself. */
#include <lexbor/html/html.h>

#include "bench/read.h"

static int parse(const char *path)
{
    struct bytes b = read_file(path);
    lxb_html_document_t *document = lxb_html_document_create();
    int failed = !document || lxb_html_document_parse(document, (const lxb_char_t *)b.ptr, b.len) != LXB_STATUS_OK;
    lxb_html_document_destroy(document);
    free(b.ptr);
    return failed;
}

int main(int argc, char **argv)
{
    return argc != 3 || parse(argv[1]) || parse(argv[2]) ? 2 : 0;
}
