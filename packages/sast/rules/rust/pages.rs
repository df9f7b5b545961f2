use actix_web::{web, HttpResponse};
use axum::extract::{Path, Query};
use axum::response::Html;
use regex::Regex;
use tracing::info;

#[derive(Deserialize)]
struct Ask {
    name: String,
    page: u32,
}

async fn hello(Path(name): Path<String>) -> Html<String> {
    if name.is_empty() {
        // ok: rust-xss
        return Html(format!("<p>{}</p>", html_escape::encode_text(&name)));
    }
    // ruleid: rust-xss
    Html(format!("<p>Hello {name}</p>"))
}

async fn page(ask: web::Query<Ask>) -> HttpResponse {
    if ask.page > 1 {
        // ok: rust-xss
        return HttpResponse::Ok().content_type("text/plain").body(ask.name.clone());
    }
    let safe = ammonia::clean(&ask.name);
    if ask.page > 2 {
        // ok: rust-xss
        return HttpResponse::Ok().content_type("text/html").body(safe);
    }
    // ruleid: rust-xss
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(format!("<b>{}</b>", ask.name))
}

#[post("/note", data = "<note>")]
fn note(note: Form<Note>) -> RawHtml<String> {
    // ruleid: rust-log-injection
    info!("note {}", note.text);
    // ruleid: rust-log-injection
    log::warn!("note {}", note.text);
    // ok: rust-log-injection
    info!("note {:?}", note.text);
    // ok: rust-log-injection
    info!("note of {} signs", note.text.len());
    // ruleid: rust-xss
    RawHtml(note.text.clone())
}

async fn find(Query(ask): Query<Ask>) {
    // ruleid: rust-regex-injection
    let wanted = Regex::new(&format!("^{}$", ask.name)).unwrap();
    // ok: rust-regex-injection
    let literal = Regex::new(&format!("^{}$", regex::escape(&ask.name))).unwrap();
    // ok: rust-regex-injection
    let own = Regex::new("^[a-z]+$").unwrap();
}
