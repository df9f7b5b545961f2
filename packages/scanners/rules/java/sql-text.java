import java.sql.Statement;

class Shop {
  void find(Statement statement, Runner runner, String name) throws Exception {
    // ruleid: java-sql-text
    statement.executeQuery("select * from goods where name = '" + name + "'");
    // ok: java-sql-text
    statement.executeQuery("select * " + "from goods");
    // ok: java-sql-text
    statement.executeQuery("select 1");
    // ok: java-sql-text
    runner.executeQuery("a" + name);
  }
}
