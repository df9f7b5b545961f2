use axum::extract::Query;
use tokio::net::TcpStream;

async fn rows(Query(ask): Query<Ask>) {
    // ruleid: rust-uncontrolled-memory-allocation
    let rows: Vec<Row> = Vec::with_capacity(ask.count);
    let count: usize = ask.text.parse().unwrap();
    // ruleid: rust-uncontrolled-memory-allocation
    let zeros = vec![0; count];
    // ruleid: rust-uncontrolled-memory-allocation
    let line = "-".repeat(count);
    // ok: rust-uncontrolled-memory-allocation
    let few: Vec<Row> = Vec::with_capacity(ask.count.min(100));
    if count > 1000 {
        return;
    }
    // ok: rust-uncontrolled-memory-allocation
    let some = vec![0; count];
}

async fn frames(mut stream: TcpStream) -> std::io::Result<()> {
    let length = stream.read_u32().await?;
    // ruleid: rust-uncontrolled-memory-allocation
    let frame = Vec::with_capacity(length as usize);
    // ok: rust-uncontrolled-memory-allocation
    let fixed = Vec::with_capacity(4096);
    Ok(())
}

async fn load(body: axum::body::Bytes) {
    // ruleid: rust-insecure-deserialization
    let state: State = bincode::deserialize(&body).unwrap();
    // ok: rust-insecure-deserialization
    let other: State = serde_json::from_slice(&body).unwrap();
    // ok: rust-insecure-deserialization
    let own: State = bincode::deserialize(include_bytes!("own.bin")).unwrap();
}

async fn loose(Query(ask): Query<Ask>) {
    let count: usize = ask.text.parse().unwrap();
    if count > 1000 {
        println!("many");
    }
    // ruleid: rust-uncontrolled-memory-allocation
    let all = vec![0; count];
    if count > 1 {
        // ruleid: rust-uncontrolled-memory-allocation
        let some = vec![0; count];
    }
}
