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
    // ruleid: c-sql-injection
    sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
    // ruleid: c-command-injection
    std::system(("ls " + name).c_str());
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
    // ruleid: c-command-injection
    popen(name.c_str(), "r");
    std::filesystem::remove("/srv/" + name);
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
    // ruleid: c-sql-injection
    client->execSqlSync("select * from t where id = '" + id + "'");
    // ok: c-sql-injection
    client->execSqlSync("select * from t where id = $1", id);
    callback(HttpResponse::newFileResponse("/srv/" + req->getHeader("file")));
    callback(HttpResponse::newRedirectionResponse(req->getParameter("to")));
    auto json = req->getJsonObject();
    std::string cmd = (*json)["cmd"].asString();
    // ruleid: c-command-injection
    system(cmd.c_str());
  }
};

void pistacheHandler(const Pistache::Rest::Request &request, Pistache::Http::ResponseWriter response) {
  auto name = request.param(":name").as<std::string>();
  soci::session sql(pool);
  // ruleid: c-sql-injection
  sql << "select * from t where n = '" + name + "'";
  // ok: c-sql-injection
  sql << "select * from t where n = :n", soci::use(name);
  response.send(Pistache::Http::Code::Ok, "<p>" + request.body());
}

void beastHandler(http::request<http::string_body> &req, pqxx::connection &conn) {
  std::string target(req.target());
  pqxx::work tx(conn);
  // ruleid: c-sql-injection
  tx.exec("select * from t where n = '" + target + "'");
  // ok: c-sql-injection
  tx.exec_params("select * from t where n = $1", target);
  std::ofstream out("/srv" + target);
}

void qtHandler(const QHttpServerRequest &request) {
  QString name = request.query().queryItemValue("name");
  QSqlQuery query;
  // ruleid: c-sql-injection
  query.exec("select * from t where n = '" + name + "'");
  // ok: c-sql-injection
  query.prepare("select * from t where n = ?");
  query.addBindValue(name);
  QFile file("/srv/" + name);
  // ruleid: c-command-injection
  QProcess::execute(name);
}

static void mongoose(struct mg_connection *c, int ev, void *data) {
  struct mg_http_message *hm = (struct mg_http_message *)data;
  char name[100];
  mg_http_get_var(&hm->query, "name", name, sizeof(name));
  // ruleid: c-command-injection
  system(name);
}

void asio(tcp::socket &socket) {
  std::string text;
  boost::asio::read_until(socket, boost::asio::dynamic_buffer(text), '\n');
  // ruleid: c-command-injection
  system(text.c_str());
}
