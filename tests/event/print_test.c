/* Statements as weft writes them: one form for all ways to write the same, parentheses only where they are needed. */
#include "tests/event/sentences.h"

static void test_clauses(void)
{
    static const char *const rows[][2] = {
        { "monitor links", "MONITOR links" },
        { "notify immediate", "NOTIFY IMMEDIATE" },
        { "notify best effort", "NOTIFY BEST EFFORT" },
        { "notify every day", "NOTIFY EVERY 1 day" },
        { "by email a@b.example", "BY email \"a@b.example\"" },
        { "by interactive", "BY interactive" },
        { "by fax +49, push topic", "BY fax \"+49\", push \"topic\"" },
        { "notify by email a@b.example every 2 hours", "NOTIFY EVERY 2 hours\n  BY email \"a@b.example\"" },
        { "compare pairwise", "COMPARE PAIRWISE" },
        { "compare every 3", "COMPARE EVERY 3" },
        { "compare moving 2", "COMPARE MOVING 2" },
        { "compare next 5", "COMPARE NEXT 5" },
        { "compare fixed 1", "COMPARE FIXED 1" },
        { "cumulative 4", "CUMULATIVE 4" },
        { "changehistory 6", "CHANGEHISTORY 6" },
        { "presentation only changes", "PRESENTATION ONLY CHANGES" },
        { "presentation merged", "PRESENTATION MERGED" },
        { "presentation side by side", "PRESENTATION SIDE BY SIDE" },
        { "when importance >= 0.25", "WHEN IMPORTANCE >= 0.25" },
        { "when importance >= 1", "WHEN IMPORTANCE >= 1" },
        { "when importance >= 0", "WHEN IMPORTANCE >= 0" },
        { "when importance >= 0.05", "WHEN IMPORTANCE >= 0.05" },
        { "when importance >= 0.500", "WHEN IMPORTANCE >= 0.5" },
        { "when importance >= 0.000001", "WHEN IMPORTANCE >= 0.000001" },
        { "context recent", "CONTEXT RECENT" },
        { "context chronicle", "CONTEXT CHRONICLE" },
        { "context continuous", "CONTEXT CONTINUOUS" },
        { "context cumulative", "CONTEXT CUMULATIVE" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
    sentence_is("monitor links context recent compare moving 2 fetch 1 day to now from now",
                "MONITOR links\n  FETCH EVERY 1 day\n  FROM NOW\n  TO NOW\n  COMPARE MOVING 2\n  CONTEXT RECENT");
}

static void test_types(void)
{
    static const char *const rows[][2] = {
        { "monitor anychange", "MONITOR any change" },
        { "monitor any change", "MONITOR any change" },
        { "monitor all links", "MONITOR links" },
        { "monitor images", "MONITOR images" },
        { "monitor words", "MONITOR words" },
        { "monitor keyword tea", "MONITOR keywords(\"tea\")" },
        { "monitor keywords(tea, 'green tea')", "MONITOR keywords(\"tea\", \"green tea\")" },
        { "monitor phrase 'a b'", "MONITOR phrase \"a b\"" },
        { "monitor phrase 'a \"b\"'", "MONITOR phrase 'a \"b\"'" },
        { "monitor phrase 'it''s \"b\"'", "MONITOR phrase \"it's \"\"b\"\"\"" },
        { "monitor table 2", "MONITOR table 2" },
        { "monitor table prices", "MONITOR table \"prices\"" },
        { "monitor list 'to do'", "MONITOR list \"to do\"" },
        { "monitor regex /a+/", "MONITOR regex /a+/" },
        { "monitor /a\\/b\\\\/imsx", "MONITOR regex /a\\/b\\\\/imsx" },
        { "monitor regular expression /\\d+/i", "MONITOR regex /\\d+/i" },
        { "monitor element '#x'", "MONITOR element \"#x\"" },
        { "monitor element selector ('p')", "MONITOR element \"p\"" },
        { "monitor selector 'p'", "MONITOR element \"p\"" },
        { "monitor path 'a/b'", "MONITOR path \"a/b\"" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
}

/* OR is the loosest, then WITHIN, SEQ, AND, NOT. */
static void test_parentheses(void)
{
    static const char *const rows[][2] = {
        { "monitor (links)", "MONITOR links" },
        { "monitor links and (images)", "MONITOR links AND images" },
        { "monitor (links and images) or words", "MONITOR links AND images OR words" },
        { "monitor links and (images or words)", "MONITOR links AND (images OR words)" },
        { "monitor (links seq images) and words", "MONITOR (links SEQ images) AND words" },
        { "monitor links seq (images and words)", "MONITOR links SEQ images AND words" },
        { "monitor links and not images", "MONITOR links AND NOT images" },
        { "monitor links and not (images or words)", "MONITOR links AND NOT (images OR words)" },
        { "monitor links seq not images seq words", "MONITOR links SEQ NOT images SEQ words" },
        { "monitor links and images within 2 hours", "MONITOR links AND images WITHIN 2 hours" },
        { "monitor (links or images) within 2 hours", "MONITOR (links OR images) WITHIN 2 hours" },
        { "monitor links or images within 2 hours", "MONITOR links OR images WITHIN 2 hours" },
        { "monitor (links within 1 hour) and images", "MONITOR (links WITHIN 1 hour) AND images" },
        { "monitor any(2, links or words, images, table 1)", "MONITOR ANY(2, links OR words, images, table 1)" },
        { "monitor plus(links or images, 1 day)", "MONITOR PLUS(links OR images, 1 day)" },
        { "monitor plus(links, 90 min) and words", "MONITOR PLUS(links, 90 minutes) AND words" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
}

static void test_statements(void)
{
    static const char *const rows[][2] = {
        { "create set s as \"a\"", "CREATE SET s AS\n  \"a\";\n" },
        { "create set s as a.example, 'b'", "CREATE SET s AS\n  \"https://a.example\",\n  \"b\";\n" },
        { "alter sentinel s monitor links", "ALTER SENTINEL s\n  MONITOR links;\n" },
        { "alter sentinel s on y", "ALTER SENTINEL s\n  USING y;\n" },
        { "drop sentinel s", "DROP SENTINEL s;\n" },
        { "drop set s", "DROP SET s;\n" },
        { "enable sentinel s", "ENABLE SENTINEL s;\n" },
        { "disable sentinel s", "DISABLE SENTINEL s;\n" },
        { "explain sentinel s", "EXPLAIN SENTINEL s;\n" },
        { "create sentinel s using a and b", "CREATE SENTINEL s\n  USING a AND b;\n" },
        { "create sentinel s on \"https://a/\" or b seq \"c\"", "CREATE SENTINEL s\n  USING \"https://a/\" OR b SEQ \"c\";\n" },
        { "create sentinel s on any(2, a, b, c) within 1 day", "CREATE SENTINEL s\n  USING ANY(2, a, b, c) WITHIN 1 day;\n" },
        { "drop sentinel a; drop sentinel b", "DROP SENTINEL a;\nDROP SENTINEL b;\n" },
        { "-- nothing\n", "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct str got = sentence_again(&a, str_of(rows[i][0]));
        eq_str(got, str_of(rows[i][1]), rows[i][0]);
        eq_str(sentence_again(&a, got), got, "which reads as the same");
    }
}

/* ---- What is refused ---- */

static void test_faults(void)
{
    static const char *const rows[][2] = {
        { "create sentinel s on x monitor any(3, links, images)", "ANY asks for 3, and there are only 2" },
        { "create sentinel s on \"\" monitor links", "an address is missing between the quotes" },
        { "create sentinel s on x monitor keywords(\"\")", "a keyword is missing between the quotes" },
        { "create sentinel s on x monitor /a/ii", "behind a pattern stand i, m, s or x, each once" },
        { "create sentinel s on x monitor /a/g", "behind a pattern stand i, m, s or x, each once" },
        { "create sentinel s on x monitor phrase \"\"", "nothing stands between the quotes" },
        { "create sentinel s on x monitor not links", "NOT" },
        { "create sentinel s on x monitor links or not images", "NOT" },
        { "create sentinel s on x monitor links seq not images", "NOT" },
        { "create sentinel s on x monitor not links and not images", "NOT" },
        { "create sentinel s on x monitor links when importance > 0.5", "importance is compared with >= alone" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct str got = sentence_again(&a, str_of(rows[i][0]));
        if (!ok(str_starts(got, STR("1:")) && str_find(got, str_of(rows[i][1]), 0) != SIZE_MAX, "%s: %s", rows[i][0], rows[i][1]))
            tap_show("got", got);
    }
}

static void test_names(void)
{
    ok(strcmp(type_name(TYPE_ANY), "any change") == 0 && strcmp(type_name(TYPE_PATH), "path") == 0, "types have names");
    ok(strcmp(context_name(CONTEXT_RECENT), "RECENT") == 0 && strcmp(context_name(CONTEXT_UNRESTRICTED), "UNRESTRICTED") == 0,
       "so have contexts");
    ok(strcmp(compare_name(COMPARE_PAIRWISE), "PAIRWISE") == 0 && strcmp(compare_name(COMPARE_FIXED), "FIXED") == 0,
       "and ways to compare");
}

int main(void)
{
    test_clauses();
    test_types();
    test_parentheses();
    test_statements();
    test_faults();
    test_names();
    return tap_done();
}
