using Microsoft.AspNetCore.Mvc;
using Microsoft.Data.SqlClient;

namespace Example.Lending;

[ApiController]
[Route("loans")]
public class LoansController : ControllerBase
{
    private readonly string _connection;

    public LoansController(IConfiguration configuration)
    {
        _connection = configuration.GetConnectionString("Lending")!;
    }

    [HttpGet]
    public async Task<IActionResult> Find([FromQuery] string reader)
    {
        await using var connection = new SqlConnection(_connection);
        await connection.OpenAsync();
        var command = new SqlCommand("SELECT COUNT(*) FROM Loans WHERE Reader = @reader", connection);
        command.Parameters.AddWithValue("@reader", reader);
        var count = (int)(await command.ExecuteScalarAsync())!;
        return Ok(new { reader, count });
    }
}
