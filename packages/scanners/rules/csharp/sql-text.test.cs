using System.Diagnostics;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.EntityFrameworkCore;
class Minimal
public class EditModel : PageModel
public class ChatHub : Hub
public class GreeterService : Greeter.GreeterBase
public class Functions
public class Soap : WebService
public class OrdersController : ControllerBase
public class Endpoint : Endpoint<SearchRequest>
public class Search : IRequestHandler<SearchQuery, string>
public partial class Default : Page

{
    [BindProperty]
    public string Title { get; set; }

    public IActionResult OnGet(string id)
    {
        using var command = connection.CreateCommand();
        // ruleid: csharp-sql-text
        command.CommandText = $"select * from pages where id = '{id}'";
        return Redirect(id);
    }

    public void OnPost(string name)
    {
        System.IO.File.WriteAllText("/srv/" + name, "x");
        System.IO.File.WriteAllText("/srv/" + Title, "x");
    }
}
