fn a() { let x = source();
    if x.starts_with('-') { return; }
    sink(x);
}
fn b() { let x = source();
    if !x.starts_with('-') { return; }
    sink(x); // found
}
fn c() { let x = source();
    if x.starts_with('-') { println!("odd"); }
    sink(x); // found
}
