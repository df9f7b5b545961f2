#include "httplib.h"
#include "assets.hpp"

int main()
{
    httplib::Server server;
    Assets assets("/usr/share/kiosk");
    server.Get("/asset", [&](const httplib::Request &request, httplib::Response &response) {
        const auto name = request.get_param_value("name");
        response.set_content(assets.load(name), "application/octet-stream");
    });
    server.listen("0.0.0.0", 8080);
    return 0;
}
