/* In: rows of the outbox that concern news. Out: a few words for a group of pages. A page counts once, by the best that happened to it. */
#include "serve/sent.h"

#include "archive/outbox.h"
#include "base/limits.h"
#include "serve/html.h"

static enum sent_way way_of(const struct store_sent *s)
{
    return s->state == DELIVERY_SENT ? SENT_DONE : s->state == DELIVERY_DEAD ? SENT_FAILED : SENT_WAITS;
}

int sent_read(struct http_request *r, struct sent *out, struct err *e)
{
    int failed = outbox_of_news(&r->caller, &out->sents, e);

    if (failed)
        return failed;
    map_open(&out->page, r->arena, out->sents.n);
    for (uint32_t i = 0; i < out->sents.n; i++) {
        uint32_t *best = map_slot(&out->page, (uint64_t)out->sents.item[i].page, i);
        if (way_of(&out->sents.item[i]) < way_of(&out->sents.item[*best]))
            *best = i;
    }
    return 0;
}

void sent_count(const struct sent *t, int64_t page, struct sent_sum *sum)
{
    const uint32_t *at = map_find(&t->page, (uint64_t)page);
    const struct store_sent *s = at ? &t->sents.item[*at] : NULL;
    enum sent_way way = s ? way_of(s) : SENT_HERE;

    if (s)
        sum->channel[way] = sum->n[way] == 0 || str_eq(sum->channel[way], s->channel) ? s->channel : STR("");
    if (way == SENT_WAITS)
        sum->due_at = sum->n[way] ? MIN(sum->due_at, s->due_at) : s->due_at;
    sum->n[way]++;
}

void sent_words(struct buf *out, const struct sent_sum *sum, int64_t now)
{
    static const char *const words[] = { "sent to ", "to be sent to ", "could not be sent to ", "only here" };
    bool mixed = false, begun = false;

    for (int i = 0; i < SENT_WAYS; i++) {
        mixed |= sum->n[i] && begun;
        begun |= sum->n[i] > 0;
    }
    begun = false;
    for (int i = 0; i < SENT_WAYS; i++) {
        if (sum->n[i] == 0)
            continue;
        html_raw(out, begun ? ", " : "");
        begun = true;
        if (mixed)
            HTML(out, "{} ", NUM(sum->n[i]));
        html_raw(out, words[i]);
        if (i != SENT_HERE)
            HTML(out, "{}", TEXT(sum->channel[i].len ? sum->channel[i] : STR("several channels")));
        if (i == SENT_WAITS && sum->due_at > now) {
            buf_add_char(out, ' ');
            html_add_moment(out, sum->due_at, now);
        }
    }
}
