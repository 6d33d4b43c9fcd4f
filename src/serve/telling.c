/* In: a watch and the channels of its owner. Out: a choice of the default, nowhere, or some of the channels. */
#include "serve/telling.h"

#include "archive/channels.h"
#include "notify/outbox.h"
#include "serve/html.h"

enum told_where { TOLD_DEFAULT, TOLD_NOWHERE, TOLD_THESE };

static enum told_where where_of(const struct watch *w)
{
    return w->notify.n == 0 ? TOLD_DEFAULT : record_list_has(&w->notify, STR(NOTIFY_NONE)) ? TOLD_NOWHERE : TOLD_THESE;
}

static void add_choice(struct buf *out, enum told_where value, enum told_where now, const char *name, struct str words)
{
    HTML(out, "<label class=\"opt\"><input type=\"radio\" name=\"tell\" value=\"{}\"{}><b>{}</b><p>{}</p></label>", NUM(value + 1),
         MARKUP(value == now ? STR(" checked") : STR("")), WORD(name), TEXT(words));
}

static struct str default_words(struct arena *a, const struct channel_rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++)
        if (rows->item[i].channel.is_default)
            return arena_printf(a, "Now %.*s, unless a channel was made for one of its tags.", STR_ARG(rows->item[i].channel.name));
    return STR("You have no default channel yet, so nothing is sent.");
}

static void add_channels(struct buf *out, const struct watch *w, const struct channel_rows *rows)
{
    HTML(out,
         "<div class=\"opt\"><input type=\"radio\" name=\"tell\" value=\"{}\" id=\"tell-these\"{}><label class=\"strong\" "
         "for=\"tell-these\">By these channels</label><div class=\"bar chosen\">",
         NUM(TOLD_THESE + 1), MARKUP(where_of(w) == TOLD_THESE ? STR(" checked") : STR("")));
    for (uint32_t i = 0; i < rows->n; i++) {
        struct str name = rows->item[i].channel.name;
        HTML(out, "<label class=\"chip big pick-tag\"><input type=\"checkbox\" name=\"channel\" value=\"{}\"{}>{}</label>",
             TEXT(name), MARKUP(record_list_has(&w->notify, name) ? STR(" checked") : STR("")), TEXT(name));
    }
    html_raw(out, "</div></div>");
}

int telling_add(struct http_request *r, const struct watch *w, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct channel_rows rows;
    int failed = channels_list(&r->caller, &rows, e);

    if (failed)
        return failed;
    html_raw(
        out,
        "<section class=\"sec\" id=\"tell\"><h2>Telling</h2><p class=\"lede\">Where news of this page is sent. It stands in What’s "
        "new in any case. <a href=\"/channels\">Channels</a></p>");
    add_choice(out, TOLD_DEFAULT, where_of(w), "As usual", default_words(r->arena, &rows));
    if (rows.n)
        add_channels(out, w, &rows);
    add_choice(out, TOLD_NOWHERE, where_of(w), "Nowhere", STR("Only in What’s new."));
    html_raw(out, "</section>\n");
    return 0;
}

bool telling_take(struct http_request *r, struct record_list *out)
{
    int64_t choice = form_number(&r->form, "tell") - 1;
    struct record_list list = { NEW_ARRAY(r->arena, struct str, r->form.n + 1), 0 };

    if (choice < 0)
        return false;
    if (choice == TOLD_NOWHERE)
        list.item[list.n++] = STR(NOTIFY_NONE);
    for (uint32_t i = 0; i < r->form.n && choice == TOLD_THESE; i++)
        if (str_eq(r->form.item[i].name, STR("channel")))
            list.item[list.n++] = r->form.item[i].value;
    *out = list;
    return true;
}
