/* weft diff --tree: a page and all that is watched because it points there, each compared with itself (AIDE, section 8.3).
 *
 * In: the page that was named, with a moment behind the @ or without. Out: what `weft diff` of two folders gives. Without a moment each
 * page is compared from where the user stopped looking; a page that was not there at that moment counts as added. */
#include <unistd.h>

#include "base/limits.h"
#include "base/vec.h"
#include "cli/diff.h"
#include "cli/folder.h"
#include "archive/comparison.h"
#include "archive/watched.h"
#include "cli/session.h"
#include "track/canonical.h"

/* One page of the tree: the two versions that are compared. */
struct branch {
    const struct caller *caller;
    struct target target;
    struct target_version old, new;
};

struct tree {
    struct session *session;
    struct str root, at;
    bool whole; /* all that differs, not only what is watched */
    VEC(struct branch) branches;
    VEC(struct folder_page) pages;
};

/* A file name of an address: below the root's folder as it is, else with the host in front; nothing that a path could trip over. */
static struct str path_of(const struct tree *t, struct str url, uint32_t number)
{
    AUTO(buf) b = BUF(KIB(16));
    struct str folder = canonical_folder(t->root);
    size_t scheme = str_find(url, STR("://"), 0);
    struct str rest = str_starts(url, folder) ? str_sub(url, folder.len, url.len) : str_sub(url, scheme + 3, url.len);

    for (size_t i = 0; i < MIN(rest.len, (size_t)200); i++) {
        char c = rest.ptr[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '/';
        bool dot = c == '.' && i && rest.ptr[i - 1] != '.' && rest.ptr[i - 1] != '/';
        buf_add_char(&b, plain || dot ? c : '_');
    }
    if (b.len == 0 || b.ptr[b.len - 1] == '/')
        buf_add(&b, STR("index"));
    /* Two addresses may come to one name. */
    for (uint32_t i = 0; i < t->pages.n; i++)
        if (str_eq(t->pages.item[i].path, buf_str(&b))) {
            buf_addf(&b, "-%u", number);
            break;
        }
    return arena_str(&t->session->arena, buf_str(&b));
}

static int add_branch(struct tree *t, const struct target *page, struct err *e)
{
    struct session *s = t->session;
    struct branch b = { .caller = &s->caller, .target = *page };
    struct err none;

    b.target.at = t->at;
    int failed = target_newest(&s->caller, &b.target, &b.new, e);
    if (failed == E_USAGE)
        return 0; /* nothing was fetched yet */
    if (failed)
        return failed;
    failed =
        t->at.len ? target_version(&s->caller, &b.target, &b.old, &none) : target_last_seen(&s->caller, &b.target, &b.old, &none);
    if (failed && failed != E_USAGE)
        return err_set(e, failed, "%s", none.text);
    struct str path = path_of(t, b.target.url, t->pages.n);
    *VEC_ADD(&s->arena, &t->pages) = (struct folder_page){
        .path = path,
        .in_old = failed == 0,
        .in_new = true,
        .state = failed ? PAGE_ADDED : PAGE_SAME,
    };
    *VEC_ADD(&s->arena, &t->branches) = b;
    return 0;
}

/* What the user watches because the root leads there; pictures and files are not pages. */
static int add_followed(void *context, const struct watched *w, struct err *e)
{
    struct tree *t = context;
    struct target page;

    if (w->watch.entity || !str_eq(w->watch.root, t->root))
        return 0;
    int failed = target_page(&t->session->caller, w->page.id, &page, e);
    return failed ? failed : add_branch(t, &page, e);
}

/* As the user's watch of this page sees it. */
static int narrow_branch(void *ctx, struct arena *a, struct delta *d, struct err *e)
{
    const struct branch *b = ctx;
    struct comparison_query query = { .target = &b->target, .old = b->old.number, .new = b->new.number };
    struct caller caller = *b->caller;

    caller.arena = a;
    return comparison_narrow(&caller, &query, d, e);
}

static int read_branch(void *ctx, struct arena *a, const struct folder_page *p, struct folder_sides *out, struct err *e)
{
    struct tree *t = ctx;
    struct branch *b = &t->branches.item[p - t->pages.item];
    struct str url = b->target.url, name = b->target.name;
    int failed;

    *out = (struct folder_sides){
        .pair = { .old = STR(""),
                  .new = STR(""),
                  .old_base = url,
                  .new_base = url,
                  .old_type = b->old.content_type,
                  .new_type = b->new.content_type,
                  .narrow = p->in_old && !t->whole ? narrow_branch : NULL,
                  .narrow_ctx = b },
        .old_name = p->in_old ? arena_printf(a, "%.*s@%lld", STR_ARG(name), (long long)b->old.number) : name,
        .new_name = arena_printf(a, "%.*s@%lld", STR_ARG(name), (long long)b->new.number),
    };
    if (p->in_old && (failed = target_body(&t->session->caller, &b->target, b->old.number, &out->pair.old, e)))
        return failed;
    return target_body(&t->session->caller, &b->target, b->new.number, &out->pair.new, e);
}

int diff_tree(const struct args *args, const struct diff_job *job, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(target) root = { 0 };
    struct tree t = { .session = &s, .whole = job->whole || job->show.format == SHOW_PATCH };
    int failed;

    if (job->new)
        return err_set(e, E_USAGE, "diff: --tree takes one page of the archive, with a moment behind it or without: URL@yesterday");
    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = target_find(&s.caller, job->old, &root, e)))
        return failed;
    if (root.is_source)
        return err_set(e, E_USAGE, "diff: --tree is for pages of the archive");
    t.root = target_url(&root.page);
    t.at = root.at;
    if ((failed = add_branch(&t, &root, e)) || (failed = watched_each(&s.caller, add_followed, &t, e)))
        return failed;
    if (t.pages.n == 0)
        return err_set(e, E_USAGE, "%.*s has no version yet; 'weft check %.*s' fetches it", STR_ARG(t.root), STR_ARG(t.root));
    struct diff_job named = *job;
    named.new = job->old;
    struct folder folder = { .job = &named, .page = t.pages.item, .n = t.pages.n };
    return folder_compare(&s.arena, &folder, &(struct folder_reader){ read_branch, &t }, e);
}
