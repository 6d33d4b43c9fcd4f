/* What a sentinel would have sent, had it stood there all the time: a line of time, and each message with what it is made of. */
#include "serve/chart.h"
#include "serve/sentinel_page.h"
#include "serve/shell.h"

enum { MESSAGES_SHOWN = 50 };

static void add_scope(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct sentinel_trial *t = p->trial;

    html_raw(out, "<span class=\"small dim\">");
    html_add_number_of(out, t->n_versions, "version");
    html_raw(out, " of ");
    html_add_number_of(out, t->n_pages, "page");
    if (t->n_left_out) {
        html_raw(out, ", ");
        html_add_number_of(out, t->n_left_out, "older one");
        html_raw(out, " left out");
    }
    html_raw(out, "</span>");
}

/* "keywords("price"), then words" */
static void add_parts(struct buf *out, const struct trial_letter *m)
{
    const struct sentinel_told *last = &m->event[m->n_events - 1];

    for (uint32_t i = 0; i < last->n_parts; i++)
        HTML(out, "{}{}", WORD(i ? ", then " : ""), TEXT(last->part[i].finding.type));
    if (m->n_events > 1) {
        html_raw(out, " and ");
        html_add_number_of(out, m->n_events - 1, "earlier event");
    }
}

static void add_message(struct sentinel_page *p, const struct trial_letter *m)
{
    struct buf *out = &p->r->answer.body;
    const struct store_sentinel_event *last = &m->event[m->n_events - 1].event;

    HTML(out, "<tr><td><a href=\"/page/{}/diff?b={}\">{}</a></td><td data-l=\"Because of\">", NUM(last->page), NUM(last->number),
         TEXT(last->headline.len ? last->headline : m->sentinel->name));
    add_parts(out, m);
    html_raw(out, "</td><td class=\"r nowrap\" data-l=\"When\">");
    html_add_moment(out, m->at, p->r->caller.now);
    html_raw(out, "</td></tr>\n");
}

static void add_messages(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct sentinel_trial *t = p->trial;
    struct chart_point *point = NEW_ARRAY(p->r->arena, struct chart_point, t->n_messages + 1);

    for (uint32_t i = 0; i < t->n_messages; i++)
        point[i] = (struct chart_point){ .at = t->message[i].at, .number = i + 1 };
    html_raw(out, "<div class=\"xscroll\" tabindex=\"0\" role=\"group\" aria-label=\"Messages over time\"><div class=\"fixw\">");
    chart_messages(out, point, t->n_messages, p->r->caller.now);
    html_raw(
        out,
        "</div></div><table class=\"tbl cards mt8\"><thead><tr><th>Message</th><th>Because of</th><th class=\"r\">When</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < MIN(t->n_messages, (uint32_t)MESSAGES_SHOWN); i++)
        add_message(p, &t->message[t->n_messages - 1 - i]);
    html_raw(out, "</tbody></table>");
    if (t->n_messages > MESSAGES_SHOWN)
        HTML(out, "<p class=\"small dim mt8\">The last {} are listed.</p>", NUM(MESSAGES_SHOWN));
}

void sentinel_trial_show(struct sentinel_page *p)
{
    struct buf *out = &p->r->answer.body;
    const struct sentinel_trial *t = p->trial;

    if (!t)
        return;
    html_raw(
        out,
        "<section class=\"box\" id=\"trial\" aria-labelledby=\"tr\"><div class=\"bh\"><h2 id=\"tr\" class=\"grow\">Test over stored versions</h2>");
    add_scope(p);
    html_raw(out, "</div><p class=\"soft\">It would have sent <b>");
    html_add_number_of(out, t->n_messages, "message");
    html_raw(out, "</b>. Nothing was sent.</p>\n");
    for (uint32_t i = 0; i < t->n_pages; i++)
        if (t->page[i].n_versions < 2)
            HTML(out, "<p class=\"hint\">{} has {} stored version{}: there is nothing to compare yet.</p>\n", TEXT(t->page[i].url),
                 NUM(t->page[i].n_versions), WORD(t->page[i].n_versions == 1 ? "" : "s"));
    if (t->note.len)
        shell_note(out, "warn", t->note);
    if (t->n_messages)
        add_messages(p);
    html_raw(out, "</section>\n");
}
