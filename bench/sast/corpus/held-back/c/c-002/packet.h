#ifndef PACKET_H
#define PACKET_H

#include <stddef.h>
#include <stdint.h>

#define PAYLOAD_MAX 128

struct packet {
    uint16_t length;
    uint8_t payload[PAYLOAD_MAX];
};

int packet_read(int socket, struct packet *packet);

#endif
