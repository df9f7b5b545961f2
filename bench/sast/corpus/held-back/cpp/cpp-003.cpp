#include <cstdarg>
#include <cstdio>
#include <iostream>
#include <string>

class Display {
public:
    void show(const char *format, ...)
    {
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(line_, sizeof(line_), format, arguments);
        va_end(arguments);
        std::cout << line_ << std::endl;
    }

private:
    char line_[80] = {};
};

int main()
{
    Display display;
    std::string name;
    std::getline(std::cin, name);
    display.show("Ready %d", 1);
    display.show(name.c_str());
    return 0;
}
