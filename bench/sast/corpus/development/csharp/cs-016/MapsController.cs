using Microsoft.AspNetCore.Mvc;

namespace Example.Maps;

[Route("maps")]
public class MapsController : Controller
{
    private readonly MapFolder _maps = new("/srv/maps");

    [HttpGet]
    public IActionResult Get([FromQuery] string region) => File(_maps.Read(region), "image/svg+xml");
}
