namespace Example.Maps;

public class MapFolder
{
    private readonly string _root;

    public MapFolder(string root) => _root = root;

    public byte[] Read(string region)
    {
        var name = Path.GetFileName(region);
        return System.IO.File.ReadAllBytes(Path.Combine(_root, name + ".svg"));
    }
}
