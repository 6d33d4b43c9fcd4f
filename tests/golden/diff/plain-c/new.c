/* Source is text: #include <x> is not a tag. */
#include <stdio.h>
#include <stdlib.h>

/* <b>Markup</b> in a comment & an &amp; are text. */
int main(void)
{
    int n = 4;
    printf("%d pears\n", n);
    return EXIT_SUCCESS;
}
