use axum::extract::{Path, Query};
use axum::response::{Html, Redirect};
use actix_web::{web, HttpResponse};
use regex::Regex;
use tracing::info;

#[derive(Deserialize)]
struct Ask {
    name: String,
    next: String,
    page: u32,
}

async fn fetch(Query(ask): Query<Ask>, client: reqwest::Client) -> String {
    // ruleid: rust-request-to-url
    reqwest::get(&ask.next).await.unwrap();
    // ruleid: rust-request-to-url
    client.get(format!("http://{}/status", ask.name)).header("a", "b").send().await.unwrap();
    // ruleid: rust-request-to-url
    tokio::net::TcpStream::connect((ask.name.as_str(), 80)).await.unwrap();
    // ok: rust-request-to-url
    reqwest::get(format!("https://api.example.org/users/{}", ask.name)).await.unwrap();
    // ok: rust-request-to-url
    client.get("https://api.example.org").query(&[("name", &ask.name)]).send().await.unwrap();
    ask_at(&ask.next)
}

fn ask_at(place: &str) -> String {
    // ruleid: rust-request-to-url
    ureq::get(place).call().unwrap().into_string().unwrap()
}

async fn go(Query(ask): Query<Ask>) -> Redirect {
    if ask.page == 1 {
        // ok: rust-request-to-redirect
        return Redirect::to(&format!("/users/{}", ask.name));
    }
    if ask.page == 2 {
        // ok: rust-request-to-redirect
        return Redirect::to("/");
    }
    // ruleid: rust-request-to-redirect
    Redirect::to(&ask.next)
}

async fn found(ask: web::Query<Ask>) -> HttpResponse {
    // ruleid: rust-request-to-redirect
    HttpResponse::Found().append_header(("Location", ask.next.as_str())).finish()
}

async fn hello(Path(name): Path<String>) -> Html<String> {
    if name.is_empty() {
        // ok: rust-request-to-page
        return Html(format!("<p>{}</p>", html_escape::encode_text(&name)));
    }
    // ruleid: rust-request-to-page
    Html(format!("<p>Hello {name}</p>"))
}

async fn page(ask: web::Query<Ask>) -> HttpResponse {
    if ask.page > 1 {
        // ok: rust-request-to-page
        return HttpResponse::Ok().content_type("text/plain").body(ask.name.clone());
    }
    let safe = ammonia::clean(&ask.name);
    if ask.page > 2 {
        // ok: rust-request-to-page
        return HttpResponse::Ok().content_type("text/html").body(safe);
    }
    // ruleid: rust-request-to-page
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(format!("<b>{}</b>", ask.name))
}

#[post("/note", data = "<note>")]
fn note(note: Form<Note>) -> RawHtml<String> {
    // ruleid: rust-request-to-log
    info!("note {}", note.text);
    // ruleid: rust-request-to-log
    log::warn!("note {}", note.text);
    // ok: rust-request-to-log
    info!("note {:?}", note.text);
    // ok: rust-request-to-log
    info!("note of {} signs", note.text.len());
    // ruleid: rust-request-to-page
    RawHtml(note.text.clone())
}

async fn find(Query(ask): Query<Ask>) {
    // ruleid: rust-request-to-regex
    let wanted = Regex::new(&format!("^{}$", ask.name)).unwrap();
    // ok: rust-request-to-regex
    let literal = Regex::new(&format!("^{}$", regex::escape(&ask.name))).unwrap();
    // ok: rust-request-to-regex
    let own = Regex::new("^[a-z]+$").unwrap();
}

async fn listed(Query(ask): Query<Ask>) -> Redirect {
    if !HOSTS.contains(&ask.next.as_str()) {
        return Redirect::to("/");
    }
    // ok: rust-request-to-redirect
    Redirect::to(&ask.next)
}
