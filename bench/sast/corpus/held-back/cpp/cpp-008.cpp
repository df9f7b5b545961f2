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
    if (RAND_bytes(raw.data(), static_cast<int>(raw.size())) != 1)
        throw std::runtime_error("no random bytes");
    std::string id;
    for (auto byte : raw) {
        id += digits[byte >> 4];
        id += digits[byte & 15];
    }
    return id;
}
