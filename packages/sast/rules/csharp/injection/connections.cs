using Microsoft.AspNetCore.Mvc;
using System.Data.SqlClient;

public class Goods : ControllerBase
{
    private readonly IDbConnection q;
    private readonly Runner r;
    // ruleid: csharp-sql-injection
    [HttpGet] public object Z(string u) { return q.Execute("select * from t where a='" + u + "'"); }
    // ruleid: csharp-sql-injection
    [HttpGet] public object V(string u) { using var t = new NpgsqlConnection("x"); return t.Query("select * from t where a='" + u + "'"); }
    // ok: csharp-sql-injection
    [HttpGet] public object S(string u) { return q.Query("select * from t where a = @u", new { u }); }
    // ok: csharp-sql-injection
    [HttpGet] public object R(string u) { return r.Execute("select " + u); }
}
