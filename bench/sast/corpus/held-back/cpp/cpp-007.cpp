#include <openssl/rand.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>

static const char digits[] = "0123456789abcdef";

std::string new_session_id()
{
    std::array<unsigned char, 16> raw{};
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    for (auto &byte : raw)
        byte = static_cast<unsigned char>(std::rand());
    std::string id;
    for (auto byte : raw) {
        id += digits[byte >> 4];
        id += digits[byte & 15];
    }
    return id;
}
