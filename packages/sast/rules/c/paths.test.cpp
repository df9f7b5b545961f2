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
    // ruleid: c-path-traversal
    std::ifstream in("/srv/" + req.body);
    return crow::response("<p>" + name + "</p>");
  });
}

void httplibRoutes(httplib::Server &server) {
  server.Get("/x", [](const httplib::Request &req, httplib::Response &res) {
    auto name = req.get_param_value("name");
    res.set_content("<p>" + name + "</p>", "text/html");
    res.set_content(name, "text/plain");
    res.set_redirect(req.get_param_value("to"));
    res.set_redirect("/done");
    popen(name.c_str(), "r");
    // ruleid: c-path-traversal
    std::filesystem::remove("/srv/" + name);
    // ok: c-path-traversal
    std::filesystem::remove("/srv/" + std::filesystem::path(name).filename().string());
    CURL *curl = curl_easy_init();
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
    // ruleid: c-path-traversal
    callback(HttpResponse::newFileResponse("/srv/" + req->getHeader("file")));
    callback(HttpResponse::newRedirectionResponse(req->getParameter("to")));
    auto json = req->getJsonObject();
    std::string cmd = (*json)["cmd"].asString();
    system(cmd.c_str());
  }
};

void beastHandler(http::request<http::string_body> &req, pqxx::connection &conn) {
  std::string target(req.target());
  pqxx::work tx(conn);
  tx.exec("select * from t where n = '" + target + "'");
  tx.exec_params("select * from t where n = $1", target);
  // ruleid: c-path-traversal
  std::ofstream out("/srv" + target);
}

void qtHandler(const QHttpServerRequest &request) {
  QString name = request.query().queryItemValue("name");
  QSqlQuery query;
  query.exec("select * from t where n = '" + name + "'");
  query.prepare("select * from t where n = ?");
  query.addBindValue(name);
  // ruleid: c-path-traversal
  QFile file("/srv/" + name);
  QProcess::execute(name);
}
