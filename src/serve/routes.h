/* The handlers of all routes, by file. The table in routes.c says which address each has and what it needs. */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/request.h"

#define HANDLER(name) int name(struct http_request *r, struct err *e) MUST_CHECK

/* asset.c */
HANDLER(route_asset);
HANDLER(route_icon);
HANDLER(route_manifest);
/* sign.c: the first user, signing in and out */
HANDLER(route_first_run);
HANDLER(route_first_run_post);
HANDLER(route_sign_in);
HANDLER(route_sign_in_post);
HANDLER(route_sign_out);
/* new.c: What's new */
HANDLER(route_new);
/* act.c: marks, and taking them back */
HANDLER(route_act);
HANDLER(route_seen_all);
HANDLER(route_undo);
/* diff.c: the frame around a comparison */
HANDLER(route_diff);
HANDLER(route_version);
HANDLER(route_as_of);
HANDLER(route_share);
HANDLER(route_shared);
HANDLER(route_collection_diff);
/* why.c: the numbers of a comparison, with their reasons */
HANDLER(route_why);
/* shown.c: what stands in that frame, on the other origin */
HANDLER(route_view);
/* transfer.c: imports and exports */
HANDLER(route_transfer);
HANDLER(route_transfer_import);
HANDLER(route_transfer_export);
HANDLER(route_transfer_stop);
HANDLER(route_transfer_file);
HANDLER(route_transfer_opml);
HANDLER(route_transfer_text);
/* work.c: how far slow work is, and its end */
HANDLER(route_work);
HANDLER(route_work_stop);
/* history.c */
HANDLER(route_history);
HANDLER(route_measures);
/* pages.c: what is watched; add.c: more of it */
HANDLER(route_pages);
HANDLER(route_pages_remove);
HANDLER(route_add);
HANDLER(route_add_post);
HANDLER(route_add_save); /* proposals.c */
/* watch.c: one watch */
HANDLER(route_watch);
HANDLER(route_watch_post);
HANDLER(route_look);
HANDLER(route_pause);
HANDLER(route_remove);
/* live_route.c */
HANDLER(route_live);
/* settings.c: of the person who asks */
HANDLER(route_settings);
HANDLER(route_settings_password);
HANDLER(route_settings_token);
HANDLER(route_settings_feed);
HANDLER(route_settings_end);
HANDLER(route_settings_user);
/* feed.c */
HANDLER(route_feed);
HANDLER(route_feed_page);
HANDLER(route_feed_collection);
HANDLER(route_collection_feed);
/* collections.c: some pages for others to read; collection_edit.c: their owner changes them */
HANDLER(route_collections);
HANDLER(route_collection);
HANDLER(route_collection_new);
HANDLER(route_collection_edit);
HANDLER(route_collection_post);
HANDLER(route_collection_drop);
/* held.c: what was not announced */
HANDLER(route_held);
HANDLER(route_teach);
/* sentinels.c: the list; sentinel_page.c: one of them */
HANDLER(route_sentinels);
HANDLER(route_sentinel_new);
HANDLER(route_sentinel);
HANDLER(route_sentinel_post);
HANDLER(route_sentinel_switch);
HANDLER(route_sentinel_check);
HANDLER(route_sentinel_complete);
HANDLER(route_sentinel_form);
HANDLER(route_sentinel_try);
/* channels.c: where one is told, what was sent, links in messages */
HANDLER(route_channels);
HANDLER(route_channels_post);
HANDLER(route_channels_act);
HANDLER(route_outbox_retry);
HANDLER(route_act_link);
HANDLER(route_act_link_post);
/* api.c, api_history.c: JSON for programs */
HANDLER(api_watches);
HANDLER(api_watch);
HANDLER(api_watch_add);
HANDLER(api_watch_put);
HANDLER(api_watch_delete);
HANDLER(api_recheck);
HANDLER(api_push);
HANDLER(route_websub);
HANDLER(route_websub_post);
HANDLER(api_history);
HANDLER(api_versions);
HANDLER(api_snapshot);
HANDLER(api_difference);
HANDLER(api_seen);
HANDLER(api_news);
HANDLER(api_held);
HANDLER(api_systeminfo);
/* api_collection.c */
HANDLER(api_collections);
HANDLER(api_collection_add);
HANDLER(api_collection);
HANDLER(api_collection_put);
HANDLER(api_collection_delete);
HANDLER(route_openapi);
/* site.c: what the pages of a host share */
HANDLER(route_site);
HANDLER(route_site_esi);
/* status_page.c: how all stands, for people; status.c: for programs */
HANDLER(route_status);
HANDLER(route_pause_all);
HANDLER(route_health);
HANDLER(route_metrics);

#endif
