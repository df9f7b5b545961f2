#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_SIZE 64

int main(int argc, char **argv)
{
    char title[TITLE_SIZE];

    if (argc < 2) {
        fprintf(stderr, "usage: %s TITLE\n", argv[0]);
        return EXIT_FAILURE;
    }
    strcpy(title, "Log of ");
    strcat(title, argv[1]);
    puts(title);
    return EXIT_SUCCESS;
}
