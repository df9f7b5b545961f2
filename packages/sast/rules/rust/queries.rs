use actix_web::{web, HttpRequest};
use axum::extract::{Path, Query};
use sqlx::PgPool;
use std::collections::HashMap;

#[derive(Deserialize)]
struct Ask {
    name: String,
    page: u32,
}

async fn users(pool: &PgPool, Query(asked): Query<HashMap<String, String>>, Path(id): Path<u32>) {
    let name = asked.get("name").unwrap();
    let text = format!("select * from users where name = '{name}'");
    // ruleid: rust-sql-injection
    sqlx::query(&text).fetch_all(pool).await.unwrap();
    find(pool, &asked["order"]).await;
    // ok: rust-sql-injection
    sqlx::query("select * from users where name = $1").bind(name).fetch_all(pool).await.unwrap();
    // ok: rust-sql-injection
    sqlx::query(&format!("select * from users where id = {id}")).fetch_all(pool).await.unwrap();
    let order = if name == "age" { "age" } else { "name" };
    // ok: rust-sql-injection
    sqlx::query(&format!("select * from users order by {order}")).fetch_all(pool).await.unwrap();
}

async fn find(pool: &PgPool, order: &str) {
    let mut text = String::from("select * from users order by ");
    text.push_str(order);
    // ruleid: rust-sql-injection
    sqlx::query_as::<_, User>(&text).fetch_all(pool).await.unwrap();
}

#[get("/users/<name>")]
fn rocket_users(name: &str, db: Db) -> String {
    // ruleid: rust-sql-injection
    db.execute(&("delete from users where name = '".to_owned() + name + "'"), []).unwrap();
    let mut builder = sqlx::QueryBuilder::new("select * from users where ");
    // ruleid: rust-sql-injection
    builder.push(name);
    // ok: rust-sql-injection
    builder.push_bind(name);
    // ok: rust-sql-injection
    db.execute("delete from users where name = ?1", [name]).unwrap();
    "done".into()
}

async fn by_request(req: HttpRequest, conn: web::Data<Connection>) {
    let id = req.match_info().get("id").unwrap();
    // ruleid: rust-sql-injection
    conn.prepare(&format!("select * from t where id = {}", id)).unwrap();
    let number: i64 = id.parse().unwrap();
    // ok: rust-sql-injection
    conn.prepare(&format!("select * from t where id = {}", number)).unwrap();
}

fn filters() {
    let route = warp::path!("users" / String).map(|name: String| {
        // ruleid: rust-sql-injection
        diesel::sql_query(format!("select * from users where name = '{}'", name)).execute(conn);
        "done"
    });
    let other = warp::query::<Ask>().and_then(by_name);
}

async fn by_name(ask: Ask) -> Result<impl Reply, Rejection> {
    // ruleid: rust-sql-injection
    diesel::sql_query(format!("select * from users where name = '{}'", ask.name)).execute(conn);
    Ok("done")
}

async fn directory(mut ldap: Ldap, Query(ask): Query<Ask>) {
    // ruleid: rust-ldap-injection
    ldap.search("dc=example", Scope::Subtree, &format!("(uid={})", ask.name), vec!["cn"]).await.unwrap();
    let name = ldap3::ldap_escape(&ask.name);
    // ok: rust-ldap-injection
    ldap.search("dc=example", Scope::Subtree, &format!("(uid={})", name), vec!["cn"]).await.unwrap();
}

async fn document(Query(ask): Query<Ask>) {
    // ruleid: rust-xpath-injection
    sxd_xpath::evaluate_xpath(&doc, &format!("//user[@name='{}']", ask.name)).unwrap();
    // ok: rust-xpath-injection
    sxd_xpath::evaluate_xpath(&doc, "//user").unwrap();
}
