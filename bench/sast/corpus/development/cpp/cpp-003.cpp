#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

static std::string join(const std::vector<std::string> &words)
{
    std::string line;
    for (const auto &word : words)
        line += word + " ";
    return line;
}

int main(int argc, char **argv)
{
    std::vector<std::string> words{"zip", "-r", "out.zip"};
    for (int i = 1; i < argc; ++i)
        words.push_back(argv[i]);
    std::cout << words.size() << " words\n";
    return std::system(join(words).c_str());
}
