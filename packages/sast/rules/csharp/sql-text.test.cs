using System.Diagnostics;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.EntityFrameworkCore;

public class EditModel : PageModel
{
    [BindProperty]
    public string Title { get; set; }

    public IActionResult OnGet(string id)
    {
        using var command = connection.CreateCommand();
        // ruleid: csharp-sql-injection-string-concatenation
        command.CommandText = $"select * from pages where id = '{id}'";
        return Redirect(id);
    }

    public void OnPost(string name)
    {
        System.IO.File.WriteAllText("/srv/" + name, "x");
        System.IO.File.WriteAllText("/srv/" + Title, "x");
    }
}
