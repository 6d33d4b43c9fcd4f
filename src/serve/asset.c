/* Style, script, picture: bytes of the program itself. */
#include "serve/asset.h"

#include "serve/routes.h"
#include "show/web.h"

static const struct {
    const char *name, *type;
    const struct str *bytes, *packed, *mark;
} assets[] = {
    { "weft.css", "text/css; charset=utf-8", &web_weft_css, &web_weft_css_gzip, &web_weft_css_mark },
    { "weft.js", "text/javascript; charset=utf-8", &web_weft_js, &web_weft_js_gzip, &web_weft_js_mark },
    { "sentinel.js", "text/javascript; charset=utf-8", &web_sentinel_js, &web_sentinel_js_gzip, &web_sentinel_js_mark },
};

struct str asset_address(struct arena *a, const char *name)
{
    size_t i = 0;

    while (i + 1 < ARRAY_LEN(assets) && strcmp(assets[i].name, name) != 0)
        i++;
    return arena_printf(a, "/%s?%.*s", name, STR_ARG(*assets[i].mark));
}

/* The bytes, compressed for whoever takes that: it was done once, when weft was built. */
static void send_packed(struct http_request *r, const struct str *bytes, const struct str *packed)
{
    bool takes = str_find(r->encodings, STR("gzip"), 0) != SIZE_MAX;

    r->answer.bytes = takes ? *packed : *bytes;
    if (takes)
        answer_header(r, "Content-Encoding", STR("gzip"));
    answer_header(r, "Vary", STR("Accept-Encoding"));
}

int route_asset(struct http_request *r, struct err *e)
{
    for (size_t i = 0; i < ARRAY_LEN(assets); i++) {
        if (!str_eq(str_sub(r->path, 1, r->path.len), str_of(assets[i].name)))
            continue;
        r->answer.type = assets[i].type;
        send_packed(r, assets[i].bytes, assets[i].packed);
        answer_header(r, "Cache-Control", STR("public, max-age=31536000, immutable"));
        return 0;
    }
    return err_set(e, E_ABSENT, "there is no such file");
}

int route_openapi(struct http_request *r, struct err *e UNUSED)
{
    r->answer.type = "application/json";
    send_packed(r, &web_openapi_json, &web_openapi_json_gzip);
    return 0;
}

int route_icon(struct http_request *r, struct err *e UNUSED)
{
    r->answer.type = "image/svg+xml";
    r->answer.bytes =
        STR("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 22 22\" fill=\"none\" stroke=\"#2f4dc0\" stroke-width=\"2.4\" "
            "stroke-linecap=\"round\"><path d=\"M2 6h5M11.5 6H20M2 11h9M15.5 11H20M2 16h5M11.5 16H20\"/>"
            "<path d=\"M9.2 2v11.2M9.2 18.5V20M13.2 2v1.7M13.2 8.2V20\" opacity=\".5\"/></svg>");
    answer_header(r, "Cache-Control", STR("public, max-age=86400"));
    return 0;
}

/* A phone that has installed it offers weft where other apps share an address. Sharing fills the form of Add pages, and changes nothing. */
int route_manifest(struct http_request *r, struct err *e UNUSED)
{
    r->answer.type = "application/manifest+json";
    r->answer.bytes = STR(
        "{\"name\":\"weft\",\"short_name\":\"weft\",\"description\":\"What changed on the pages you watch\",\"start_url\":\"/\","
        "\"display\":\"standalone\",\"background_color\":\"#f7f6f3\",\"theme_color\":\"#2f4dc0\",\"icons\":[{\"src\":\"/icon.svg\","
        "\"sizes\":\"any\",\"type\":\"image/svg+xml\"}],\"share_target\":{\"action\":\"/add\",\"method\":\"GET\",\"params\":"
        "{\"title\":\"title\",\"text\":\"text\",\"url\":\"url\"}}}");
    answer_header(r, "Cache-Control", STR("public, max-age=86400"));
    return 0;
}
