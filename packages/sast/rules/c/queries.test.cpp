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
    // ruleid: c-regex-injection
    std::regex bad(name);
    int n = std::stoi(req.get_param_value("n"));
    std::vector<int> v(n);
    // ruleid: c-code-injection
    luaL_dostring(L, name.c_str());
  });
}

void cgi() {
  const char *query = getenv("QUERY_STRING");
  printf("Content-Type: text/html\n\n<p>%s</p>", query);
  std::cout << "<p>" << query;
  syslog(LOG_INFO, "asked %s", query);
  syslog(LOG_INFO, "asked");
  // ruleid: c-xpath-injection
  xmlXPathEvalExpression((const xmlChar *)query, context);
  // ruleid: c-ldap-injection
  ldap_search_ext_s(ld, "dc=x", 2, query, NULL, 0, NULL, NULL, NULL, 0, &result);
}
