/* The document around every page of the application: head, navigation, the line about the last act, the foot. */
#ifndef SERVE_SHELL_H
#define SERVE_SHELL_H

#include "serve/html.h"
#include "serve/request.h"

enum shell_place {
    PLACE_NONE,
    PLACE_NEW,
    PLACE_PAGES,
    PLACE_ADD,
    PLACE_SENTINELS,
    PLACE_HELD,
    PLACE_COLLECTIONS,
    PLACE_SITE,
    PLACE_STATUS,
    PLACE_SETTINGS
};

struct shell_tag {
    struct str name;
    uint32_t n;
};

struct shell {
    struct str title;
    enum shell_place place;
    int64_t n_new;               /* -1: to be counted */
    const struct shell_tag *tag; /* for the list of tags */
    uint32_t n_tags;
    bool wide;
    const char *script; /* the part of weft.js that the page wants: "new", "diff" ...; NULL: none but what all have */
};

/* Up to the beginning of the content, and from its end on. Whoever is not signed in sees no navigation. */
int shell_open(struct http_request *r, const struct shell *l, struct err *e) MUST_CHECK;
void shell_close(struct http_request *r);

/* A page with one card in the middle: signing in. */
void shell_open_card(struct http_request *r, struct str title, bool wide);
void shell_close_card(struct http_request *r);

/* <!doctype> to <body> alone: for the frame of a difference. */
void shell_head(struct http_request *r, struct str title, const char *script);
void shell_end(struct http_request *r);

/* A secret that is shown once, on a page that is not kept. */
struct shell_secret {
    const char *title, *words;
    struct str secret;
    struct str back; /* the path where one came from; empty: the settings */
    const char *back_words;
};
int shell_secret(struct http_request *r, const struct shell_secret *s, struct err *e) MUST_CHECK;

/* The hidden field that every form of a session carries. */
void shell_token(struct http_request *r);
/* A note in a box: "warn", "bad", "good" or "". */
void shell_note(struct buf *out, const char *kind, struct str words);
/* What the last act did, where a script did not show it: a line with Undo. */
void shell_notice(struct http_request *r);

#endif
