const LIST: [&str; 2] = ["a", "b"];
fn a() {
    let x = source();
    if !LIST.contains(&x.as_str()) { return; }
    sink(&x);
}
fn b() {
    let x = source();
    let y = match x.as_str() { "a" | "b" => x.clone(), _ => "c".to_string() };
    sink(&y);
    let z = match x.as_str() { "a" => "one", "b" => "two", _ => "c" };
    sink(z);
}
fn c() {
    let x = source();
    if matches!(x.as_str(), "a" | "b") {
        sink(&x);
    }
    if !matches!(x.as_str(), "a" | "b") { return; }
    sink(&x);
}
fn d() {
    let x = source();
    if x.parse::<u32>().is_err() { return; }
    sink(&x);
}
fn e() {
    let x = source();
    if !x.chars().all(|c| c.is_ascii_alphanumeric()) { return; }
    sink(&x);
}
fn f() {
    let x = source();
    let y = if LIST.contains(&x.as_str()) { x } else { "a".to_string() };
    sink(&y);
}
fn is_allowed(x: &str) -> bool { LIST.contains(&x) }
fn g() {
    let x = source();
    if !is_allowed(&x) { return; }
    sink(&x);
}
fn h() {
    let x = source();
    if !x.starts_with("a") { return; }
    sink(&x); // found
}
fn i() {
    let mut x = source();
    if !LIST.iter().any(|one| *one == x) { x = "a".to_string(); }
    sink(&x);
}
fn k() {
    let x = source();
    match x.as_str() {
        "a" | "b" => {}
        _ => return,
    }
    sink(&x);
}
fn l() -> Result<(), E> {
    let x = source();
    let n: u32 = x.parse()?;
    sink("n");
    Ok(())
}
fn m() {
    let x = source();
    if x == "a" || x == "b" { sink(&x); }
    if x != "a" { return; }
    sink(&x);
}
fn n() {
    let x = source();
    let re = Regex::new(r"^[a-z]+$").unwrap();
    if !re.is_match(&x) { return; }
    sink(&x);
}
fn o() {
    let x = source();
    let Some(y) = LIST.iter().find(|one| **one == x) else { return };
    sink(y);
}
fn pick(x: &str) -> Result<&'static str, E> {
    match x { "a" => Ok("one"), "b" => Ok("two"), _ => Err(E::No) }
}
fn p() -> Result<(), E> {
    let x = source();
    let y = pick(&x)?;
    sink(y);
    Ok(())
}
