using System.Linq;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Data.SqlClient;
using Microsoft.EntityFrameworkCore;

public class QueriesController : Controller {
    private SqlConnection connection;
    private ShopContext context;
//// weak
    [HttpGet]
    public object User(string name) {
        var command = new SqlCommand("SELECT * FROM Users WHERE Name = '" + name + "'", connection);
        return command.ExecuteScalar();
    }
//// safe
    [HttpGet]
    public object User(string name) {
        var command = new SqlCommand("SELECT * FROM Users WHERE Name = @name", connection);
        command.Parameters.AddWithValue("@name", name);
        return command.ExecuteScalar();
    }
//// weak
    [HttpGet]
    public IActionResult Items(string sort) {
        return Ok(context.Items.FromSqlRaw($"SELECT * FROM Items ORDER BY {sort}").ToList());
    }
//// safe
    [HttpGet]
    public IActionResult Items(string kind) {
        return Ok(context.Items.FromSqlInterpolated($"SELECT * FROM Items WHERE Kind = {kind}").ToList());
    }
//// weak
    [HttpPost]
    public IActionResult Find([FromForm] string title) {
        return Ok(connection.Query<Item>(string.Format("SELECT * FROM Items WHERE Title = '{0}'", title)));
    }
//// safe
    [HttpPost]
    public IActionResult Find([FromForm] string title) {
        return Ok(connection.Query<Item>("SELECT * FROM Items WHERE Title = @title", new { title }));
    }
//// weak
    public void Remove() {
        var command = connection.CreateCommand();
        command.CommandText = "DELETE FROM Items WHERE Id = " + Request.Form["id"];
        command.ExecuteNonQuery();
    }
//// safe
    public void Remove() {
        var command = connection.CreateCommand();
        command.CommandText = "DELETE FROM Items WHERE Id = " + int.Parse(Request.Form["id"]);
        command.ExecuteNonQuery();
    }
//// end
}
