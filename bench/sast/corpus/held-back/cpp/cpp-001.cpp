#include <functional>
#include <string>
#include <vector>

struct Event {
    std::string text;
    int level;
};

class Log {
public:
    void raise(int from)
    {
        for (auto it = events_.begin(); it != events_.end();) {
            if (it->level < from) {
                it = events_.erase(it);
            } else {
                ++it;
            }
        }
    }

    void add(std::string text, int level) { events_.push_back({std::move(text), level}); }

private:
    std::vector<Event> events_;
};
