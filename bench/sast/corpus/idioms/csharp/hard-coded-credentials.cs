using System;
using System.Net;
using System.Text;
using Microsoft.Data.SqlClient;
using Microsoft.Extensions.Configuration;
using Microsoft.IdentityModel.Tokens;

public class Credentials {
//// weak
    public SqlConnection Open() {
        return new SqlConnection("Server=db;Database=shop;User Id=app;Password=Tr0ub4dor3x;");
    }
//// safe
    public SqlConnection Open(IConfiguration configuration) {
        return new SqlConnection(configuration.GetConnectionString("Shop"));
    }
//// weak
    public SymmetricSecurityKey Key() {
        return new SymmetricSecurityKey(Encoding.UTF8.GetBytes("k3yb0ard-w4rrior-77-zebra-falcon"));
    }
//// safe
    public SymmetricSecurityKey Key(IConfiguration configuration) {
        return new SymmetricSecurityKey(Encoding.UTF8.GetBytes(configuration["Jwt:Key"]));
    }
//// weak
    public NetworkCredential Mail() {
        return new NetworkCredential("robot", "gr33n-apples-99");
    }
//// safe
    public NetworkCredential Mail() {
        return new NetworkCredential("robot", Environment.GetEnvironmentVariable("SMTP_PASSWORD"));
    }
//// weak
    public string Connection() {
        var builder = new SqlConnectionStringBuilder();
        builder.UserID = "app";
        builder.Password = "bl4ck-c0ffee-31";
        return builder.ConnectionString;
    }
//// safe
    public string Connection() {
        var builder = new SqlConnectionStringBuilder();
        builder.UserID = "app";
        builder.Password = Environment.GetEnvironmentVariable("DB_PASSWORD");
        return builder.ConnectionString;
    }
//// end
}
