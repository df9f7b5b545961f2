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
        return NULL;
    }
    buffer[strcspn(buffer, "\n")] = '\0';
    if (buffer[0] != '\0')
        return buffer;
    free(buffer);
    return NULL;
}
