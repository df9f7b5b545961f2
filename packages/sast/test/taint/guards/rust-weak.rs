const LIST: [&str; 2] = ["a", "b"];
fn a() {
    let x = source();
    let y = source();
    if !LIST.contains(&y.as_str()) { return; }
    sink(&x); // found
    sink(&y);
}
fn b() {
    let mut x = source();
    if !LIST.contains(&x.as_str()) { return; }
    x = source();
    sink(&x); // found
}
fn c() {
    let x = source();
    if x.parse::<String>().is_err() { return; }
    sink(&x); // found
}
fn d() {
    let x = source();
    if x.parse::<std::path::PathBuf>().is_err() { return; }
    sink(&x); // found
}
fn e() {
    let x = source();
    if !x.chars().any(|c| c.is_ascii_alphanumeric()) { return; }
    sink(&x); // found
}
fn f() {
    let x = source();
    if !x.chars().next().unwrap().is_alphanumeric() { return; }
    sink(&x); // found
}
fn g() {
    let x = source();
    let re = Regex::new(r"(?m)^[a-z]+$").unwrap();
    if !re.is_match(&x) { return; }
    sink(&x); // found
}
fn h() {
    let x = source();
    let re = Regex::new(r"[a-z]+").unwrap();
    if !re.is_match(&x) { return; }
    sink(&x); // found
}
fn i() {
    let x = source();
    debug_assert!(LIST.contains(&x.as_str()));
    sink(&x); // found
}
fn j() {
    let x = source();
    assert!(LIST.contains(&x.as_str()));
    sink(&x);
}
fn k() {
    let x = source();
    match x.as_str() {
        "a" => {}
        other => log(other),
    }
    sink(&x); // found
}
fn l() {
    let x = source();
    match x.as_str() {
        s if s.len() > 2 => sink(s), // found
        _ => {}
    }
    match x.as_str() {
        s if s.len() > 2 => {
            sink(s) // found
        }
        _ => {}
    }
}
fn m() {
    let x = source();
    let mut list = vec!["a".to_string()];
    list.push(source());
    if !list.contains(&x) { return; }
    sink(&x); // found
}
fn n() {
    let x = source();
    let list = vec!["a".to_string()];
    if !list.contains(&x) { return; }
    sink(&x);
}
fn o() {
    let x = source();
    let allowed: Vec<&str> = source().split(',').collect();
    if !allowed.contains(&x.as_str()) { return; }
    sink(&x); // found
}
fn check(x: &str) -> Result<(), E> {
    if !LIST.contains(&x) { return Err(E::No); }
    Ok(())
}
fn p() {
    let x = source();
    check(&x);
    sink(&x); // found
}
fn q() -> Result<(), E> {
    let x = source();
    check(&x)?;
    sink(&x); // found
    Ok(())
}
fn r() {
    let x = source();
    if check(&x).is_ok() { return; }
    sink(&x); // found
}
fn s() {
    let x = source();
    let _ = x.parse::<u32>();
    sink(&x); // found
}
fn t() {
    let x = source();
    let n = x.parse::<u32>().unwrap_or(0);
    sink(&x); // found
}
fn u() {
    let x = source();
    if !LIST.iter().any(|one| x.contains(one)) { return; }
    sink(&x); // found
}
fn always(x: &str) -> bool { LIST.contains(&x); true }
fn v() {
    let x = source();
    if !always(&x) { return; }
    sink(&x); // found
}
