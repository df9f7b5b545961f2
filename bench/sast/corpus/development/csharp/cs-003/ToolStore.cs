using Microsoft.EntityFrameworkCore;

namespace Example.Workshop;

public class ToolStore
{
    private readonly WorkshopContext _context;

    public ToolStore(WorkshopContext context) => _context = context;

    public List<Tool> OfKind(string kind, int skip)
    {
        return _context.Tools
            .FromSqlInterpolated($"SELECT * FROM Tools WHERE Kind = {kind}")
            .Skip(skip)
            .Take(20)
            .ToList();
    }
}
