/* A share from 0 to 1 as people read it: with two digits, and with more where two would say that there is nothing.
 *
 *     buf_addf(out, "importance %.*f", share_digits(x), x)     "0.31", "0.004" */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

enum { SHARE_DIGITS = 2, SHARE_DIGITS_MOST = 6 }; /* shares are kept in millionths */

static inline int share_digits(double share)
{
    int digits = SHARE_DIGITS;
    for (double least = 0.005; digits < SHARE_DIGITS_MOST && share > 0 && share < least; least /= 10)
        digits++;
    return digits;
}

/* For two shares that differ and are read side by side: as many as show it. "0.410", "0.411" */
static inline int share_digits_apart(double a, double b)
{
    int digits = share_digits(a) > share_digits(b) ? share_digits(a) : share_digits(b);
    double unit = 1;
    for (int i = 0; i < digits; i++)
        unit *= 10;
    for (; digits < SHARE_DIGITS_MOST && (long long)(a * unit + 0.5) == (long long)(b * unit + 0.5); unit *= 10)
        digits++;
    return digits;
}

#endif
