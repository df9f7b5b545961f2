use reqwest::{Certificate, Client};
use std::time::Duration;

pub fn client(pem: &[u8]) -> reqwest::Result<Client> {
    Client::builder()
        .timeout(Duration::from_secs(10))
        .add_root_certificate(Certificate::from_pem(pem)?)
        .danger_accept_invalid_certs(false)
        .build()
}

pub async fn tide(client: &Client) -> reqwest::Result<String> {
    client.get("https://tides.example.com/today").send().await?.text().await
}
