#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_word(FILE *file)
{
    char *buffer = malloc(64);

    if (buffer == NULL)
        return NULL;
    if (fgets(buffer, 64, file) == NULL) {
        free(buffer);
        goto out;
    }
    buffer[strcspn(buffer, "\n")] = '\0';
    if (buffer[0] != '\0')
        return buffer;
out:
    free(buffer);
    return NULL;
}
