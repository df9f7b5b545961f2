use axum::response::Redirect;
use jsonwebtoken::{DecodingKey, EncodingKey};
use md5::Md5;

async fn rows(pool: &Pool, db: &Connection, id: &str) {
    // ruleid: rust-sql-injection-string-concatenation
    sqlx::query(&format!("select * from users where id = '{}'", id)).fetch_all(pool).await;
    // ruleid: rust-sql-injection-string-concatenation
    db.execute(&format!("delete from users where id = {id}"), []);
    // ok: rust-sql-injection-string-concatenation
    sqlx::query("select * from users where id = $1").bind(id).fetch_all(pool).await;
    // ok: rust-sql-injection-string-concatenation
    db.execute("delete from users where id = ?", [id]);
}

fn hashes(text: &str) {
    // ruleid: rust-weak-hash
    let a = md5::compute(text);
    // ruleid: rust-weak-hash
    let b = Md5::new();
    // ok: rust-weak-hash
    let c = Sha256::new();
}

fn service(mut validation: Validation, seed: u64, secret: &str) {
    // ruleid: rust-cors-any-origin
    let open = CorsLayer::permissive();
    // ok: rust-cors-any-origin
    let own = CorsLayer::new();
    // ruleid: rust-jwt-not-verified
    validation.insecure_disable_signature_validation();
    // ok: rust-jwt-not-verified
    validation.set_audience(&["shop"]);
    // ruleid: rust-jwt-hardcoded-key
    let key = EncodingKey::from_secret("not-a-real-one".as_ref());
    // ruleid: rust-jwt-hardcoded-key
    let other = DecodingKey::from_secret(b"not-a-real-one");
    // ok: rust-jwt-hardcoded-key
    let good = EncodingKey::from_secret(secret.as_ref());
    // ruleid: rust-weak-random-seed
    let token_rng = StdRng::seed_from_u64(seed);
    // ok: rust-weak-random-seed
    let dice = StdRng::seed_from_u64(seed);
    // ruleid: rust-insecure-cookie
    let cookie = Cookie::build("id", "1").path("/").secure(false).finish();
    // ok: rust-insecure-cookie
    let closed = Cookie::build("id", "1").secure(true).http_only(true).finish();
}

fn go(query: Next) -> Redirect {
    if query.is_empty() {
        // ok: rust-open-redirect-variable
        return Redirect::to("/");
    }
    // ruleid: rust-open-redirect-variable
    Redirect::to(&query.next)
}
