#include "packet.h"

#include <arpa/inet.h>
#include <sys/socket.h>

int packet_read(int socket, struct packet *packet)
{
    uint16_t wire;

    if (recv(socket, &wire, sizeof(wire), MSG_WAITALL) != (ssize_t)sizeof(wire))
        return -1;
    packet->length = ntohs(wire);
    if (packet->length == 0)
        return 0;
    return (int)recv(socket, packet->payload, packet->length, MSG_WAITALL);
}
