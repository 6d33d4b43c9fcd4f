/* Source is text: #include <x> is not a tag. */
#include <stdio.h>

/* <b>Markup</b> in a comment & an &amp; are text. */
int main(void)
{
    int n = 3;
    printf("%d apples\n", n);
    return 0;
}
