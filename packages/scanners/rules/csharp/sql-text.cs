class Shop {
  const string Table = "goods";

  void Find(string name, SqlConnection connection) {
    // ruleid: csharp-sql-text
    var a = new SqlCommand("select * from goods where name = '" + name + "'", connection);
    // ruleid: csharp-sql-text
    a.CommandText = $"select * from goods where name = '{name}'";
    // ok: csharp-sql-text
    a.CommandText = "select * from goods where name = @name";
    // ok: csharp-sql-text
    var b = new SqlCommand("select * from " + Table, connection);
  }
}
