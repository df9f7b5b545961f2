class Shop {
  const string Table = "goods";

  void Find(string name, SqlConnection connection) {
    // ruleid: csharp-sql-injection-string-concatenation
    var a = new SqlCommand("select * from goods where name = '" + name + "'", connection);
    // ruleid: csharp-sql-injection-string-concatenation
    a.CommandText = $"select * from goods where name = '{name}'";
    // ok: csharp-sql-injection-string-concatenation
    a.CommandText = "select * from goods where name = @name";
    // ok: csharp-sql-injection-string-concatenation
    var b = new SqlCommand("select * from " + Table, connection);
  }
}
