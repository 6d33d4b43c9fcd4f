/* From the answer to what was found: answers are loaded, drawn where a watch wants that, and analysed by the threads.
 *
 * Invariant: a page's arenas have one user at a time: this thread, the browser's visit, or the thread that has the page. */
#include "flow/run_inside.h"

#include "base/wall.h"
#include "flow/keeper.h"
#include "flow/scripted.h"

/* ---- Answers ---- */

void run_take_answer(void *ctx, const struct response *r)
{
    struct run_page *p = ctx;
    struct check_run *run = p->run;
    struct response kept = *r;
    if (p->confirm) {
        probe_take(p, r);
        return;
    }
    if (p->browser && r->state == FETCH_OK && !p->form)
        kept.body = STR(""); /* the browser asks for it again */
    if (run->n_spare && !p->answer.block)
        p->answer = run->spare[--run->n_spare];
    p->work = NEW(&p->answer, struct check_work);
    *p->work = (struct check_work){ .arena = &p->answer,
                                    .owner = p,
                                    .page = p->page,
                                    .asked = p->asked_at != 0,
                                    .response = response_copy(&p->answer, &kept),
                                    .rules = &run->options.rules,
                                    .probe = p->probe };
    if (p->subject) {
        p->work->subject = *p->subject;
        p->work->has_subject = true;
        p->work->stamp = p->stamp;
    }
    run->bytes += kept.body.len;
    run_pages_add(run, &run->answered, p);
}

void run_keep_found(struct check_run *run, struct run_page *p)
{
    if (run->found.n == 0)
        run->found_at = run_now(run);
    run_pages_add(run, &run->found, p);
}

static int load(struct check_run *run, struct run_page *p, struct err *e)
{
    int code = check_load(p->work, run->options.store, e);
    if (code)
        return code;
    if (!p->work->compares) {
        run_keep_found(run, p);
        return 0;
    }
    run->loaded += p->answer.used_bytes - p->loaded;
    p->loaded = p->answer.used_bytes;
    run->totals.n_analysed++;
    workers_push(run->workers, &p->work->item);
    return 0;
}

/* ---- Drawing, in the same thread ---- */

static int open_browser(struct check_run *run, struct err *e)
{
    run->options.browser.loop = run->loop;
    return run->browser ? 0 : browser_open(&run->options.browser, &run->browser, e);
}

/* What came is made into the answer by a thread: snapshots are large. */
static void take_drawn(void *ctx, const struct browser_page *page, const struct err *failed)
{
    struct run_page *p = ctx;
    if (failed)
        p->draw->failed = *failed;
    else
        p->draw->page = *page;
    workers_push(p->run->workers, &p->work->item);
}

static int send_to_browser(struct check_run *run, struct run_page *p, struct err *e)
{
    struct draw *d = NEW(&p->arena, struct draw);
    int code = p->subject ? 0 : run_read_subject(run, p, e);
    if (code)
        return code;
    d->request = subject_request(&p->arena, p->subject);
    d->asked = scripted_request(&d->request, &p->work->response);
    p->draw = d;
    p->browser = false; /* once */
    run->bytes -= p->work->response.body.len;
    if (open_browser(run, &d->failed) == 0 && browser_start(&d->arena, run->browser, &d->asked, take_drawn, p, &d->failed) == 0)
        return 0;
    workers_push(run->workers, &p->work->item);
    return 0;
}

/* Layouts that the threads wait for. */
void run_serve_draws(struct check_run *run)
{
    struct err e;
    if (!draw_queue_waits(run->draws))
        return;
    if (open_browser(run, &e))
        draw_queue_fail(run->draws, &e);
    else
        draw_queue_serve(run->draws, run->browser);
}

static int load_one(struct check_run *run, struct run_page *p, struct err *e)
{
    bool draw = p->browser && p->work->response.state == FETCH_OK;
    int code = draw ? send_to_browser(run, p, e) : load(run, p, e);
    if (run_is_fault(code)) {
        struct err why = *e;
        code = run_tell_fault(run, p, &why, e);
        run_end_page(run, p);
    } else if (code == E_ABSENT) {
        run_end_page(run, p);
        code = 0;
    }
    return code;
}

int run_load_answers(struct check_run *run, struct err *e)
{
    struct run_pages *list = &run->answered;
    uint32_t n = 0;
    int code = 0;
    while (code == 0 && n < list->n && run_has_room(run)) /* what is loaded takes several times the room of its answer */
        code = load_one(run, list->item[n++], e);
    list->n -= n;
    if (n)
        memmove(list->item, list->item + n, list->n * sizeof *list->item);
    return code;
}

/* ---- Analysis, on other threads ---- */

/* What each thread has for itself. */
struct run_thread {
    struct check_run *run;
    struct check_tools tools;
    struct cutter cutter;
    struct renderer renderer;
};

void *run_open_thread(void *context)
{
    struct check_run *run = context;
    struct run_thread *b = heap_grow(NULL, sizeof *b);
    *b = (struct run_thread){ .run = run, .renderer = { .layout = run->options.layout, .queue = run->draws } };
    b->cutter = (struct cutter){ renderer_cut, &b->renderer };
    b->tools = (struct check_tools){ .codec = codec_open(),
                                     .cutter = run->options.layout == LAYOUT_BROWSER ? &b->cutter : NULL,
                                     .memory_max = run->options.check_memory };
    wall_raise(WALL_COMPUTE); /* where the kernel has no walls it goes on without */
    return b;
}

void run_close_thread(void *own)
{
    struct run_thread *b = own;
    codec_close(b->tools.codec);
    heap_free(b);
}

void run_analyse(void *own, struct work_item *item)
{
    struct run_thread *b = own;
    struct check_work *w = (struct check_work *)item;
    struct run_page *p = w->owner;
    struct keeper *keeper = b->run->options.keeper;
    b->tools.by_bytes = keeper_knows(keeper, w->page);
    int slot = keeper_enter(keeper, w->page);
    if (p->draw)
        scripted_take(&p->answer, &p->draw->page, p->draw->failed.code ? &p->draw->failed : NULL, p->known, &w->response);
    else
        check_analyse(w, &b->tools);
    keeper_leave(keeper, slot);
}

void run_wake(void *context)
{
    struct check_run *run = context;
    loop_wake(run->loop);
}

/* A page that was drawn is loaded as if it had come so. */
void run_collect(struct check_run *run)
{
    for (struct work_item *item; (item = workers_take(run->workers));) {
        struct run_page *p = ((struct check_work *)item)->owner;
        if (!p->draw) {
            if (!probe_confirms(run, p))
                run_keep_found(run, p);
            continue;
        }
        arena_drop(&p->draw->arena);
        p->draw = NULL;
        run->bytes += p->work->response.body.len;
        run_pages_add(run, &run->answered, p);
    }
}
