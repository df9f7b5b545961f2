use openssl::ssl::SslVerifyMode as Mode;
use reqwest::Client;

const CHECK: bool = true;

fn client() -> Result<Client, reqwest::Error> {
    // ruleid: rust-tls-verification-disabled
    let open = Client::builder().danger_accept_invalid_certs(false).build()?;
    // ruleid: rust-tls-verification-disabled
    let named = Client::builder().danger_accept_invalid_hostnames(CHECK);
    // ruleid: rust-tls-verification-disabled
    builder.set_verify(Mode::NONE);
    // ok: rust-tls-verification-disabled
    builder.set_verify(Mode::PEER);
    // ok: rust-tls-verification-disabled
    Client::builder().danger_accept_invalid_certs(false).build()
}
