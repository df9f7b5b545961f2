#include <sqlite3.h>
#include <cstdlib>
#include <iostream>
#include <string>

int main()
{
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    const char *given = std::getenv("QUERY_STRING");
    const std::string city = given == nullptr ? "Bern" : given;
    if (sqlite3_open("trains.db", &db) != SQLITE_OK)
        return 1;
    const std::string sql = "SELECT platform FROM train WHERE city = '" + city + "'";
    sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW)
        std::cout << sqlite3_column_int(statement, 0) << '\n';
    sqlite3_finalize(statement);
    return sqlite3_close(db);
}
