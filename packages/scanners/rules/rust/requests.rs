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

async fn listed(Query(ask): Query<Ask>) -> Redirect {
    if !HOSTS.contains(&ask.next.as_str()) {
        return Redirect::to("/");
    }
    // ok: rust-request-to-redirect
    Redirect::to(&ask.next)
}
