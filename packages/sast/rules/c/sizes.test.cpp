#include <crow.h>
#include <drogon/drogon.h>
#include <httplib.h>
#include <pistache/endpoint.h>
#include <fstream>
#include <string>

void httplibRoutes(httplib::Server &server) {
  server.Get("/x", [](const httplib::Request &req, httplib::Response &res) {
    auto name = req.get_param_value("name");
    res.set_content("<p>" + name + "</p>", "text/html");
    res.set_content(name, "text/plain");
    res.set_redirect(req.get_param_value("to"));
    res.set_redirect("/done");
    popen(name.c_str(), "r");
    std::filesystem::remove("/srv/" + name);
    std::filesystem::remove("/srv/" + std::filesystem::path(name).filename().string());
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, req.get_param_value("url").c_str());
    std::regex bad(name);
    int n = std::stoi(req.get_param_value("n"));
    // ruleid: c-integer-overflow-allocation-size
    std::vector<int> v(n);
    luaL_dostring(L, name.c_str());
  });
}
