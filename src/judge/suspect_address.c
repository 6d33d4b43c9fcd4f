/* In: the address a page has, and the one its answer came from. Out: whether it was sent on to something that is not the page.
 *
 * Words of the path tell logins and questions about cookies. Any other place counts only where the page was not sent there before, and
 * where the path is another: from http to https, to www or to a trailing slash is the same page. */
#include "judge/suspect_address.h"

static const struct str doors[] = {
    STR_INIT("login"),    STR_INIT("log-in"),   STR_INIT("signin"),    STR_INIT("sign-in"),
    STR_INIT("sign_in"),  STR_INIT("sso"),      STR_INIT("auth"),      STR_INIT("oauth"),
    STR_INIT("oauth2"),   STR_INIT("saml"),     STR_INIT("cas"),       STR_INIT("accounts"),
    STR_INIT("wp-login"), STR_INIT("anmelden"), STR_INIT("connexion"), STR_INIT("session"),
};
static const struct str walls[] = {
    STR_INIT("consent"),      STR_INIT("cookie-consent"), STR_INIT("cookieconsent"), STR_INIT("cookiewall"),
    STR_INIT("consentement"), STR_INIT("cookie-wall"),    STR_INIT("gdpr"),          STR_INIT("privacygate"),
    STR_INIT("consent-wall"), STR_INIT("privacy-gate"),   STR_INIT("einwilligung"),
};

/* Whether one of the words is a part of the path or host, and not a part of a word. */
static bool has_part(struct str url, const struct str *parts, size_t n)
{
    struct str rest = str_sub(url, 0, str_find(url, STR("?"), 0));
    size_t from = 0;
    for (size_t i = 0; i <= rest.len; i++) {
        if (i < rest.len && !memchr("/.:", rest.ptr[i], 3))
            continue;
        for (size_t k = 0; k < n; k++)
            if (str_eq_nocase(str_sub(rest, from, i), parts[k]))
                return true;
        from = i + 1;
    }
    return false;
}

static bool was_sent(const struct page *p, struct str final_url, const struct str *parts, size_t n)
{
    return has_part(final_url, parts, n) && !has_part(p->address, parts, n);
}

/* Between the host and the question mark, without a slash at either end. */
static struct str path_of(struct str url)
{
    size_t host = str_find(url, STR("://"), 0);
    size_t from = str_find(url, STR("/"), host == SIZE_MAX ? 0 : host + 3);
    struct str path =
        from == SIZE_MAX ? STR("") : str_sub(url, from, MIN(str_find(url, STR("?"), from), str_find(url, STR("#"), from)));
    while (path.len && path.ptr[0] == '/')
        path = str_sub(path, 1, path.len);
    while (path.len && path.ptr[path.len - 1] == '/')
        path.len--;
    return path;
}

static bool is_elsewhere(const struct page *p, const struct suspect_facts *facts)
{
    return facts->old && p->address.len && !str_eq(facts->final_url, facts->final_before)
           && !str_eq_nocase(path_of(facts->final_url), path_of(p->address));
}

enum suspect suspect_address(const struct page *page, const struct suspect_facts *facts, struct buf *why)
{
    struct str final_url = facts->final_url, url = str_sub(final_url, 0, 200);
    if (final_url.len == 0)
        return SUSPECT_NONE;
    if (was_sent(page, final_url, doors, ARRAY_LEN(doors))) {
        buf_addf(why, "it was redirected to %.*s, which looks like a login page", STR_ARG(url));
        return SUSPECT_LOGIN;
    }
    if (was_sent(page, final_url, walls, ARRAY_LEN(walls))) {
        buf_addf(why, "it was redirected to %.*s, which looks like a question about cookies", STR_ARG(url));
        return SUSPECT_CONSENT;
    }
    if (!is_elsewhere(page, facts))
        return SUSPECT_NONE;
    buf_addf(why, "it was redirected to %.*s, which is %s", STR_ARG(url), path_of(final_url).len ? "another page" : "a home page");
    return SUSPECT_ELSEWHERE;
}
