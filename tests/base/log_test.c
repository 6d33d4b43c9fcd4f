/* The log: levels, one line for one event, nothing where there is no log. */
#include <stdlib.h>

#include "base/auto.h"
#include "base/log.h"
#include "tests/tap.h"

struct sink {
    struct log log;
    char *text;
    size_t len;
};

static void sink_open(struct sink *s, enum log_level level)
{
    s->log = (struct log){ .stream = open_memstream(&s->text, &s->len), .level = level };
}

static void sink_drop(struct sink *s)
{
    fclose(s->log.stream);
    free(s->text);
}

static struct str written(struct sink *s)
{
    fflush(s->log.stream);
    return (struct str){ s->text, s->len };
}

static void test_levels(void)
{
    AUTO(sink) s = { 0 };
    sink_open(&s, LOG_WARN);
    log_line(&s.log, LOG_ERROR, "no %s", "disk");
    log_line(&s.log, LOG_WARN, "slow");
    log_line(&s.log, LOG_INFO, "hello");
    log_line(&s.log, LOG_DEBUG, "detail");
    eq_str(written(&s), STR("error: no disk\nwarn: slow\n"), "what is above the level is not written");
}

static void test_lines(void)
{
    AUTO(sink) s = { 0 };
    sink_open(&s, LOG_DEBUG);
    log_line(&s.log, LOG_DEBUG, "a\nerror: forged\x1b[0m");
    log_line(&s.log, LOG_INFO, "%s", "");
    eq_str(written(&s), STR("debug: a?error: forged?[0m\ninfo: \n"), "one event is one line");
}

static void test_long(void)
{
    AUTO(sink) s = { 0 };
    sink_open(&s, LOG_ERROR);
    log_line(&s.log, LOG_ERROR, "%05000d", 1);
    struct str line = written(&s);
    ok(line.len > 2000 && line.len < 2100 && str_ends(line, STR("0...\n")), "a long line is cut and says so");
}

int main(void)
{
    test_levels();
    test_lines();
    test_long();
    log_line(NULL, LOG_ERROR, "x");
    log_line(&(struct log){ .level = LOG_DEBUG }, LOG_ERROR, "x");
    ok(true, "no log, no stream: nothing happens");
    return tap_done();
}
