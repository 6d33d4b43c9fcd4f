/* The files of web/ that the application's pages load: they carry a hash in their address, and browsers keep them. */
#ifndef SERVE_ASSET_H
#define SERVE_ASSET_H

#include "serve/request.h"

/* "/weft.css?4f3a..." */
struct str asset_address(struct arena *a, const char *name);

#endif
