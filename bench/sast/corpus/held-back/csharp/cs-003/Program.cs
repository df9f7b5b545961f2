using Example.Render;

var app = WebApplication.Create(args);

app.MapPost("/render", async (HttpRequest request) =>
{
    var form = await request.ReadFormAsync();
    var job = new RenderJob { Scene = "lobby", Engine = form["engine"].ToString() };
    return Results.Json(new { exit = Renderer.Run(job) });
});

app.Run();
