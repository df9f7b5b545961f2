#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>

int main(int argc, char **argv)
{
    std::array<std::uint32_t, 256> counts{};
    std::uint32_t *slots = counts.data();
    std::ifstream input(argc > 1 ? argv[1] : "levels.bin", std::ios::binary);
    std::int32_t level = 0;
    while (input.read(reinterpret_cast<char *>(&level), sizeof(level))) {
        if (level >= 0 && level < 256)
            slots[level] += 1;
    }
    for (auto count : counts)
        std::cout << count << ' ';
    return 0;
}
