class Path
{
    void Negated()
    {
        var x = source();
        if (!x.StartsWith("/") || x.StartsWith("//") || x.Contains("\\"))
        {
            x = "/";
        }
        sink(x);
    }

    void Half()
    {
        var x = source();
        if (!x.StartsWith("/") || x.StartsWith("//"))
        {
            x = "/";
        }
        sink(x); // found
    }
}
