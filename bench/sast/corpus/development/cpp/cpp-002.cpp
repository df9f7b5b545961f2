#include <iostream>
#include <memory>
#include <string>

class Sensor {
public:
    explicit Sensor(std::string name) : name_(std::move(name)) {}
    const std::string &name() const { return name_; }

private:
    std::string name_;
};

int main()
{
    auto *sensor = new Sensor("roof");
    std::cout << "read " << sensor->name() << '\n';
    delete sensor;
    std::cout << "closed " << sensor->name() << '\n';
    return 0;
}
