use std::process::Command;

fn run(name: &str) -> std::io::Result<()> {
    // ruleid: rust-shell-command
    Command::new("sh").arg("-c").arg(format!("ls {}", name)).spawn()?;
    // ruleid: rust-shell-command
    Command::new("/bin/bash").env("A", "b").arg("-c").arg(name).output()?;
    // ruleid: rust-shell-command
    Command::new("sh").args(["-c", name]).status()?;
    // ok: rust-shell-command
    Command::new("sh").arg("-c").arg("ls -l").spawn()?;
    // ok: rust-shell-command
    Command::new("ls").arg("-c").arg(name).spawn()?;
    // ok: rust-shell-command
    other::Command::new("sh").arg("-c").arg(name).spawn()?;
    Ok(())
}
