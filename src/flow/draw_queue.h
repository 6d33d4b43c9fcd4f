/* Pages that other threads want drawn. The browser belongs to the thread of the loop (browser/browser.h); a thread that analyses and
 * needs a layout puts its page here, wakes the loop and waits. */
#ifndef FLOW_DRAW_QUEUE_H
#define FLOW_DRAW_QUEUE_H

#include "browser/browser.h"

struct draw_queue;

/* `loop` is the one that the browser has joined. */
struct draw_queue *draw_queue_open(struct loop *loop);
/* Nobody may wait any more. NULL is fine. */
void draw_queue_close(struct draw_queue *q);

/* One page, as browser_render(), for any thread but the loop's. */
int draw_queue_render(struct arena *a, struct draw_queue *q, const struct browser_request *request, struct browser_page *out,
                      struct err *e) MUST_CHECK;

/* For the loop's thread, after each step: whether somebody waits, and handing all of them to the browser. */
bool draw_queue_waits(struct draw_queue *q);
void draw_queue_serve(struct draw_queue *q, struct browser *b);
/* There is no browser: all who wait are told why. */
void draw_queue_fail(struct draw_queue *q, const struct err *why);

#endif
