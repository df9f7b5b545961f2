using Dapper;
using Npgsql;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton(NpgsqlDataSource.Create(builder.Configuration["Db"]!));
var app = builder.Build();

app.MapGet("/rooms", async (string? floor, NpgsqlDataSource source) =>
{
    var sql = "SELECT name, seats FROM rooms";
    if (floor is not null) sql += " WHERE floor = @floor";
    await using var connection = await source.OpenConnectionAsync();
    var rooms = await connection.QueryAsync(sql, new { floor });
    return Results.Ok(rooms);
});

app.Run();
