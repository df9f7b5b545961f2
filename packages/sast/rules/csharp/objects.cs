using System.IO;
using System.IO.Compression;
using System.Runtime.Serialization.Formatters.Binary;
using System.Xml;
using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

namespace Shop;

public class Store {
  public byte[] Load(string name) {
    return File.ReadAllBytes(Path.Combine("/srv/files", name));
  }
}

public class FilesController : Controller {
  private readonly Store store = new Store();

  public IActionResult Download(string name) {
    store.Load(name);
    var a = new FileStream("/srv/files/" + name, FileMode.Open);
    var b = new FileStream("/srv/files/" + Path.GetFileName(name), FileMode.Open);
    var c = File.ReadAllText("/srv/files/list.txt");
    return PhysicalFile(Path.Combine("/srv/files", Request.Query["other"]), "text/plain");
  }

  public IActionResult Checked(string name) {
    var path = Path.GetFullPath(Path.Combine("/srv/files", name));
    if (!path.StartsWith("/srv/files/", StringComparison.Ordinal)) {
      return BadRequest();
    }
    return PhysicalFile(path, "text/plain");
  }

  [HttpPost]
  public async Task<IActionResult> Upload(IFormFile file) {
    using var to = new FileStream(Path.Combine("/srv/files", Path.GetFileName(file.FileName)), FileMode.Create);
    using var other = new FileStream(Path.Combine("/srv/files", Path.GetRandomFileName() + ".png"), FileMode.Create);
    await file.CopyToAsync(to);
    return Ok();
  }

  public void Unzip(ZipArchive archive, string folder) {
    foreach (var entry in archive.Entries) {
      var target = Path.Combine(folder, entry.FullName);
      entry.ExtractToFile(target);
      entry.ExtractToFile(Path.Combine(folder, Path.GetFileName(entry.FullName)));
      var full = Path.GetFullPath(Path.Combine(folder, entry.FullName));
      if (!full.StartsWith(folder)) continue;
      entry.ExtractToFile(full);
    }
  }

  [HttpPost]
  public IActionResult Read() {
    var formatter = new BinaryFormatter();
    // ruleid: csharp-insecure-deserialization, csharp-insecure-deserialization-type-handling
    var a = formatter.Deserialize(Request.Body);
    // ruleid: csharp-insecure-deserialization-type-handling
    var b = new LosFormatter().Deserialize(stored);
    // ok: csharp-insecure-deserialization, csharp-insecure-deserialization-type-handling
    var c = System.Text.Json.JsonSerializer.Deserialize<Job>(Request.Form["job"]);
    // ruleid: csharp-insecure-deserialization-type-handling
    var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
    // ok: csharp-insecure-deserialization-type-handling
    settings.TypeNameHandling = TypeNameHandling.None;
    // ruleid: csharp-insecure-deserialization-type-handling
    settings.TypeNameHandling = TypeNameHandling.Auto;
    return Ok();
  }

  void Documents() {
    // ruleid: csharp-xxe
    var a = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse };
    // ok: csharp-xxe
    var b = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
    var document = new XmlDocument();
    // ruleid: csharp-xxe
    document.XmlResolver = new XmlUrlResolver();
    // ok: csharp-xxe
    document.XmlResolver = null;
  }
}
