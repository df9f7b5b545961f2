namespace Example.Render;

public class RenderJob
{
    public string Scene { get; init; } = "";

    public string Engine { get; init; } = "cycles";
}
