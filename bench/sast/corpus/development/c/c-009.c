#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *volume = getenv("VOLUME");
    char command[128];

    if (volume == NULL)
        volume = "50";
    if (strlen(volume) > 80)
        return 1;
    snprintf(command, sizeof command, "amixer set Master %s%%", volume);
    return system(command) == 0 ? 0 : 1;
}
