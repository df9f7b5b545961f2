using System.Net;

var app = WebApplication.Create(args);
var notes = new List<string>();

app.MapPost("/notes", (string text) =>
{
    notes.Add(text);
    return Results.Accepted();
});

app.MapGet("/notes/search", (string term) =>
{
    var found = notes.Count(note => note.Contains(term));
    var html = $"<p>{found} notes with <i>{term}</i></p>";
    return Results.Content(html, "text/html");
});

app.Run();
