/* Chromium's bookmarks and changedetection.io's watches. */
#include "tests/intake/hotlists.h"

static const char chromium[] =
    "{\"checksum\":\"x\",\"roots\":{\"bookmark_bar\":{\"children\":["
    "{\"type\":\"url\",\"name\":\"A\",\"url\":\"http://a.org/\",\"date_added\":\"13100907341000000\",\"date_last_used\":\"0\"},"
    "{\"type\":\"folder\",\"name\":\"News\",\"children\":[{\"type\":\"folder\",\"name\":\"Local\",\"children\":["
    "{\"type\":\"url\",\"name\":\"B\",\"url\":\"http://b.org/\",\"date_last_used\":\"13100907342000000\"}]},"
    "{\"type\":\"url\",\"name\":\"C\",\"url\":\"http://c.org/\"}]}],\"name\":\"Bookmarks bar\",\"type\":\"folder\"},"
    "\"other\":{\"children\":[{\"name\":\"S\",\"url\":\"chrome://settings/\"}]},\"sync_transaction_version\":\"1\"},\"version\":1}";

static const char watches[] =
    "{\"settings\":{\"headers\":{},\"requests\":{\"time_between_check\":{\"hours\":3},\"proxy\":\"\"},"
    "\"application\":{\"global_subtractive_selectors\":[\"nav\"],\"tags\":{\"t-1\":{\"title\":\"Prices\",\"include_filters\":[\".p\"]},\"t-2\":{\"title\":\"Plain\"}}}},\"watching\":{\"1\":{\"url\":\"https://a.org/shop\",\"title\":null,\"page_title\":\"Shop\","
    "\"include_filters\":[\"#price\",\"xpath:html/body\",\"//h1\",\"json:$.x\",\"\"],\"subtractive_selectors\":[\".ad\"],\"headers\":{\"Accept-Language\":\"de\"},"
    "\"fetch_backend\":\"html_webdriver\",\"time_between_check\":{\"weeks\":null,\"days\":1,\"hours\":\"6\",\"minutes\":0,\"seconds\":null},\"time_between_check_use_default\":false,"
    "\"tags\":[\"t-1\",\"t-9\"],\"tag\":\"old, one\",\"paused\":true,\"date_created\":1700000000,\"last_viewed\":1700000001,\"ignore_text\":[\"x\"],\"trigger_text\":[],"
    "\"notification_urls\":[\"mailto://x\"],\"processor\":\"restock_diff\",\"filter_text_added\":true,\"filter_text_removed\":false,\"time_schedule_limit\":{\"enabled\":true}},"
    "\"2\":{\"url\":\"https://b.org/\",\"method\":\"POST\",\"body\":\"q=a+b&r=%C3%BC\",\"time_between_check\":{\"days\":3},\"time_between_check_use_default\":true,\"last_viewed\":0},"
    "\"3\":{\"url\":\"https://c.org/\",\"method\":\"POST\",\"body\":\"{\\\"a\\\":1}\",\"title\":\"Mine\"},\"4\":{\"url\":\"\"},\"5\":7}}";

int main(void)
{
    hotlist_is(
        chromium, HOTLIST_CHROMIUM,
        "http://a.org/ title<A> added<1456433741000>\nhttp://b.org/ title<B> folder<News/Local> visited<1456433742000>\nhttp://c.org/ title<C> folder<News>\n"
        "lost chrome://settings/: weft watches http, https and file addresses only\n",
        "Chromium's tree");
    hotlist_is(
        watches, HOTLIST_CHANGEDETECTION,
        "https://a.org/shop title<Shop> tag<old> tag<one> tag<Prices> select<#price> select<xpath:html/body> select<//h1> ignore<.ad>"
        " header<Accept-Language=de> every<108000000> added<1700000000000> visited<1700000001000> browser paused\n"
        "https://b.org/ form<q=a b> form<r=ü>\n"
        "https://c.org/ title<Mine>\n"
        "lost its settings: parts to ignore on all pages (\"global_subtractive_selectors\"): left out\n"
        "lost its settings: how often all pages are looked at: left out; 'weft settings every 3h' sets that\n"
        "lost Prices: filters and messages of all pages with this tag: left out\n"
        "lost https://a.org/shop: the filter \"json:$.x\" is for JSON, which weft does not take apart\n"
        "lost https://a.org/shop: the name of tag t-9 stands in another file\n"
        "lost https://a.org/shop: lines to ignore by their text (\"ignore_text\"): left out\n"
        "lost https://a.org/shop: where to notify (\"notification_urls\"): left out\n"
        "lost https://a.org/shop: lines that went do not count (\"filter_text_removed\"): left out\n"
        "lost https://a.org/shop: how it compares (\"processor\": restock_diff): left out\n"
        "lost https://a.org/shop: its hours of the week (\"time_schedule_limit\"): left out\n"
        "lost https://c.org/: the request (POST) cannot be made by weft\n"
        "lost an entry without an address: weft watches http, https and file addresses only\n",
        "url-watches.json");
    hotlist_is("{\"url\":\"https://a.org/\",\"uuid\":\"x\",\"time_between_check\":{\"minutes\":30}}", HOTLIST_CHANGEDETECTION,
               "https://a.org/ every<1800000>\n", "watch.json");
    hotlist_is("{\"url\":\"https://a.org/\",\"uuid\":\"x\",\"notification_muted\":true}", HOTLIST_CHANGEDETECTION,
               "https://a.org/ muted\n", "one that is muted");
    hotlist_is("{\"x\":{\"url\":\"https://a.org/\"},\"y\":{\"url\":\"https://b.org/\"}}", HOTLIST_CHANGEDETECTION,
               "https://a.org/\nhttps://b.org/\n", "by their numbers");
    hotlist_is("{\"roots\":[]}", HOTLIST_CHROMIUM, "", "no roots");
    hotlist_fails("[1,2]", E_FORMAT, "neither");
    hotlist_fails("{\"url\":\"x\",}", E_FORMAT, "line 1");
    return tap_done();
}
