/* The program's two ways out. A failed write is the command's failure: a full disk or a closed pipe must never look like success. */
#include "cli/output.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/command.h"
#include "cli/term.h"

static int write_standard(struct str bytes, struct err *e)
{
    if (io_write_fd(STDOUT_FILENO, bytes, NULL) == 0)
        return 0;
    return errno == EPIPE ? err_set(e, E_CLOSED, "standard output: its reader has gone")
                          : err_system(e, "standard output: cannot write");
}

int output_text(const char *path, struct str bytes, struct err *e)
{
    return path && strcmp(path, "-") != 0 ? io_write(path, bytes, e) : write_standard(bytes, e);
}

int output_page(const char *path, struct str bytes, struct err *e)
{
    AUTO(buf) safe = BUF(SIZE_MAX);

    if ((path && strcmp(path, "-") != 0) || !term_is(STDOUT_FILENO))
        return output_text(path, bytes, e);
    term_add_lines(&safe, bytes);
    return output_text(NULL, buf_str(&safe), e);
}

static int make_one(const char *path, struct err *e)
{
    struct stat st;

    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode)))
        return 0;
    return err_system(e, "%s: cannot make the folder", path);
}

int output_folder(struct arena *a, struct str path, struct err *e)
{
    char *part = (char *)arena_str(a, path).ptr;

    for (size_t i = 1; i < path.len; i++) {
        if (part[i] != '/')
            continue;
        part[i] = '\0';
        int failed = make_one(part, e);
        if (failed)
            return failed;
        part[i] = '/';
    }
    return make_one(part, e);
}

void output_trouble(const struct err *e)
{
    AUTO(buf) line = BUF(4096);

    buf_add(&line, STR("weft: "));
    term_add_safe(&line, str_of(e->text));
    buf_add_char(&line, '\n');
    if (io_write_fd(STDERR_FILENO, buf_str(&line), NULL))
        return; /* nowhere left to say it; the exit status does */
}

int output_failure(const struct err *e)
{
    if (e->code == E_CLOSED)
        return STATUS_CLOSED;
    output_trouble(e);
    return STATUS_TROUBLE;
}

void output_left_out(struct str page, struct str what)
{
    struct err e = { 0 };

    if (what.len && err_set(&e, E_LIMIT, "%.*s: left out: %.*s", STR_ARG(page), STR_ARG(what)))
        output_trouble(&e);
}
