/* What a kind of version source must do. Each fills source->list when it is opened. */
#ifndef INTAKE_SOURCE_IMPL_H
#define INTAKE_SOURCE_IMPL_H

#include "intake/source.h"

struct source_ops {
    struct str prefix; /* "git:" */
    int (*open)(struct source *s, struct str name, struct err *e);
    int (*body)(const struct source *s, struct arena *a, const struct source_version *v, struct str *out, struct err *e);
};

extern const struct source_ops source_git, source_rcs;

/* The list out of what `git log` printed (source_git.c), for tests and fuzzing. */
int source_git_parse(struct arena *a, struct str log, struct source_versions *out, struct str **blobs, struct err *e) MUST_CHECK;

#endif
