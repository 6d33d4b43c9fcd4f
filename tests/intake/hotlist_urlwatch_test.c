/* urlwatch's jobs: keys, filters in all their forms, commands that are not run, and YAML that is none. */
#include "base/buf.h"
#include "base/limits.h"
#include "tests/intake/hotlists.h"

static const char jobs[] =
    "# jobs\nname: \"First\"\nurl: \"https://a.org/\"\nfilter:\n  - css: ul#list > li\n  - html2text\n  - grep: \"Current.*version\"\n  - strip\n"
    "---\nname: Home\ncommand: \"ls -al ~\"\n"
    "---\nurl: http://b.org/search\ndata: \"q=a+b&n=%32\"\nmethod: POST\nheaders:\n  X-A: one\n  X-B: 2\ncookies:\n  a: b\n  c: d\nhttp_proxy: http://127.0.0.1:3128\n"
    "---\nnavigate: https://c.org/\nwait_until: networkidle0\nfilter:\n  - xpath:\n      path: //main\n      exclude: .//aside\n      skip: 1\n  - element-by-id: some\n"
    "---\nurl: http://d.org/#two\ndata:\n  k: v\nmethod: PURGE\nfilter: css:#a,html2text:re,element-by-tag:body\n"
    "---\n---\njust words\n---\nurl: http://e.org/\nfilter:\n  - css:\n      selector: body\n      exclude: nav, .ad\n  - element-by-class: 'a\"b'\n  - shellpipe: rm -rf ~\n";

/* What libyaml and aliases would make large or slow is refused. */
static void test_bounds(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) deep = BUF(MIB(1));
    AUTO(buf) wide = BUF(MIB(1));
    AUTO(buf) many = BUF(MIB(1));

    buf_add(&deep, STR("url: "));
    for (unsigned k = 0; k < 100000; k++)
        buf_add_char(&deep, '[');
    buf_add(&wide, STR("url: http://b.org/\n---\n"));
    buf_add(&many, buf_str(&wide));
    buf_add(&wide, STR("- &a {url: 'http://a.org/'"));
    for (unsigned k = 0; k < 2000; k++)
        buf_addf(&wide, ", k%u: v", k);
    buf_add(&wide, STR("}\n"));
    for (unsigned k = 0; k < 20000; k++)
        buf_add(&wide, STR("- *a\n"));
    for (unsigned k = 0; k < 20000; k++)
        buf_addf(&many, "- &a%u x\n", k);
    hotlist_fails(arena_str(&a, buf_str(&deep)).ptr, E_LIMIT, "deeper than 64 levels");
    hotlist_fails(arena_str(&a, buf_str(&wide)).ptr, E_LIMIT, "aliases stand for more");
    hotlist_fails(arena_str(&a, buf_str(&many)).ptr, E_LIMIT, "more than 256 anchors");
}

int main(void)
{
    test_bounds();
    hotlist_is(
        jobs, HOTLIST_URLWATCH,
        "https://a.org/ title<First> select<ul#list > li>\n"
        "http://b.org/search header<X-A=one> header<X-B=2> header<Cookie=a=b; c=d> form<q=a b> form<n=2> proxy<http://127.0.0.1:3128>\n"
        "https://c.org/ select<//main> select<[id=\"some\"]> ignore<xpath:.//aside> browser\n"
        "http://d.org/#two select<#a body> form<k=v>\n"
        "http://e.org/ select<body> ignore<nav, .ad>\n"
        "lost https://a.org/: the filter grep is left out\n"
        "lost Home: it runs a command; weft runs none\n"
        "lost https://c.org/: \"wait_until\" is left out\n"
        "lost https://c.org/: \"skip\" of the filter xpath is left out\n"
        "lost http://d.org/#two: the request (PURGE) cannot be made by weft\n"
        "lost http://e.org/: the filter element-by-class is left out\n"
        "lost http://e.org/: the filter shellpipe is left out\n",
        "jobs");
    hotlist_is(
        "url: http://a.org/\nenabled: false\ntags: [news, 'two, three']\nmax_tries: 3\n---\nurl: http://b.org/\nenabled: yes\ntags: one\n",
        HOTLIST_URLWATCH,
        "http://a.org/ tag<news> tag<two> tag<three> paused\nhttp://b.org/ tag<one>\n"
        "lost http://a.org/: \"max_tries\" is left out\n",
        "tags, and a job that is switched off");
    hotlist_is(
        "url: http://a.org/\ndata: {q: tea}\n---\nurl: http://a.org/\ndata: {q: milk}\n---\nurl: http://a.org/\ndata: {q: tea}\n",
        HOTLIST_URLWATCH, "http://a.org/ form<q=tea>\nhttp://a.org/ form<q=milk>\n", "two forms at one address are two pages");
    hotlist_is("url: http://a.org/\nfilter: css:h1\ntags: x\n---\nurl: http://a.org/\nfilter: css:h2\ntags: y\n", HOTLIST_URLWATCH,
               "http://a.org/ tag<x> tag<y> select<h1>\n"
               "lost http://a.org/: it comes again with other filters, which are left out: weft watches a page in one way\n",
               "a page that comes twice");
    hotlist_is(
        "display:\n  new: true\nreport:\n  text: {}\n---\nurl: http://a.org/\n", HOTLIST_URLWATCH,
        "http://a.org/\nlost urlwatch.yaml: its settings for all jobs are left out; the jobs stand in urls.yaml, and 'weft settings' sets weft's own\n",
        "its configuration");
    hotlist_is("url: &u http://a.org/\nname: *u\n", HOTLIST_URLWATCH, "http://a.org/ title<http://a.org/>\n", "an alias");
    hotlist_is(
        "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nfilter: *c\nurl: http://a.org/\n", HOTLIST_URLWATCH,
        "http://a.org/\nlost http://a.org/: \"a\" is left out\nlost http://a.org/: \"b\" is left out\nlost http://a.org/: \"c\" is left out\n",
        "aliases do not grow");
    hotlist_fails("url: [http://a.org/\n", E_FORMAT, "is not YAML");
    hotlist_fails("url: http://a.org/\n\tx: y\n", E_FORMAT, "line 2");
    hotlist_fails("url: *nobody\n", E_FORMAT, "is not YAML");
    return tap_done();
}
