/* libweft: what changed between two web pages.
 *
 *     weft_error error;
 *     weft_page *old = weft_page_read(old_bytes, old_len, NULL, &error);
 *     weft_page *new = weft_page_read(new_bytes, new_len, NULL, &error);
 *     weft_diff *diff = weft_diff_pages(old, new, &error);
 *     char *html = weft_diff_show(diff, WEFT_MERGED, NULL, &error);
 *
 * Every call that makes something returns NULL when it cannot, and then the error says why in one sentence. What it returns belongs to
 * the caller and is given back with the call named beside it. A page may be compared many times and must live as long as the diffs
 * made of it. Calls on different objects may run in different threads; one object belongs to one thread at a time.
 * All text is UTF-8. Sizes, depth and memory are bounded: a page over a limit is an error or is cut with a note, never a crash. */
#ifndef WEFT_H
#define WEFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WEFT_API __attribute__((visibility("default")))
#else
#define WEFT_API
#endif

typedef struct weft_page weft_page;
typedef struct weft_diff weft_diff;

/* What went wrong: a code and a sentence for a person. */
typedef struct weft_error {
    int code; /* one of enum weft_code */
    char text[512];
} weft_error;

enum weft_code {
    WEFT_OK = 0,
    WEFT_E_SYSTEM = -1, /* the operating system said no */
    WEFT_E_LIMIT = -2,  /* a limit on size, depth or memory was passed */
    WEFT_E_FORMAT = -3, /* the bytes are not what they should be */
    WEFT_E_USAGE = -4,  /* the call cannot mean anything */
};

/* How a diff is written. All but the last three are pages of HTML that run nothing of the pages compared. WEFT_MERGED, WEFT_NEW and
 * WEFT_REVERSED are the page itself, without the list and switches of 'weft diff' around it: the caller's program has its own. */
enum weft_format {
    WEFT_MERGED = 0,   /* the new page, old text struck out in its place, new text marked */
    WEFT_SIDE = 1,     /* both pages, side by side, scrolling together */
    WEFT_CHANGES = 2,  /* only what changed, with a little context */
    WEFT_NEW = 3,      /* the new page with marks, no old text */
    WEFT_REVERSED = 4, /* as WEFT_MERGED with old and new exchanged */
    WEFT_TEXT = 5,     /* plain text, a line for each change */
    WEFT_JSON = 6,     /* every change as data */
    WEFT_PATCH = 7,    /* what rebuilds the new page from the old one, and back */
};

/* How many changes of content of each kind, and how many words. Beside them: changes of look, which say nothing new, and of machinery,
 * which only programs read. */
typedef struct weft_counts {
    uint32_t inserts, deletes, updates, moves, formats, attributes;
    uint32_t words_old, words_new, words_deleted, words_inserted, words_moved;
    uint32_t look, machinery;
} weft_counts;

/* What may be set for one page; a zeroed struct means: nothing known. */
typedef struct weft_source {
    const char *content_type; /* of the HTTP answer, such as "text/html; charset=utf-8" */
    const char *address;      /* where the page came from: relative addresses are made absolute with it */
    const char *name;         /* what to call it in the output; the address where there is none */
} weft_source;

/* The version of the library: "0.1.0". */
WEFT_API const char *weft_version(void);

/* Reads HTML or XML of any character set. The bytes are copied; `source` may be NULL. weft_page_free() gives it back. */
WEFT_API weft_page *weft_page_read(const void *bytes, size_t len, const weft_source *source, weft_error *error);
WEFT_API void weft_page_free(weft_page *page);

/* The page model as JSON, or the text a reader sees. weft_string_free() gives it back. */
WEFT_API char *weft_page_json(const weft_page *page, weft_error *error);
WEFT_API char *weft_page_text(const weft_page *page, weft_error *error);

/* Compares two pages. weft_diff_free() gives it back. */
WEFT_API weft_diff *weft_diff_pages(const weft_page *old_page, const weft_page *new_page, weft_error *error);
WEFT_API void weft_diff_free(weft_diff *diff);

/* 0 where nothing differs, not even look or machinery; else 1. */
WEFT_API int weft_diff_differs(const weft_diff *diff);
WEFT_API weft_counts weft_diff_counts(const weft_diff *diff);

/* The diff as a document. *len, where len is not NULL, gets its bytes without the NUL behind it. weft_string_free() gives it back. */
WEFT_API char *weft_diff_show(const weft_diff *diff, enum weft_format format, size_t *len, weft_error *error);
WEFT_API void weft_string_free(char *string);

#ifdef __cplusplus
}
#endif

#endif
