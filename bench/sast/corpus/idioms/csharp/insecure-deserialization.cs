using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.Json;
using System.Web.Script.Serialization;
using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

public class StateController : ControllerBase {
//// weak
    [HttpPost]
    public object State() {
        var formatter = new BinaryFormatter();
        return formatter.Deserialize(Request.Body);
    }
//// safe
    [HttpPost]
    public object State() {
        return System.Text.Json.JsonSerializer.Deserialize<Cart>(Request.Body);
    }
//// weak
    [HttpPost]
    public object Load([FromBody] string text) {
        return JsonConvert.DeserializeObject(text, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All });
    }
//// safe
    [HttpPost]
    public object Load([FromBody] string text) {
        return JsonConvert.DeserializeObject<Cart>(text);
    }
//// weak
    [HttpPost]
    public object View(string state) {
        return new LosFormatter().Deserialize(state);
    }
//// safe
    [HttpPost]
    public object View(string state) {
        return new JavaScriptSerializer().Deserialize<Cart>(state);
    }
//// weak
    [HttpPost]
    public object Typed(string text) {
        var serializer = new JavaScriptSerializer(new SimpleTypeResolver());
        return serializer.Deserialize<object>(text);
    }
//// safe
    [HttpPost]
    public object Typed(string text) {
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.None };
        return JsonConvert.DeserializeObject(text, settings);
    }
//// end
}
