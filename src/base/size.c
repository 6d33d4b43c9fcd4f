/* A number with up to three digits behind the point, then a letter for the unit, with "B" or "iB" behind it or not. */
#include "base/size.h"

static const char letters[] = "BKMGTP";
enum { SIZE_UNITS = sizeof letters - 1, FRACTION_DIGITS = 3 };

static int wrong(struct str text, struct err *e)
{
    return err_set(e, E_FORMAT, "\"%.*s\" is not a number of bytes; write 4096, 64k, 32M or 1G", STR_ARG(text));
}

/* Bits to shift by for "", "B", "k", "kB", "KiB", ...; -1: no unit. */
static int unit_shift(struct str unit)
{
    const char *letter = unit.len ? strchr(letters, unit.ptr[0] & ~0x20) : letters;
    struct str behind = str_sub(unit, 1, unit.len);

    if (!letter || (unit.len && !*letter))
        return -1;
    bool plain = behind.len == 0, named = str_eq_nocase(behind, STR("b")) || str_eq_nocase(behind, STR("ib"));
    if (!plain && (letter == letters || !named))
        return -1;
    return (int)(letter - letters) * 10;
}

int size_read(struct str text, uint64_t *out, struct err *e)
{
    struct str rest = str_trim(text);
    uint64_t n, thousandths = 0;
    size_t end = 0;

    while (end < rest.len && ((rest.ptr[end] >= '0' && rest.ptr[end] <= '9') || rest.ptr[end] == '.'))
        end++;
    struct str fraction = str_sub(rest, 0, end), whole = str_cut(&fraction, '.');
    int shift = unit_shift(str_trim(str_sub(rest, end, rest.len)));
    if (shift < 0 || fraction.len > FRACTION_DIGITS || !str_number(whole, UINT64_MAX >> (shift + 10), &n)
        || (fraction.len && !str_number(fraction, UINT32_MAX, &thousandths)))
        return wrong(text, e);
    for (size_t i = fraction.len; i < FRACTION_DIGITS; i++)
        thousandths *= 10;
    *out = (n << shift) + (thousandths << shift) / 1000;
    return 0;
}

static void add_unit(struct buf *out, unsigned unit)
{
    if (unit)
        buf_add_char(out, letters[unit]);
    buf_add_char(out, 'B');
}

void size_add(struct buf *out, uint64_t bytes)
{
    unsigned unit = 0;

    for (; bytes && bytes % 1024 == 0 && unit + 1 < SIZE_UNITS; unit++)
        bytes /= 1024;
    buf_add_number(out, bytes);
    add_unit(out, unit);
}

void size_add_short(struct buf *out, uint64_t bytes)
{
    double value = (double)bytes;
    unsigned unit = 0;

    for (; value >= 1000 && unit + 1 < SIZE_UNITS; unit++)
        value /= 1024;
    buf_addf(out, "%.*f", unit == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2, value);
    add_unit(out, unit);
}
