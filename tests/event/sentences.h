/* One statement of the sentinel language, read and written again: what tests of reading and printing share. */
#ifndef TESTS_EVENT_SENTENCES_H
#define TESTS_EVENT_SENTENCES_H

#include "event/sentinel.h"
#include "tests/tap.h"

/* The statements as weft writes them, or "LINE:COLUMN words" of the first fault. In the arena. */
__attribute__((unused)) static struct str sentence_again(struct arena *a, struct str text)
{
    AUTO(buf) out = BUF(1 << 20);
    struct grammar g;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    grammar_open(a, &g);
    if (sentinel_read(a, &g, text, &file, &faults, &e))
        return arena_str(a, str_of(e.text));
    if (faults.list.n)
        buf_addf(&out, "%u:%u %.*s", (unsigned)faults.list.item[0].at.line, (unsigned)faults.list.item[0].at.column,
                 STR_ARG(faults.list.item[0].text));
    for (uint32_t i = 0; faults.list.n == 0 && i < file.n; i++)
        sentinel_print(&file.item[i], &out);
    return arena_str(a, buf_str(&out));
}

/* What follows "create sentinel s on x " comes out as `want`, and that as itself. */
__attribute__((unused)) static void sentence_is(const char *clause, const char *want)
{
    AUTO(arena) a = { 0 };
    struct str got = sentence_again(&a, arena_printf(&a, "create sentinel s on x %s", clause));
    struct str before = STR("CREATE SENTINEL s\n  USING x\n  "), part = str_sub(got, before.len, got.len);
    if (!eq_str(str_starts(got, before) ? str_sub(part, 0, part.len - 2) : got, str_of(want), clause))
        return;
    eq_str(sentence_again(&a, got), got, "which reads as the same");
}

#endif
