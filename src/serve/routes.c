/* Every address of the server, and what it needs. Nothing that GET answers changes anything. */
#include "serve/routes.h"

enum { FORM = 64 << 10, LIST = 4 << 20 };

const struct route routes_app[] = {
    { "GET", "/weft.css", NEEDS_NOTHING, false, 0, route_asset },
    { "GET", "/weft.js", NEEDS_NOTHING, false, 0, route_asset },
    { "GET", "/sentinel.js", NEEDS_NOTHING, false, 0, route_asset },
    { "GET", "/icon.svg", NEEDS_NOTHING, false, 0, route_icon },
    { "GET", "/weft.webmanifest", NEEDS_NOTHING, false, 0, route_manifest },
    { "GET", "/healthz", NEEDS_NOTHING, false, 0, route_health },

    { "GET", "/first-run", NEEDS_NOTHING, false, 0, route_first_run },
    { "POST", "/first-run", NEEDS_NOTHING, true, FORM, route_first_run_post },
    { "GET", "/sign-in", NEEDS_NOTHING, false, 0, route_sign_in },
    { "POST", "/sign-in", NEEDS_NOTHING, true, FORM, route_sign_in_post },
    { "POST", "/sign-out", NEEDS_SESSION, false, FORM, route_sign_out },

    { "GET", "/", NEEDS_SESSION, false, 0, route_new },
    { "GET", "/live", NEEDS_SESSION, false, 0, route_live },
    { "POST", "/act", NEEDS_SESSION, false, FORM, route_act },
    { "POST", "/seen-all", NEEDS_SESSION, false, FORM, route_seen_all },
    { "POST", "/undo", NEEDS_SESSION, false, FORM, route_undo },

    { "GET", "/held", NEEDS_SESSION, false, 0, route_held },
    { "POST", "/teach", NEEDS_SESSION, true, FORM, route_teach },

    { "GET", "/pages", NEEDS_SESSION, false, 0, route_pages },
    { "GET", "/add", NEEDS_SESSION, true, 0, route_add },
    { "POST", "/add", NEEDS_SESSION, false, LIST, route_add_post },
    { "POST", "/add/save", NEEDS_SESSION, true, LIST, route_add_save },
    { "GET", "/page/{n}", NEEDS_SESSION, false, 0, route_history },
    { "GET", "/page/{n}/diff", NEEDS_SESSION, false, 0, route_diff },
    { "GET", "/page/{n}/why", NEEDS_SESSION, true, 0, route_why },
    { "POST", "/page/{n}/share", NEEDS_SESSION, false, FORM, route_share },
    { "GET", "/s/{w}", NEEDS_NOTHING, false, 0, route_shared },
    { "GET", "/page/{n}/as-of", NEEDS_SESSION, false, 0, route_as_of },
    { "GET", "/page/{n}/version/{n}", NEEDS_SESSION, false, 0, route_version },
    { "GET", "/page/{n}/settings", NEEDS_SESSION, true, 0, route_watch },
    { "POST", "/page/{n}/settings", NEEDS_SESSION, true, FORM, route_watch_post },
    { "POST", "/page/{n}/look", NEEDS_SESSION, false, FORM, route_look },
    { "POST", "/page/{n}/pause", NEEDS_SESSION, false, FORM, route_pause },
    { "POST", "/page/{n}/remove", NEEDS_SESSION, false, FORM, route_remove },

    { "GET", "/sentinels", NEEDS_SESSION, false, 0, route_sentinels },
    { "POST", "/sentinels", NEEDS_SESSION, false, FORM, route_sentinel_post },
    { "POST", "/sentinels/check", NEEDS_SESSION, false, FORM, route_sentinel_check },
    { "POST", "/sentinels/complete", NEEDS_SESSION, false, FORM, route_sentinel_complete },
    { "POST", "/sentinels/form", NEEDS_SESSION, false, FORM, route_sentinel_form },
    { "GET", "/sentinels/new", NEEDS_SESSION, false, 0, route_sentinel_new },
    { "GET", "/sentinels/{w}", NEEDS_SESSION, false, 0, route_sentinel },
    { "POST", "/sentinels/{w}/switch", NEEDS_SESSION, false, FORM, route_sentinel_switch },
    { "GET", "/channels", NEEDS_SESSION, false, 0, route_channels },
    { "POST", "/channels", NEEDS_SESSION, false, FORM, route_channels_post },
    { "POST", "/channels/act", NEEDS_SESSION, false, FORM, route_channels_act },
    { "POST", "/outbox/retry", NEEDS_SESSION, false, FORM, route_outbox_retry },
    { "GET", "/k/{w}", NEEDS_NOTHING, false, 0, route_act_link },
    { "POST", "/k/{w}", NEEDS_NOTHING, true, FORM, route_act_link_post },

    { "GET", "/settings", NEEDS_SESSION, false, 0, route_settings },
    { "POST", "/settings/password", NEEDS_SESSION, true, FORM, route_settings_password },
    { "POST", "/settings/token", NEEDS_SESSION, false, FORM, route_settings_token },
    { "POST", "/settings/feed", NEEDS_SESSION, false, FORM, route_settings_feed },
    { "POST", "/settings/end", NEEDS_SESSION, false, FORM, route_settings_end },
    { "POST", "/settings/user", NEEDS_SESSION, true, FORM, route_settings_user },

    { "GET", "/collections", NEEDS_SESSION, false, 0, route_collections },
    { "POST", "/collections", NEEDS_SESSION, false, LIST, route_collection_post },
    { "GET", "/collections/new", NEEDS_SESSION, false, 0, route_collection_new },
    { "GET", "/collections/{w}", NEEDS_ANYBODY, true, 0, route_collection },
    { "GET", "/collections/{w}/new.atom", NEEDS_ANYBODY, true, 0, route_collection_feed },
    { "GET", "/collections/{w}/edit", NEEDS_SESSION, false, 0, route_collection_edit },
    { "POST", "/collections/{w}/drop", NEEDS_SESSION, false, FORM, route_collection_drop },
    { "GET", "/collections/{w}/{n}/{n}", NEEDS_ANYBODY, true, 0, route_collection_diff },

    { "GET", "/feed/{w}/new.atom", NEEDS_FEED, false, 0, route_feed },
    { "GET", "/feed/{w}/page/{n}/new.atom", NEEDS_FEED, false, 0, route_feed_page },
    { "GET", "/feed/{w}/collection/{w}/new.atom", NEEDS_FEED, true, 0, route_feed_collection },
    { "GET", "/status", NEEDS_SESSION, true, 0, route_status },
    { "GET", "/metrics", NEEDS_TOKEN, false, 0, route_metrics },

    { "GET", "/websub/{w}", NEEDS_NOTHING, false, 0, route_websub },
    { "POST", "/websub/{w}", NEEDS_NOTHING, false, LIST, route_websub_post },

    { "GET", "/api/v1/openapi.json", NEEDS_NOTHING, false, 0, route_openapi },
    { "GET", "/api/v1/systeminfo", NEEDS_TOKEN, false, 0, api_systeminfo },
    { "GET", "/api/v1/watch", NEEDS_TOKEN, false, 0, api_watches },
    { "POST", "/api/v1/watch", NEEDS_TOKEN, false, FORM, api_watch_add },
    { "GET", "/api/v1/watch/{n}", NEEDS_TOKEN, false, 0, api_watch },
    { "PUT", "/api/v1/watch/{n}", NEEDS_TOKEN, false, FORM, api_watch_put },
    { "DELETE", "/api/v1/watch/{n}", NEEDS_TOKEN, false, FORM, api_watch_delete },
    { "POST", "/api/v1/watch/{n}/recheck", NEEDS_TOKEN, false, FORM, api_recheck },
    { "POST", "/api/v1/watch/{n}/seen", NEEDS_TOKEN, false, FORM, api_seen },
    { "GET", "/api/v1/watch/{n}/history", NEEDS_TOKEN, false, 0, api_history },
    { "GET", "/api/v1/watch/{n}/history/{w}", NEEDS_TOKEN, true, 0, api_snapshot },
    { "GET", "/api/v1/watch/{n}/versions", NEEDS_TOKEN, false, 0, api_versions },
    { "GET", "/api/v1/watch/{n}/difference/{w}/{w}", NEEDS_TOKEN, true, 0, api_difference },
    { "GET", "/api/v1/news", NEEDS_TOKEN, true, 0, api_news },
    { "GET", "/api/v1/held", NEEDS_TOKEN, false, 0, api_held },
    { "GET", "/api/v1/collection", NEEDS_TOKEN, false, 0, api_collections },
    { "POST", "/api/v1/collection", NEEDS_TOKEN, false, FORM, api_collection_add },
    { "GET", "/api/v1/collection/{w}", NEEDS_TOKEN, true, 0, api_collection },
    { "PUT", "/api/v1/collection/{w}", NEEDS_TOKEN, false, FORM, api_collection_put },
    { "DELETE", "/api/v1/collection/{w}", NEEDS_TOKEN, false, FORM, api_collection_delete },
    { "POST", "/api/v1/push", NEEDS_NOTHING, false, LIST, api_push },
};
const size_t n_routes_app = ARRAY_LEN(routes_app);

const struct route routes_pages[] = {
    { "GET", "/view", NEEDS_SIGNATURE, true, 0, route_view },
};
const size_t n_routes_pages = ARRAY_LEN(routes_pages);
