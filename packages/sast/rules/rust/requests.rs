use axum::extract::Query;
use axum::response::Redirect;
use actix_web::{web, HttpResponse};

#[derive(Deserialize)]
struct Ask {
    name: String,
    next: String,
    page: u32,
}

async fn fetch(Query(ask): Query<Ask>, client: reqwest::Client) -> String {
    // ruleid: rust-ssrf
    reqwest::get(&ask.next).await.unwrap();
    // ruleid: rust-ssrf
    client.get(format!("http://{}/status", ask.name)).header("a", "b").send().await.unwrap();
    // ruleid: rust-ssrf
    tokio::net::TcpStream::connect((ask.name.as_str(), 80)).await.unwrap();
    // ok: rust-ssrf
    reqwest::get(format!("https://api.example.org/users/{}", ask.name)).await.unwrap();
    // ok: rust-ssrf
    client.get("https://api.example.org").query(&[("name", &ask.name)]).send().await.unwrap();
    ask_at(&ask.next)
}

fn ask_at(place: &str) -> String {
    // ruleid: rust-ssrf
    ureq::get(place).call().unwrap().into_string().unwrap()
}

async fn go(Query(ask): Query<Ask>) -> Redirect {
    if ask.page == 1 {
        // ok: rust-open-redirect
        return Redirect::to(&format!("/users/{}", ask.name));
    }
    if ask.page == 2 {
        // ok: rust-open-redirect
        return Redirect::to("/");
    }
    // ruleid: rust-open-redirect
    Redirect::to(&ask.next)
}

async fn found(ask: web::Query<Ask>) -> HttpResponse {
    // ruleid: rust-open-redirect
    HttpResponse::Found().append_header(("Location", ask.next.as_str())).finish()
}

async fn listed(Query(ask): Query<Ask>) -> Redirect {
    if !HOSTS.contains(&ask.next.as_str()) {
        return Redirect::to("/");
    }
    // ok: rust-open-redirect
    Redirect::to(&ask.next)
}
