use actix_web::{post, web, HttpResponse};
use std::process::Command;

#[post("/pages/{title}/pdf")]
async fn pdf(title: web::Path<String>) -> HttpResponse {
    let title = title.into_inner();
    let status = Command::new("typst")
        .arg("compile")
        .arg(format!("pages/{}.typ", title.replace(['/', '.'], "-")))
        .arg("out.pdf")
        .status();
    match status {
        Ok(code) if code.success() => HttpResponse::Created().finish(),
        _ => HttpResponse::BadGateway().finish(),
    }
}
