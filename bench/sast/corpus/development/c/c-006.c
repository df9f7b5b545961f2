#include <stdio.h>
#include <syslog.h>

static void tell(const char *message)
{
    syslog(LOG_NOTICE, message);
}

int main(void)
{
    char line[512];

    openlog("intake", LOG_PID, LOG_DAEMON);
    while (fgets(line, sizeof line, stdin) != NULL)
        tell(line);
    closelog();
    return 0;
}
