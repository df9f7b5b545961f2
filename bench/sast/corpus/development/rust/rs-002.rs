use actix_web::{get, web, App, HttpResponse, HttpServer};
use serde::Deserialize;
use sqlx::PgPool;

#[derive(Deserialize)]
struct Filter {
    village: String,
}

#[get("/wells")]
async fn wells(filter: web::Query<Filter>, pool: web::Data<PgPool>) -> HttpResponse {
    let sql = format!("SELECT name FROM wells WHERE village = '{}'", filter.village);
    let rows = sqlx::query_scalar::<_, String>(&sql).fetch_all(pool.get_ref()).await;
    match rows {
        Ok(names) => HttpResponse::Ok().json(names),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let pool = PgPool::connect_lazy("postgres://localhost/wells").expect("a pool");
    HttpServer::new(move || App::new().app_data(web::Data::new(pool.clone())).service(wells))
        .bind(("127.0.0.1", 8080))?
        .run()
        .await
}
