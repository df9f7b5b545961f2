#include <crow.h>
#include <drogon/drogon.h>
#include <httplib.h>
#include <pistache/endpoint.h>
#include <fstream>
#include <string>

void crowRoutes(crow::SimpleApp &app, sqlite3 *db) {
  CROW_ROUTE(app, "/a")([db](const crow::request &req) {
    std::string name = req.url_params.get("name");
    std::string sql = "select * from t where n = '" + name + "'";
    sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
    std::system(("ls " + name).c_str());
    std::ifstream in("/srv/" + req.body);
    // ruleid: c-xss
    return crow::response("<p>" + name + "</p>");
  });
}

void httplibRoutes(httplib::Server &server) {
  server.Get("/x", [](const httplib::Request &req, httplib::Response &res) {
    auto name = req.get_param_value("name");
    // ruleid: c-xss
    res.set_content("<p>" + name + "</p>", "text/html");
    // ok: c-xss
    res.set_content(name, "text/plain");
    // ruleid: c-open-redirect
    res.set_redirect(req.get_param_value("to"));
    // ok: c-open-redirect
    res.set_redirect("/done");
    popen(name.c_str(), "r");
    std::filesystem::remove("/srv/" + name);
    std::filesystem::remove("/srv/" + std::filesystem::path(name).filename().string());
    CURL *curl = curl_easy_init();
    // ruleid: c-ssrf
    curl_easy_setopt(curl, CURLOPT_URL, req.get_param_value("url").c_str());
    std::regex bad(name);
    int n = std::stoi(req.get_param_value("n"));
    std::vector<int> v(n);
    luaL_dostring(L, name.c_str());
  });
}

class Orders : public drogon::HttpController<Orders> {
 public:
  void get(const HttpRequestPtr &req, std::function<void(const HttpResponsePtr &)> &&callback) {
    auto id = req->getParameter("id");
    auto client = drogon::app().getDbClient();
    client->execSqlSync("select * from t where id = '" + id + "'");
    client->execSqlSync("select * from t where id = $1", id);
    callback(HttpResponse::newFileResponse("/srv/" + req->getHeader("file")));
    // ruleid: c-open-redirect
    callback(HttpResponse::newRedirectionResponse(req->getParameter("to")));
    auto json = req->getJsonObject();
    std::string cmd = (*json)["cmd"].asString();
    system(cmd.c_str());
  }
};

void pistacheHandler(const Pistache::Rest::Request &request, Pistache::Http::ResponseWriter response) {
  auto name = request.param(":name").as<std::string>();
  soci::session sql(pool);
  sql << "select * from t where n = '" + name + "'";
  sql << "select * from t where n = :n", soci::use(name);
  // ruleid: c-xss
  response.send(Pistache::Http::Code::Ok, "<p>" + request.body());
}

void cgi() {
  const char *query = getenv("QUERY_STRING");
  // ruleid: c-xss
  printf("Content-Type: text/html\n\n<p>%s</p>", query);
  // ruleid: c-xss
  std::cout << "<p>" << query;
  // ruleid: c-log-injection
  syslog(LOG_INFO, "asked %s", query);
  // ok: c-log-injection
  syslog(LOG_INFO, "asked");
  xmlXPathEvalExpression((const xmlChar *)query, context);
  ldap_search_ext_s(ld, "dc=x", 2, query, NULL, 0, NULL, NULL, NULL, 0, &result);
}

void looksUp(httplib::Server &server) {
  server.Get("/to", [](const httplib::Request &req, httplib::Response &res) {
    static const std::set<std::string> kPages = {"/a", "/b"};
    auto to = req.get_param_value("to");
    if (kPages.count(to) == 0) std::cerr << "odd";
    // ruleid: c-open-redirect
    res.set_redirect(to);
    if (kPages.count(to) == 0) return;
    // ok: c-open-redirect
    res.set_redirect(to);
  });
}
