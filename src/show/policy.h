/* The content security policy of every page that shows a page: its pictures, styles, fonts and sounds may load, from where it says or from
 * beside the file; nothing runs but the script whose hash follows; nothing is sent, framed or plugged in. */
#ifndef SHOW_POLICY_H
#define SHOW_POLICY_H

#define POLICY \
    "default-src 'none'; img-src 'self' http: https: data:; style-src 'self' 'unsafe-inline' http: https:; " \
    "font-src 'self' http: https: data:; media-src 'self' http: https: data:; form-action 'none'; base-uri 'none'; script-src "

/* The same, where the site is not to learn that somebody looks. */
#define POLICY_ALONE \
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self' data:; " \
    "form-action 'none'; base-uri 'none'; script-src "

#endif
