using System.IO;
using System.IO.Compression;
using System.Runtime.Serialization.Formatters.Binary;
using System.Xml;
using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

namespace Shop;

public class Store {
  public byte[] Load(string name) {
    // ruleid: csharp-path-traversal
    return File.ReadAllBytes(Path.Combine("/srv/files", name));
  }
}

public class FilesController : Controller {
  private readonly Store store = new Store();

  public IActionResult Download(string name) {
    store.Load(name);
    // ruleid: csharp-path-traversal
    var a = new FileStream("/srv/files/" + name, FileMode.Open);
    // ok: csharp-path-traversal
    var b = new FileStream("/srv/files/" + Path.GetFileName(name), FileMode.Open);
    // ok: csharp-path-traversal
    var c = File.ReadAllText("/srv/files/list.txt");
    // ruleid: csharp-path-traversal
    return PhysicalFile(Path.Combine("/srv/files", Request.Query["other"]), "text/plain");
  }

  public IActionResult Checked(string name) {
    var path = Path.GetFullPath(Path.Combine("/srv/files", name));
    if (!path.StartsWith("/srv/files/", StringComparison.Ordinal)) {
      return BadRequest();
    }
    // ok: csharp-path-traversal
    return PhysicalFile(path, "text/plain");
  }

  [HttpPost]
  public async Task<IActionResult> Upload(IFormFile file) {
    // ruleid: csharp-unrestricted-upload
    using var to = new FileStream(Path.Combine("/srv/files", Path.GetFileName(file.FileName)), FileMode.Create);
    // ok: csharp-unrestricted-upload
    using var other = new FileStream(Path.Combine("/srv/files", Path.GetRandomFileName() + ".png"), FileMode.Create);
    await file.CopyToAsync(to);
    return Ok();
  }

  public void Unzip(ZipArchive archive, string folder) {
    foreach (var entry in archive.Entries) {
      var target = Path.Combine(folder, entry.FullName);
      // ruleid: csharp-path-traversal-zip-slip
      entry.ExtractToFile(target);
      // ok: csharp-path-traversal-zip-slip
      entry.ExtractToFile(Path.Combine(folder, Path.GetFileName(entry.FullName)));
      var full = Path.GetFullPath(Path.Combine(folder, entry.FullName));
      if (!full.StartsWith(folder)) continue;
      // ruleid: csharp-path-traversal-zip-slip
      entry.ExtractToFile(full);
    }
  }

  public void UnzipBelow(ZipArchive archive) {
    var folder = configuration["Folder"];
    foreach (var entry in archive.Entries) {
      var full = Path.GetFullPath(Path.Combine(folder, entry.FullName));
      if (!full.StartsWith(folder + Path.DirectorySeparatorChar)) continue;
      // ok: csharp-path-traversal-zip-slip
      entry.ExtractToFile(full);
    }
  }

  [HttpPost]
  public IActionResult Read() {
    var formatter = new BinaryFormatter();
    var a = formatter.Deserialize(Request.Body);
    var b = new LosFormatter().Deserialize(stored);
    var c = System.Text.Json.JsonSerializer.Deserialize<Job>(Request.Form["job"]);
    var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
    settings.TypeNameHandling = TypeNameHandling.None;
    settings.TypeNameHandling = TypeNameHandling.Auto;
    return Ok();
  }

  void Documents() {
    var a = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse };
    var b = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
    var document = new XmlDocument();
    document.XmlResolver = new XmlUrlResolver();
    document.XmlResolver = null;
  }
}
