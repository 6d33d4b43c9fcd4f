/* In: verdicts on answers that may not be the page, and the state of the page. Out: what is believed, told and remembered. */
#include "flow/suspicion.h"

#include <ctype.h>

#include "base/utf8.h"

struct suspicion_answer suspicion_of(const struct page_state *s, const struct verdict *v, int64_t n_held, int64_t at)
{
    bool same_kind = !s->suspect_kind.len || str_eq(s->suspect_kind, str_of(suspect_name(v->suspect_kind)));
    return (struct suspicion_answer){ .at = at, .again = v->again && same_kind, .n_held = n_held };
}

bool suspicion_lasts(const struct page_state *s, const struct subject_rules *rules, const struct suspicion_answer *x)
{
    bool enough = x->again || x->n_held + 1 >= SUSPICION_ANSWERS;
    return s->suspect.len && enough && (s->suspect_at == NEVER || x->at - s->suspect_at >= rules->suspect_ms);
}

static struct str cut_line(struct arena *a, struct str line)
{
    struct str head = utf8_head(line, HEADLINE_CHARS - 1); /* bytes: reasons are English, their quotes are short */
    return line.len <= HEADLINE_CHARS ? line : arena_printf(a, "%.*s…", STR_ARG(head));
}

static struct str sentence_of(struct arena *a, const struct verdict *v)
{
    bool left = v->suspect_kind == SUSPECT_SHRUNK && v->whole.headline.text.len;
    struct str text =
        arena_printf(a, "%c%.*s%s%.*s", toupper((unsigned char)v->suspect.ptr[0]), STR_ARG(str_sub(v->suspect, 1, v->suspect.len)),
                     left ? ": " : "", STR_ARG(left ? v->whole.headline.text : STR("")));
    return cut_line(a, text);
}

struct verdict suspicion_told(struct arena *a, const struct verdict *v, uint32_t n_watches)
{
    struct verdict told = *v;
    struct headline headline = { .text = sentence_of(a, v) };
    told.importance = SUSPECT_IMPORTANCE;
    told.any = true;
    told.reason[0] = v->suspect;
    told.n_reasons = 1;
    told.whole.headline = headline;
    told.concern = NEW_ARRAY(a, struct verdict_concern, n_watches + 1);
    for (uint32_t i = 0; i < n_watches; i++) {
        told.concern[i] = v->concern ? v->concern[i] : (struct verdict_concern){ 0 };
        told.concern[i].concerns = true;
        told.concern[i].weighed = false;
        told.concern[i].headline = headline;
    }
    return told;
}

/* Until something comes that would not be suspect if it were the first answer, nobody has seen the page. */
static struct str blocked_by(const struct page_state *s, const struct suspicion_version *v)
{
    if (v->held)
        return s->blocked;
    if (v->base == 0)
        return v->verdict->suspect;
    return s->blocked.len ? v->verdict->wall : STR("");
}

void suspicion_learn(struct page_state *s, const struct suspicion_version *v)
{
    bool first = s->suspect.len == 0;
    s->blocked = blocked_by(s, v);
    bool lives = v->verdict->any && v->verdict->suspect.len == 0; /* what changes in a way that matters is the page */
    if (v->verdict->back || lives)
        s->real = 0;
    else if (v->verdict->suspect.len && !v->held && s->real == 0)
        s->real = (uint32_t)MIN(v->base, (int64_t)UINT32_MAX);
    if (v->held && first)
        s->suspect_at = v->at;
    else if (!v->held)
        s->suspect_at = NEVER;
    s->suspect = v->held ? v->verdict->suspect : STR("");
    s->suspect_kind = v->held ? str_of(suspect_name(v->verdict->suspect_kind)) : STR("");
}
