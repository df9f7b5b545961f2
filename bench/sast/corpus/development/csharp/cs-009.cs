using System.Xml;
using Microsoft.AspNetCore.Mvc;

namespace Example.Feeds;

[ApiController]
public class FeedController : ControllerBase
{
    [HttpPost("/feed")]
    public async Task<int> Import()
    {
        using var reader = new StreamReader(Request.Body);
        var text = await reader.ReadToEndAsync();
        var settings = new XmlReaderSettings
        {
            DtdProcessing = DtdProcessing.Prohibit,
            XmlResolver = null,
        };
        using var xml = XmlReader.Create(new StringReader(text), settings);
        var items = 0;
        while (xml.Read())
        {
            if (xml.NodeType == XmlNodeType.Element && xml.Name == "item") items++;
        }
        return items;
    }
}
