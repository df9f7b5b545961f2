#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

std::string listing(const std::string &name) { return "ls -l " + name; }

int main(int argc, char *argv[]) {
  std::string name;
  std::cin >> name;
  // ruleid: c-command-injection
  std::system(listing(name).c_str());
  std::string line = "cat ";
  line += argv[1];
  // ruleid: c-command-injection
  popen(line.c_str(), "r");
  std::string fixed = "ls";
  // ok: c-command-injection
  system(fixed.c_str());
  // ok: c-command-injection
  system(("sleep " + std::to_string(std::stoi(argv[1]))).c_str());
  std::string asked;
  std::getline(std::cin, asked);
  std::ifstream in("/srv/" + asked);
  std::ifstream later;
  later.open("/srv/" + asked);
  std::ifstream list("/srv/list");
}

void rows(sql::Statement *statement, MYSQL *db) {
  std::string name;
  std::cin >> name;
  // ruleid: c-sql-injection
  statement->executeQuery("select * from users where name = '" + name + "'");
  std::string all = "delete from users where name = '";
  all.append(name);
  // ruleid: c-sql-injection
  mysql_query(db, all.c_str());
  // ok: c-sql-injection
  statement->executeQuery("select 1");
}
