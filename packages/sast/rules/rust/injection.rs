use actix_web::{web, HttpResponse};
use axum::extract::Path;
use mlua::Lua;
use rhai::Engine;
use std::io::Read;
use std::net::TcpStream;
use std::process::Command;
use tera::Tera;

const REPORTS: [&str; 2] = ["day", "week"];

#[derive(Deserialize)]
struct Ask {
    name: String,
    page: u32,
}

async fn ping(ask: web::Query<Ask>) -> HttpResponse {
    let line = format!("ping -c 1 {}", ask.name);
    // ruleid: rust-command-injection
    Command::new("sh").arg("-c").arg(&line).output().unwrap();
    // ruleid: rust-command-injection
    Command::new(&ask.name).spawn().unwrap();
    // ruleid: rust-command-injection
    Command::new("/bin/bash").args(["-c", line.as_str()]).spawn().unwrap();
    let mut shell = Command::new("bash");
    shell.arg("-c");
    // ruleid: rust-command-injection
    shell.arg(line);
    // ok: rust-command-injection
    Command::new("ping").arg("-c").arg("1").arg("--").arg(&ask.name).spawn().unwrap();
    // ok: rust-command-injection
    Command::new("sh").arg("-c").arg(format!("head -n {}", ask.page as u32)).spawn().unwrap();
    let kind = match ask.name.as_str() {
        "big" => "large",
        _ => "small",
    };
    // ok: rust-command-injection
    Command::new("sh").arg("-c").arg(format!("print {kind}")).spawn().unwrap();
    HttpResponse::Ok().finish()
}

async fn clone_of(Path(address): Path<String>) -> String {
    // ruleid: rust-argument-injection
    Command::new("git").arg("clone").arg(&address).output().unwrap();
    // ruleid: rust-argument-injection
    Command::new("git").args(["clone", &address, "copy"]).output().unwrap();
    // ok: rust-argument-injection
    Command::new("git").arg("clone").arg("--").arg(&address).output().unwrap();
    // ok: rust-argument-injection
    Command::new("git").arg(format!("refs/heads/{}", address)).output().unwrap();
    if address.starts_with('-') {
        return "no".into();
    }
    // ok: rust-argument-injection
    Command::new("git").arg("clone").arg(&address).output().unwrap();
    "done".into()
}

async fn allowed(Path(report): Path<String>) {
    if !REPORTS.contains(&report.as_str()) {
        return;
    }
    // ok: rust-command-injection
    Command::new("sh").arg("-c").arg(format!("make {report}")).output().unwrap();
}

fn socket(mut stream: TcpStream) {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    // ruleid: rust-command-injection
    Command::new(text.trim()).spawn().unwrap();
}

async fn scripts(body: web::Json<Ask>) {
    let engine = Engine::new();
    // ruleid: rust-code-injection
    engine.eval::<i64>(&body.name).unwrap();
    // ok: rust-code-injection
    engine.eval::<i64>("1 + 2").unwrap();
    let lua = Lua::new();
    // ruleid: rust-code-injection
    lua.load(&body.name).exec().unwrap();
    // ok: rust-code-injection
    lua.load(include_str!("own.lua")).exec().unwrap();
}

async fn pages(body: web::Form<Ask>, tera: web::Data<Tera>) {
    let mut context = tera::Context::new();
    context.insert("name", &body.name);
    // ruleid: rust-template-injection
    Tera::one_off(&format!("Hello {}", body.name), &context, true).unwrap();
    // ok: rust-template-injection
    tera.render("hello.html", &context).unwrap();
}
