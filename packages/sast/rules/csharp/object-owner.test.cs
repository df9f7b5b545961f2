using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc;

[ApiController]
public class OrdersController : ControllerBase
{
    private readonly ShopContext _shop;

    [HttpGet("{id}")]
    public async Task<IActionResult> Show(int id)
    {
        // ruleid: csharp-idor
        var order = await _shop.Orders.FindAsync(id);
        return order == null ? NotFound() : Ok(order);
    }

    [HttpDelete("{id}")]
    public IActionResult Remove(Guid id)
    {
        // ruleid: csharp-idor
        var order = _shop.Orders.FirstOrDefault(o => o.Id == id);
        _shop.Remove(order);
        return NoContent();
    }

    [HttpGet("mine/{id}")]
    public async Task<IActionResult> Mine(int id)
    {
        // ok: csharp-idor
        return Ok(await _shop.Orders.FirstOrDefaultAsync(o => o.Id == id && o.OwnerId == Me()));
    }

    [HttpGet("compared/{id}")]
    public async Task<IActionResult> Compared(int id)
    {
        // ok: csharp-idor
        var order = await _shop.Orders.FindAsync(id);
        if (order.OwnerId != Me()) return NotFound();
        return Ok(order);
    }

    [HttpGet("asked/{id}")]
    public async Task<IActionResult> Asked(int id)
    {
        // ok: csharp-idor
        var order = await _shop.Orders.FindAsync(id);
        var may = await _rights.AuthorizeAsync(User, order, "Read");
        return may.Succeeded ? Ok(order) : Forbid();
    }

    [Authorize(Policy = "Office")]
    [HttpGet("office/{id}")]
    public async Task<IActionResult> Office(int id)
    {
        // ok: csharp-idor
        return Ok(await _shop.Orders.FindAsync(id));
    }

    [HttpGet("articles/{id}")]
    public async Task<IActionResult> Article(int id)
    {
        // ok: csharp-idor
        return Ok(await _shop.Articles.FindAsync(id));
    }
}
