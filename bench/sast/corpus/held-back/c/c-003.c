#include <stdio.h>
#include <ctype.h>

static unsigned checksum(const char *text)
{
    unsigned sum = 0;
    for (; *text != '\0'; text++)
        sum = sum * 31 + (unsigned char)toupper((unsigned char)*text);
    return sum;
}

int main(void)
{
    char plate[12];
    int days;

    printf("Plate and days: ");
    if (scanf("%s %d", plate, &days) != 2)
        return 1;
    printf("Permit %08x for %d days\n", checksum(plate), days);
    return 0;
}
