/* What the programs of this folder check by. */

#ifndef CARILLON_CHECK_H
#define CARILLON_CHECK_H

#include <stdio.h>

/* Returns 1 from the function, and says which line, if the condition does not hold. */
#define CHECK(condition)                                         \
    do {                                                         \
        if (!(condition)) {                                      \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            return 1;                                            \
        }                                                        \
    } while (0)

#endif
