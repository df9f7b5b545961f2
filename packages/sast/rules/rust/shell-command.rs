use std::process::Command;

fn run(name: &str) -> std::io::Result<()> {
    // ruleid: rust-command-injection-string-concatenation
    Command::new("sh").arg("-c").arg(format!("ls {}", name)).spawn()?;
    // ruleid: rust-command-injection-string-concatenation
    Command::new("/bin/bash").env("A", "b").arg("-c").arg(name).output()?;
    // ruleid: rust-command-injection-string-concatenation
    Command::new("sh").args(["-c", name]).status()?;
    // ok: rust-command-injection-string-concatenation
    Command::new("sh").arg("-c").arg("ls -l").spawn()?;
    // ok: rust-command-injection-string-concatenation
    Command::new("ls").arg("-c").arg(name).spawn()?;
    // ok: rust-command-injection-string-concatenation
    other::Command::new("sh").arg("-c").arg(name).spawn()?;
    Ok(())
}
