/* The files of web/, as they are served, and the policies that let just them run: made by tools/embed at build time. */
#ifndef SHOW_WEB_H
#define SHOW_WEB_H

#include "base/str.h"

extern const struct str web_frame_css, web_frame_js, web_frame_js_policy;
extern const struct str web_merged_css;
extern const struct str web_outline_css;
extern const struct str web_fragments_css;
extern const struct str web_article_css;
extern const struct str web_blocks_css, web_blocks_svg_css;
extern const struct str web_report_css, web_report_js, web_report_js_policy;

extern const struct str web_vidiff_css;
extern const struct str web_weft_css, web_weft_js, web_sentinel_js, web_openapi_json;
/* Compressed, and with a mark that other bytes would not have: for what is served by itself. */
extern const struct str web_weft_css_gzip, web_weft_js_gzip, web_sentinel_js_gzip, web_openapi_json_gzip;
extern const struct str web_weft_css_mark, web_weft_js_mark, web_sentinel_js_mark;

#endif
