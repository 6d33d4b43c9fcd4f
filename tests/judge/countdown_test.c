/* Clocks that count down, in the boxes that pages have for them. */
#include "judge/countdown.h"

#include "tests/judge/judged.h"

#define STORY \
    "<main><h1>The winter sale</h1><p>All tables that were built in the old mill last year are on sale, and so are the chairs.</p>%s" \
    "<p>Come by and look at what is left of them.</p>"

/* With figures in the place of "#". */
static struct str filled(struct arena *a, const char *form, const char *const figures[4])
{
    AUTO(buf) out = BUF(4096);
    unsigned n = 0;
    for (; *form; form++)
        if (*form == '#')
            buf_add(&out, str_of(figures[n++ % 4]));
        else
            buf_add_char(&out, *form);
    return arena_str(a, buf_str(&out));
}

static bool runs(struct arena *a, const char *form)
{
    static const char *const was[] = { "12", "23", "07", "41" }, *const is[] = { "11", "04", "35", "06" };
    struct judged *j =
        judged(a, arena_printf(a, STORY, filled(a, form, was).ptr).ptr, arena_printf(a, STORY, filled(a, form, is).ptr).ptr);
    bool all = j->pieces.n > 0;
    for (uint32_t i = 0; i < j->pieces.n; i++)
        all &= countdown_changed(&j->delta, &j->pieces.item[i]);
    return all;
}

int main(void)
{
    static const char *const clocks[] = {
        "<ul><li>#<li>:<li>Std.<li>#<li>:<li>Min.<li>#<li>Sek.</ul>",
        "<div><span>#</span> <span>Days</span></div><div><span>#</span> <span>Hours</span></div><div><span>#</span> <span>Mins</span></div>",
        "<div>#</div><div>Jours</div><div>#</div><div>Heures</div><div>#</div><div>Minutes</div><div>#</div><div>Secondes</div>",
        "<div>Days</div><div>#</div><div>Hours</div><div>#</div><div>Minutes</div><div>#</div>",
        "<table><tr><td>#<td>#<td>#<td>#<tr><td>Days<td>Hours<td>Minutes<td>Seconds</table>",
        "<div><b>#</b>D <b>#</b>H <b>#</b>M <b>#</b>S</div>",
        "<div><span>#</span>天<span>#</span>时<span>#</span>分<span>#</span>秒</div>",
    };
    static const char *const data[] = {
        "<p>The record stands at # hours # minutes # seconds.</p>",
        "<table><tr><td>Tables<td>#<tr><td>Chairs<td>#<tr><td>Days<td>#</table>",
        "<div><span>#</span> <span>Days</span></div><div><span>#</span> <span>Nights</span></div><div><span>#</span> <span>Meals</span></div>",
        "<div>Size</div><div>#</div><div>M</div><div>#</div><div>S</div><div>#</div>",
    };
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(clocks); i++)
        ok(runs(&a, clocks[i]), "counts down: %s", clocks[i]);
    for (size_t i = 0; i < ARRAY_LEN(data); i++)
        ok(!runs(&a, data[i]), "does not: %s", data[i]);
    return tap_done();
}
