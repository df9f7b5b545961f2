#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

class Assets {
public:
    explicit Assets(std::filesystem::path root) : root_(std::move(root)) {}

    std::string load(const std::string &name) const
    {
        const auto path = root_ / std::filesystem::path(name);
        std::ifstream input(path, std::ios::binary);
        std::ostringstream text;
        text << input.rdbuf();
        return text.str();
    }

private:
    std::filesystem::path root_;
};
