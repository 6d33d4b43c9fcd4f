/* The bar is one write per drawing: return, erase the line (ECMA-48 EL), the text, cut to the terminal's columns. */
#include "cli/term.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/utf8.h"

enum { WIDTH_DEFAULT = 80, HEIGHT_DEFAULT = 24, WIDTH_MIN = 20, WIDTH_MAX = 1000, BAR_CELLS = 20, DRAW_EVERY_MS = 100 };

bool term_is(int fd)
{
    return isatty(fd) == 1;
}

static bool variable_is_set(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

bool term_color(int fd, enum term_when when)
{
    const char *force = getenv("CLICOLOR_FORCE"), *terminal = getenv("TERM");

    if (when != TERM_AUTO)
        return when == TERM_ALWAYS;
    if (variable_is_set("NO_COLOR"))
        return false;
    if (force && *force && strcmp(force, "0") != 0)
        return true;
    return term_is(fd) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

unsigned term_width(int fd)
{
    struct winsize size;
    uint64_t columns = 0;

    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        columns = size.ws_col;
    else if (!str_number(str_of(getenv("COLUMNS")), WIDTH_MAX, &columns) || columns == 0)
        columns = WIDTH_DEFAULT;
    return (unsigned)MIN(MAX(columns, (uint64_t)WIDTH_MIN), (uint64_t)WIDTH_MAX);
}

unsigned term_height(int fd)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : HEIGHT_DEFAULT;
}

/* Bytes that are not UTF-8 are taken for C1 by some terminals. */
static bool is_control(uint32_t character)
{
    return char_is_unsafe(character) || character == 0xfffd;
}

/* At most `columns` characters of the text; returns how many. */
static unsigned add_cells(struct buf *out, struct str text, unsigned columns)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    unsigned n = 0;

    for (; at < end && n < columns; n++) {
        uint32_t character;
        unsigned len = utf8_next(at, end, &character);
        if (is_control(character))
            buf_add_char(out, '?');
        else
            buf_add_bytes(out, at, len);
        at += len;
    }
    return n;
}

void term_add_safe(struct buf *out, struct str text)
{
    add_cells(out, text, UINT32_MAX);
}

void term_add_lines(struct buf *out, struct str text)
{
    while (text.len) {
        add_cells(out, str_cut(&text, '\n'), UINT32_MAX);
        buf_add_char(out, '\n');
    }
}

/* A terminal that goes away must not end the work: what cannot be drawn is not drawn. */
static void draw(const struct progress *p, struct str line)
{
    if (io_write_fd(p->fd, line, NULL))
        return;
}

void progress_open(struct progress *p, int fd, size_t total)
{
    const char *terminal = getenv("TERM");
    bool usable = term_is(fd) && terminal && *terminal && strcmp(terminal, "dumb") != 0;

    *p = (struct progress){ .fd = usable ? fd : -1, .total = total, .start_ms = clock_steady_ms() };
}

static void add_bar(struct buf *b, const struct progress *p)
{
    size_t full = p->total ? (p->n - 1) * BAR_CELLS / p->total : 0;

    buf_add_char(b, '[');
    for (size_t i = 0; i < BAR_CELLS; i++)
        buf_add_char(b, i < full ? '#' : '-');
    buf_add(b, STR("] "));
}

void progress_step(struct progress *p, struct str name)
{
    p->n++;
    if (p->fd < 0)
        return;
    int64_t now = clock_steady_ms(), since = now - p->start_ms;
    if (p->drawn && now - p->drawn_ms < DRAW_EVERY_MS)
        return;

    AUTO(buf) text = BUF(4096);
    AUTO(buf) line = BUF(8192);
    buf_addf(&text, "%zu", p->n);
    if (p->total)
        buf_addf(&text, "/%zu", p->total);
    buf_add_char(&text, ' ');
    if (since >= 1000) {
        double rate = (double)(p->n - 1) * 1000 / (double)since;
        buf_addf(&text, rate < 10 ? "%.1f/s " : "%.0f/s ", rate);
    }
    if (p->total)
        add_bar(&text, p);
    buf_add(&text, str_sub(name, 0, 2048));
    buf_add(&line, STR("\r\033[K"));
    add_cells(&line, buf_str(&text), term_width(p->fd) - 1);
    draw(p, buf_str(&line));
    p->drawn = true;
    p->drawn_ms = now;
}

void progress_erase(struct progress *p)
{
    if (p->drawn)
        draw(p, STR("\r\033[K"));
    p->drawn = false;
}

void progress_drop(struct progress *p)
{
    progress_erase(p);
}
