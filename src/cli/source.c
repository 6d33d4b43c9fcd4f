/* In: an operand of the command line. Out: the page.
 *
 * An address goes through the fetcher with all its guards: robots.txt, the address guard, limits of size and time. What it answers but a
 * page is an error in its words. */
#include "cli/source.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/session.h"
#include "fetch/fetch.h"
#include "page/body.h"
#include "parse/url.h"

bool source_is_address(const char *operand)
{
    struct str s = str_of(operand);

    return str_starts_nocase(s, STR("http://")) || str_starts_nocase(s, STR("https://")) || str_starts_nocase(s, STR("file://"));
}

int source_check_base(const char *base, struct err *e)
{
    if (!base || url_is_base(str_of(base)))
        return 0;
    return err_set(e, E_USAGE, "--base %s is not a whole address such as https://example.org/page", base);
}

static void fetcher_end(struct fetcher **f)
{
    fetcher_close(*f);
}

static int fetch_source(struct arena *a, const struct args *args, const char *address, struct response *out, struct err *e)
{
    struct settings settings;
    struct request request = { .url = str_of(address), .allow_file = true };
    int failed;

    if ((failed = session_settings(a, args, &settings, e)))
        return failed;
    struct fetch_options options = settings_fetch_options(a, &settings);
    __attribute__((cleanup(fetcher_end))) struct fetcher *f = NULL;
    request.body_max = (size_t)settings_number(&settings, SETTING_BODY_MAX);
    if ((failed = fetcher_open(&options, &f, e)) || (failed = fetch_get(a, f, &request, out, e)))
        return failed;
    if (out->state != FETCH_OK)
        return err_set(e, E_SYSTEM, "%s: %.*s", fetch_state_name(out->state), STR_ARG(out->message));
    return 0;
}

int source_page(struct arena *a, const struct source_asked *asked, struct symbols *symbols, struct page *out, struct err *e)
{
    struct body body = { .url = str_of(asked->base) };
    const char *operand = asked->operand;
    int failed = source_check_base(asked->base, e);

    if (failed)
        return failed;
    if (source_is_address(operand)) {
        struct response response;
        if (fetch_source(a, asked->args, operand, &response, e))
            return err_in(e, "%s", operand);
        body.bytes = response.body;
        body.content_type = response.content_type;
        body.name = response.final_url;
        body.url = body.url.len ? body.url : response.final_url;
    } else if (strstr(operand, "://")) {
        return err_set(e, E_USAGE, "%s: weft fetches http:, https: and file: addresses", operand);
    } else if ((failed = io_read(a, operand, LIMIT_PAGE_BYTES, &body.bytes, e))) {
        return failed;
    } else {
        body.name = strcmp(operand, "-") == 0 ? STR("") : str_of(operand);
    }
    symbols_open(symbols, a);
    if (body_read_as(a, symbols, &body, body_kind(&body), out, e))
        return err_in(e, "%s", operand);
    return 0;
}
