var builder = WebApplication.CreateBuilder(args);

builder.Services.AddCors(options => options.AddPolicy("front", policy =>
{
    policy.AllowAnyHeader().WithMethods("GET", "POST").AllowCredentials();
    policy.WithOrigins("https://front.example.com");
}));
builder.Services.AddAuthentication().AddCookie();

var app = builder.Build();
app.UseCors("front");
app.UseAuthentication();
app.MapGet("/balance", (HttpContext context) => new { owner = context.User.Identity?.Name, cents = 1200 });
app.Run();
