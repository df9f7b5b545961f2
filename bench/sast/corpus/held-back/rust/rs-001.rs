use axum::{extract::Query, http::StatusCode, routing::get, Router};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

fn inside(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if name.is_empty() {
        return None;
    }
    Some(Path::new("/srv/poems").join(path))
}

async fn poem(Query(query): Query<HashMap<String, String>>) -> Result<String, StatusCode> {
    let name = query.get("name").ok_or(StatusCode::BAD_REQUEST)?;
    let path = inside(name).ok_or(StatusCode::NOT_FOUND)?;
    std::fs::read_to_string(path).map_err(|_| StatusCode::NOT_FOUND)
}

#[tokio::main]
async fn main() {
    let app = Router::new().route("/poem", get(poem));
    let listener = tokio::net::TcpListener::bind("0.0.0.0:3000").await.unwrap();
    axum::serve(listener, app).await.unwrap();
}
