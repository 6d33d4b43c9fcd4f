/* In: the path of a request. Out: an answer with the file's bytes.
 *
 * Saved pages name their style sheets and pictures by relative paths, wherever they lie ("../www.b.org/style.css"), and the tools that save
 * them put the query into the file's name. Regular files alone are read, never a device or a pipe. */
#include "browser/proxy_file.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "browser/proxy.h"

static const struct {
    struct str ending, type;
} kinds[] = {
    { STR_INIT(".html"), STR_INIT("text/html") },
    { STR_INIT(".htm"), STR_INIT("text/html") },
    { STR_INIT(".xhtml"), STR_INIT("application/xhtml+xml") },
    { STR_INIT(".css"), STR_INIT("text/css") },
    { STR_INIT(".js"), STR_INIT("text/javascript") },
    { STR_INIT(".mjs"), STR_INIT("text/javascript") },
    { STR_INIT(".png"), STR_INIT("image/png") },
    { STR_INIT(".apng"), STR_INIT("image/apng") },
    { STR_INIT(".jpg"), STR_INIT("image/jpeg") },
    { STR_INIT(".jpeg"), STR_INIT("image/jpeg") },
    { STR_INIT(".jpe"), STR_INIT("image/jpeg") },
    { STR_INIT(".gif"), STR_INIT("image/gif") },
    { STR_INIT(".webp"), STR_INIT("image/webp") },
    { STR_INIT(".avif"), STR_INIT("image/avif") },
    { STR_INIT(".svg"), STR_INIT("image/svg+xml") },
    { STR_INIT(".bmp"), STR_INIT("image/bmp") },
    { STR_INIT(".ico"), STR_INIT("image/x-icon") },
    { STR_INIT(".woff2"), STR_INIT("font/woff2") },
    { STR_INIT(".woff"), STR_INIT("font/woff") },
    { STR_INIT(".ttf"), STR_INIT("font/ttf") },
    { STR_INIT(".otf"), STR_INIT("font/otf") },
    { STR_INIT(".eot"), STR_INIT("application/vnd.ms-fontobject") },
};

static bool is_letter(char c)
{
    c = byte_lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

struct str proxy_file_type(struct str name)
{
    for (size_t at = 0; at < name.len; at++) {
        if (name.ptr[at] != '.')
            continue;
        for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
            size_t end = at + kinds[i].ending.len;
            if (str_starts_nocase(str_sub(name, at, name.len), kinds[i].ending) && (end == name.len || !is_letter(name.ptr[end])))
                return kinds[i].type;
        }
    }
    return STR("");
}

static bool decode(struct str s, char out[PATH_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < s.len && n + 1 < PATH_MAX; i++) {
        int byte = s.ptr[i] == '%' ? str_hex_byte(s, i + 1) : -1;
        out[n++] = byte < 0 ? s.ptr[i] : (char)byte;
        i += byte < 0 ? 0 : 2;
        if (out[n - 1] == '\0')
            return false;
    }
    out[n] = '\0';
    return n + 1 < PATH_MAX;
}

static struct str base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return str_of(slash ? slash + 1 : path);
}

/* Opened, or -1. The wait for a pipe's other end, or for a tape, is none of ours. */
static int open_file(struct str path, struct str *type, struct stat *s)
{
    char name[PATH_MAX];
    if (!decode(path, name))
        return -1;
    *type = proxy_file_type(base_name(name));
    int fd = type->len ? open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
    if (fd >= 0 && (fstat(fd, s) || !S_ISREG(s->st_mode) || s->st_size < 0 || (uint64_t)s->st_size > PROXY_FILE_MAX)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void read_all(int fd, struct buf *out)
{
    char piece[1 << 16];
    ssize_t n;
    while ((n = read(fd, piece, sizeof piece)) > 0)
        buf_add_bytes(out, piece, (size_t)n);
}

void proxy_file_answer(struct str path, struct buf *out)
{
    struct stat s;
    struct str type, rest = path, plain = str_cut(&rest, '?');
    int fd = open_file(plain, &type, &s);
    /* "a.css?x=1" may be the name of the file itself. */
    if (fd < 0 && plain.len < path.len)
        fd = open_file(path, &type, &s);
    if (fd < 0) {
        buf_add(out, STR("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        return;
    }
    buf_addf(out, "HTTP/1.1 200 OK\r\nContent-Type: %.*s\r\n", STR_ARG(type));
    /* A page's origin is opaque: no script of it can read files. Fonts need leave to be used by such a page. */
    if (str_starts(type, STR("text/html")) || str_starts(type, STR("application/xhtml")))
        buf_add(out, STR("Content-Security-Policy: " PROXY_FILE_POLICY "\r\n"));
    if (str_starts(type, STR("font/")))
        buf_add(out, STR("Access-Control-Allow-Origin: *\r\n"));
    buf_add(out, STR("Connection: close\r\n\r\n"));
    read_all(fd, out);
    close(fd);
}
