using System.DirectoryServices;
using System.Text;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace Example.Staff.Pages;

public class FindModel : PageModel
{
    public int Count { get; private set; }

    private static string Encode(string text)
    {
        var result = new StringBuilder();
        foreach (var letter in text)
        {
            result.Append(char.IsLetterOrDigit(letter) ? letter.ToString() : $"\\{(int)letter:x2}");
        }
        return result.ToString();
    }

    public void OnPost()
    {
        var name = Request.Form["name"].ToString();
        using var entry = new DirectoryEntry("LDAP://ou=staff,dc=example,dc=com");
        using var searcher = new DirectorySearcher(entry);
        searcher.Filter = "(&(objectClass=user)(displayName=" + Encode(name) + "))";
        Count = searcher.FindAll().Count;
    }
}
