#include <stdio.h>
#include <string.h>

struct station {
    char name[32];
    int channel;
};

static int parse_station(struct station *out, const char *line)
{
    const char *comma = strchr(line, ',');
    if (comma == NULL)
        return -1;
    size_t length = (size_t)(comma - line);
    if (length == 0)
        return -1;
    memcpy(out->name, line, length);
    out->name[length] = '\0';
    return sscanf(comma + 1, "%d", &out->channel) == 1 ? 0 : -1;
}

int main(void)
{
    char line[256];
    struct station station;

    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (parse_station(&station, line) == 0)
            printf("%s on %d\n", station.name, station.channel);
    }
    return 0;
}
