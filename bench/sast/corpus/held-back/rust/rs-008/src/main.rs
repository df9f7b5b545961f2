mod speech;

use rocket::{get, launch, routes};

#[get("/say?<voice>")]
fn say(voice: &str) -> String {
    match speech::speak(voice) {
        Ok(code) => format!("ended with {code}"),
        Err(_) => "no speech".to_string(),
    }
}

#[launch]
fn rocket() -> _ {
    rocket::build().mount("/", routes![say])
}
