/* The delta as data: every change with its kind, its place in both pages, old and new text. The head of json.c tells the fields. */
#ifndef SHOW_JSON_H
#define SHOW_JSON_H

#include "show/show.h"

int show_json(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

#endif
