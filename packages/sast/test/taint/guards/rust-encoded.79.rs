fn a() {
    let x = source();
    sink(hex::encode(x));
    sink(STANDARD.encode(x));
    sink(general_purpose::URL_SAFE_NO_PAD.encode(x));
    sink(base64::encode(x));
    sink(x.len());
    sink(x.trim()); // found
}
