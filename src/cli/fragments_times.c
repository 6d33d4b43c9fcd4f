/* When versions were fetched: told in a file, written in their names, or the dates of the files; in this order, the first that rises. */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/fragments.h"

/* Rising, and not all at one moment. */
static bool rises(const struct input *in)
{
    for (uint32_t i = 1; i < in->n; i++)
        if (!(in->item[i].at_s >= in->item[i - 1].at_s))
            return false;
    return in->n < 2 || in->item[in->n - 1].at_s > in->item[0].at_s;
}

/* A number is seconds, all else a moment as people write it. */
static bool read_time(struct str text, double *out)
{
    int64_t at;
    char number[40] = { 0 }, *end;

    memcpy(number, text.ptr, MIN(text.len, sizeof number - 1));
    double seconds = strtod(number, &end);
    if (text.len && *end == '\0' && seconds >= 0) {
        *out = seconds;
        return true;
    }
    if (moment_read(text, 0, &at, NULL))
        return false;
    *out = (double)at / 1000;
    return true;
}

/* A line for each version: its time, or its name and its time. */
static int from_file(struct input *in, const char *path, struct err *e)
{
    struct str text;
    uint32_t n = 0;
    int failed = io_read(&in->session.arena, path, MIB(64), &text, e);

    if (failed)
        return failed;
    while (text.len) {
        struct str line = str_trim(str_cut(&text, '\n')), name;
        if (line.len == 0)
            continue;
        if (n == in->n)
            return err_set(e, E_USAGE, "%s: there are more times than versions (%u)", path, in->n);
        double at = 0;
        if (!read_time(line, &at) && !read_time(input_last_word(line, &name), &at))
            return err_set(e, E_FORMAT, "%s: '%.*s' is not a time; write 2026-11-01T10:00:05Z, or seconds since 1970", path,
                           STR_ARG(line));
        in->item[n++].at_s = at;
    }
    if (n < in->n)
        return err_set(e, E_USAGE, "%s: %u times for %u versions", path, n, in->n);
    return rises(in) ? 0
                     : err_set(e, E_USAGE, "%s: the times are not in order; give the versions from the oldest to the newest", path);
}

static unsigned digits_at(struct str s, size_t at)
{
    unsigned n = 0;
    while (at + n < s.len && s.ptr[at + n] >= '0' && s.ptr[at + n] <= '9')
        n++;
    return n;
}

/* Up to six numbers of a date, written together (20261101, 20261101100005) or apart by any one character (2026-11-01T10_00_05). */
static bool date_at(struct str s, size_t at, double *out)
{
    static const unsigned width[6] = { 4, 2, 2, 2, 2, 2 };
    int part[6] = { 0, 1, 1, 0, 0, 0 };
    unsigned n = 0;
    AUTO(buf) text = BUF(64);
    bool apart = digits_at(s, at) == 4;

    for (; n < 6 && digits_at(s, at) >= width[n] && (!apart || digits_at(s, at) == width[n] || n == 5); n++) {
        part[n] = 0;
        for (unsigned k = 0; k < width[n]; k++)
            part[n] = part[n] * 10 + (s.ptr[at + k] - '0');
        at += width[n];
        at += apart && at < s.len && digits_at(s, at + 1) >= 2;
    }
    if (n < 3 || part[0] < 1990 || part[0] > 2200)
        return false;
    buf_addf(&text, "%04d-%02d-%02dT%02d:%02d:%02dZ", part[0], part[1], part[2], part[3], part[4], part[5]);
    return read_time(buf_str(&text), out);
}

static bool name_time(struct str path, double *out)
{
    size_t slash = path.len;
    while (slash > 0 && path.ptr[slash - 1] != '/')
        slash--;
    for (size_t i = slash; i < path.len; i++) {
        unsigned n = digits_at(path, i);
        if (n >= 4 && date_at(path, i, out))
            return true;
        if (n == 10 || n == 13) { /* seconds or milliseconds since 1970 */
            uint64_t number;
            if (str_number(str_sub(path, i, i + n), UINT64_MAX / 2, &number)) {
                *out = n == 10 ? (double)number : (double)number / 1000;
                return true;
            }
        }
        i += n ? n - 1 : 0;
    }
    return false;
}

static bool from_names(struct input *in)
{
    for (uint32_t i = 0; i < in->n; i++)
        if (!name_time(in->item[i].name, &in->item[i].at_s))
            return false;
    return rises(in);
}

static bool from_dates(struct input *in)
{
    for (uint32_t i = 0; i < in->n; i++) {
        struct stat st;
        if (stat(in->item[i].name.ptr, &st))
            return false;
        in->item[i].at_s = (double)st.st_mtim.tv_sec + (double)st.st_mtim.tv_nsec * 1e-9;
    }
    return rises(in);
}

int input_times(struct input *in, const char *times, const char **from, struct err *e)
{
    *from = "the archive";
    if (in->n && in->item[0].page)
        return 0;
    *from = times;
    if (times)
        return from_file(in, times, e);
    *from = "the names of the files";
    if (from_names(in))
        return 0;
    *from = "the dates of the files";
    if (from_dates(in))
        return 0;
    *from = NULL;
    for (uint32_t i = 0; i < in->n; i++)
        in->item[i].at_s = 0;
    return 0;
}
