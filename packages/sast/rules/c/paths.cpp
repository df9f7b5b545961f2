#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

std::string listing(const std::string &name) { return "ls -l " + name; }

int main(int argc, char *argv[]) {
  std::string name;
  std::cin >> name;
  std::system(listing(name).c_str());
  std::string line = "cat ";
  line += argv[1];
  popen(line.c_str(), "r");
  std::string fixed = "ls";
  system(fixed.c_str());
  system(("sleep " + std::to_string(std::stoi(argv[1]))).c_str());
  std::string asked;
  std::getline(std::cin, asked);
  // todoruleid: c-path-traversal
  std::ifstream in("/srv/" + asked);
  std::ifstream later;
  // ruleid: c-path-traversal
  later.open("/srv/" + asked);
  // ok: c-path-traversal
  std::ifstream list("/srv/list");
}

void rows(sql::Statement *statement, MYSQL *db) {
  std::string name;
  std::cin >> name;
  statement->executeQuery("select * from users where name = '" + name + "'");
  std::string all = "delete from users where name = '";
  all.append(name);
  mysql_query(db, all.c_str());
  statement->executeQuery("select 1");
}
