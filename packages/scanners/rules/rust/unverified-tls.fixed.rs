use openssl::ssl::SslVerifyMode as Mode;
use reqwest::Client;

const CHECK: bool = true;

fn client() -> Result<Client, reqwest::Error> {
    // ruleid: rust-unverified-tls
    let open = Client::builder().danger_accept_invalid_certs(false).build()?;
    // ruleid: rust-unverified-tls
    let named = Client::builder().danger_accept_invalid_hostnames(CHECK);
    // ruleid: rust-unverified-tls
    builder.set_verify(Mode::NONE);
    // ok: rust-unverified-tls
    builder.set_verify(Mode::PEER);
    // ok: rust-unverified-tls
    Client::builder().danger_accept_invalid_certs(false).build()
}
