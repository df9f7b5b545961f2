use std::process::Command;

pub fn speak(voice: &str) -> std::io::Result<i32> {
    let chosen = match voice {
        "anna" | "tom" => voice,
        _ => voice.trim(),
    };
    let line = format!("say -v {chosen} 'good morning'");
    let status = Command::new("bash").args(["-c", &line]).status()?;
    Ok(status.code().unwrap_or(-1))
}
