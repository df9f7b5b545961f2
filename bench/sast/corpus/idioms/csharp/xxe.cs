using System.IO;
using System.Xml;
using System.Xml.Linq;
using System.Xml.XPath;
using Microsoft.AspNetCore.Mvc;

public class ImportController : ControllerBase {
//// weak
    [HttpPost]
    public string Dom([FromBody] string xml) {
        var document = new XmlDocument { XmlResolver = new XmlUrlResolver() };
        document.LoadXml(xml);
        return document.InnerText;
    }
//// safe
    [HttpPost]
    public string Dom([FromBody] string xml) {
        var document = new XmlDocument { XmlResolver = null };
        document.LoadXml(xml);
        return document.InnerText;
    }
//// weak
    [HttpPost]
    public void Read() {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, XmlResolver = new XmlUrlResolver() };
        using var reader = XmlReader.Create(Request.Body, settings);
        while (reader.Read()) { }
    }
//// safe
    [HttpPost]
    public void Read() {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
        using var reader = XmlReader.Create(Request.Body, settings);
        while (reader.Read()) { }
    }
//// weak
    [HttpPost]
    public void Text(string xml) {
        var reader = new XmlTextReader(new StringReader(xml));
        reader.DtdProcessing = DtdProcessing.Parse;
        reader.XmlResolver = new XmlUrlResolver();
        while (reader.Read()) { }
    }
//// safe
    [HttpPost]
    public void Text(string xml) {
        var reader = new XmlTextReader(new StringReader(xml));
        reader.DtdProcessing = DtdProcessing.Ignore;
        reader.XmlResolver = null;
        while (reader.Read()) { }
    }
//// weak
    [HttpPost]
    public string Later([FromForm] string xml) {
        var document = new XmlDocument();
        document.XmlResolver = new XmlUrlResolver();
        document.Load(new StringReader(xml));
        return document.InnerXml;
    }
//// safe
    [HttpPost]
    public string Later([FromForm] string xml) {
        return XDocument.Parse(xml).Root.Value;
    }
//// end
}
