/* One list under one lock. A connection is put to sleep and woken under that lock, so no wake is lost. */
#include "serve/live.h"

#include "base/arena.h"

void live_open(struct live *l, const struct microhttpd *http)
{
    *l = (struct live){ .http = http };
    pthread_mutex_init(&l->lock, NULL);
}

void live_drop(struct live *l)
{
    for (uint32_t i = 0; i < LIVE_KEPT; i++)
        buf_drop(&l->kept[i].lines);
    pthread_mutex_destroy(&l->lock);
}

static void wake(struct subscriber *s)
{
    if (!s->asleep)
        return;
    s->asleep = false;
    s->live->http->MHD_resume_connection_p(s->connection);
}

void live_stop(struct live *l)
{
    pthread_mutex_lock(&l->lock);
    l->closing = true;
    for (struct subscriber *s = l->first; s; s = s->next)
        wake(s);
    pthread_mutex_unlock(&l->lock);
}

/* What does not fit is lost as a whole: half an event would garble the next. */
static void add(struct subscriber *s, struct str lines)
{
    if (s->pending.len + lines.len < LIVE_PENDING_MAX)
        buf_add(&s->pending, lines);
    wake(s);
}

/* Of the same millisecond, too: told twice does no harm. */
static void catch_up(struct subscriber *s, int64_t since)
{
    const struct live *l = s->live;
    for (uint32_t i = 0; i < LIVE_KEPT && since; i++) {
        const struct live_event *x = &l->kept[(l->next + i) % LIVE_KEPT];
        if (x->user == s->user && x->at >= since)
            add(s, buf_str(&x->lines));
    }
}

struct subscriber *live_subscribe(struct live *l, int64_t user, int64_t since)
{
    struct subscriber *s = NULL;
    uint32_t mine = 0;

    pthread_mutex_lock(&l->lock);
    for (struct subscriber *x = l->first; x; x = x->next)
        mine += x->user == user;
    if (l->n < LIVE_MAX && mine < LIVE_PER_USER && !l->closing) {
        s = heap_grow(NULL, sizeof *s);
        *s = (struct subscriber){ .live = l, .next = l->first, .user = user, .pending = BUF(LIVE_PENDING_MAX) };
        buf_add(&s->pending, STR("retry: 3000\n\n"));
        catch_up(s, since);
        l->first = s;
        l->n++;
    }
    pthread_mutex_unlock(&l->lock);
    return s;
}

void live_leave(struct subscriber *s)
{
    struct live *l = s->live;

    pthread_mutex_lock(&l->lock);
    for (struct subscriber **at = &l->first; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            l->n--;
            break;
        }
    pthread_mutex_unlock(&l->lock);
    buf_drop(&s->pending);
    heap_free(s);
}

void live_tell(struct live *l, int64_t now, int64_t user, const char *event, struct str data)
{
    pthread_mutex_lock(&l->lock);
    struct live_event *x = &l->kept[l->next];
    l->next = (l->next + 1) % LIVE_KEPT;
    l->told_at = MAX(now, l->told_at + 1);
    buf_drop(&x->lines);
    *x = (struct live_event){ .at = l->told_at, .user = user, .lines = BUF(LIVE_PENDING_MAX) };
    buf_addf(&x->lines, "id: %lld\nevent: %s\ndata: %.*s\n\n", (long long)x->at, event, STR_ARG(data));
    if (x->lines.over)
        x->user = 0;
    for (struct subscriber *s = l->first; s; s = s->next)
        if (s->user == x->user)
            add(s, buf_str(&x->lines));
    pthread_mutex_unlock(&l->lock);
}

void live_beat(struct live *l)
{
    pthread_mutex_lock(&l->lock);
    for (struct subscriber *s = l->first; s; s = s->next)
        add(s, STR(": still here\n\n"));
    pthread_mutex_unlock(&l->lock);
}

ssize_t live_read(void *subscriber, uint64_t at UNUSED, char *out, size_t room)
{
    struct subscriber *s = subscriber;
    size_t n = 0;

    pthread_mutex_lock(&s->live->lock);
    bool closing = s->live->closing;
    n = MIN(room, s->pending.len);
    if (n) {
        memcpy(out, s->pending.ptr, n);
        memmove(s->pending.ptr, s->pending.ptr + n, s->pending.len - n);
        s->pending.len -= n;
    } else if (!closing) {
        s->live->http->MHD_suspend_connection_p(s->connection);
        s->asleep = true;
    }
    pthread_mutex_unlock(&s->live->lock);
    return n ? (ssize_t)n : closing ? MHD_CONTENT_READER_END_OF_STREAM : 0;
}
