/** Well-known crates of crates.io. */
export const CRATES = `
actix actix-rt actix-web addr2line adler aead aes aes-gcm ahash aho-corasick alloy anstream anstyle anyhow approx arbitrary arc-swap
argon2 arrayvec arrow askama async-channel async-graphql async-lock async-std async-stream async-trait atty autocfg aws-config
aws-sdk-s3 axum backtrace base64 base64ct bevy bigdecimal bincode bindgen bit-set bit-vec bitcoin bitflags bitvec blake2 blake3
block-buffer bs58 bstr bumpalo byteorder bytemuck bytes camino cargo cargo-metadata cbindgen cc cfg-if chacha20 chacha20poly1305
chrono chrono-tz cipher clap clap-derive cmake colored config console const-oid cookie core-foundation cpufeatures crc crc32fast
criterion crossbeam crossbeam-channel crossbeam-deque crossbeam-epoch crossbeam-utils crossterm crypto-common csv ctor ctrlc
curve25519-dalek darling dashmap data-encoding deadpool der derivative derive-builder derive-more dialoguer diesel digest dirs
dirs-next dotenv dotenvy dyn-clone ecdsa ed25519 ed25519-dalek egui either encoding-rs enum-map env-logger env_logger errno ethers
eyre fancy-regex fastrand ff flate2 flume fnv foreign-types form-urlencoded fs2 futures futures-channel futures-core futures-util
generic-array getrandom ghash gimli git2 glob globset gloo h2 half handlebars hashbrown heck hex hex-literal hkdf hmac home hound
http http-body httparse httpdate humantime hyper hyper-rustls hyper-tls iana-time-zone ident-case idna ignore image include-dir
indexmap indicatif indoc insta instant inventory ipnet is-terminal itertools itoa jobserver js-sys jsonwebtoken k256 kube lapin
lazy-static lazy_static leptos lettre libc libloading libm libp2p libsqlite3-sys libz-sys linked-hash-map linux-raw-sys lock-api log
log4rs lru lz4 matchers md-5 md5 memchr memmap2 memoffset mime mime-guess minimal-lexical miniz-oxide mio mockall moka mongodb
multer mysql native-tls ndarray neon nix nom notify num num-bigint num-complex num-cpus num-derive num-integer num-rational
num-traits oauth2 object once-cell once_cell opaque-debug openssl openssl-probe openssl-sys opentelemetry ordered-float os-info
p256 parity-scale-codec parking parking-lot parking_lot paste pbkdf2 pem percent-encoding pest pest-derive petgraph phf pin-project
pin-project-lite pin-utils pkcs8 pkg-config plotters polars poly1305 postgres postgres-types ppv-lite86 pretty-assertions
prettytable-rs primitive-types proc-macro-crate proc-macro-error proc-macro2 prometheus proptest prost prost-build prost-types
protobuf pyo3 quanta quick-error quick-xml quinn quote r2d2 rand rand-chacha rand-core rand-distr ratatui rayon rayon-core redis
ref-cast regex regex-automata regex-syntax reqwest ring rkyv rmp rmp-serde rocket rocksdb ron rsa rstest rug rusqlite rust-decimal
rust-embed rustc-demangle rustc-hash rustc-version rustix rustls rustls-native-certs rustls-pemfile rustversion rustyline ryu
same-file schannel schemars scopeguard sea-orm secp256k1 secrecy security-framework semver sentry serde serde-derive serde-json
serde-with serde-yaml serde_derive serde_json serde_yaml serial-test serialport sha-1 sha1 sha2 sha3 sharded-slab shlex signal-hook
signature simplelog slab sled smallvec smol socket2 solana-client solana-program solana-sdk spin sqlx static-assertions
structopt strsim strum strum-macros subtle syn sync-wrapper synstructure sysinfo tar tauri tauri-build tempdir tempfile tera
termcolor test-case textwrap thiserror thread-local tide tikv-jemallocator time time-macros tiny-http tiny-keccak tinyvec tokio
tokio-native-tls tokio-postgres tokio-rustls tokio-stream tokio-tungstenite tokio-util toml toml-edit tonic tonic-build tower
tower-http tower-service tracing tracing-core tracing-log tracing-opentelemetry tracing-subscriber tree-sitter trust-dns-resolver
trybuild tungstenite typenum ucd-trie unicase unicode-ident unicode-normalization unicode-segmentation unicode-width universal-hash
untrusted ureq url urlencoding utf8parse uuid valuable vcpkg version-check wait-timeout walkdir wasm-bindgen wasmer wasmtime web-sys
webbrowser webpki webpki-roots which wgpu winapi windows windows-core windows-service windows-sys winit winreg wiremock xml-rs yaml-rust
yew zerocopy zeroize zip zstd
`

/** Well-known gems of RubyGems. */
export const GEMS = `
actioncable actionmailer actionpack actionview activejob activemodel activerecord activestorage activesupport addressable airbrake
ancestry arel atlas ast autoprefixer-rails aws-sdk aws-sdk-s3 bcrypt better_errors bigdecimal bindata bootsnap bootstrap brakeman builder
bullet bundler byebug cancancan capistrano capybara carrierwave cocoapods coderay coffee-rails colorize concurrent-ruby connection_pool
crass css_parser cucumber dalli database_cleaner devise diff-lcs docile domain_name dotenv doorkeeper dry-types elasticsearch erubi
erubis eventmachine excon execjs factory_bot factory_bot_rails factory_girl faker faraday ffi figaro fog foreman friendly_id
globalid google-protobuf grape graphql grpc guard haml hashie highline hiredis http httparty httpclient i18n image_processing jbuilder
jekyll jquery-rails json json-schema jwt kaminari kramdown launchy letter_opener listen loofah mail marcel mechanize method_source
mime-types mini_magick mini_portile2 minitest msgpack multi_json mysql2 net-ssh net-scp newrelic_rpm nio4r nokogiri octokit oj omniauth
openssl paper_trail paperclip parallel parser pg poltergeist pry pry-byebug psych public_suffix puma pundit rack rack-cors
rack-protection rack-test rails railties rainbow rake ransack redcarpet redis redis-rails ref reline resque rest-client rexml
rmagick rouge rspec rspec-core rspec-expectations rspec-mocks rspec-rails rubocop rubocop-rails ruby-progressbar rubygems-update
rubyzip rufus-scheduler sass sass-rails sassc savon selenium-webdriver sentry-raven sequel shoulda-matchers sidekiq signet
simple_form simplecov sinatra slack-notifier slim slop spring sprockets sprockets-rails sqlite3 stripe strong_password
therubyracer thin thor thread_safe tilt timecop twilio-ruby typhoeus tzinfo uglifier unf unicorn vagrant vcr virtus warden web-console
webdrivers webmock webpacker websocket-driver whenever will_paginate yard zeitwerk
`

/** Well-known packages of NuGet. */
export const NUGET = `
automapper autofac awssdk.core awssdk.s3 azure.core azure.identity azure.storage.blobs benchmarkdotnet bouncycastle bouncycastle.cryptography
castle.core closedxml cefsharp.wpf csvhelper dapper dotnetzip dotnetty elasticsearch.net entityframework epplus fluentassertions
fluentvalidation google.protobuf grpc.net.client hangfire htmlagilitypack humanizer identitymodel itextsharp itext7 jetbrains.annotations
log4net mailkit masstransit mathnet.numerics mediatr microsoft.aspnetcore.mvc microsoft.entityframeworkcore
microsoft.entityframeworkcore.sqlserver microsoft.extensions.configuration microsoft.extensions.dependencyinjection
microsoft.extensions.http microsoft.extensions.logging microsoft.identity.client microsoft.net.test.sdk mimekit moq mongodb.driver mvvmlight
mysql.data nethereum.web3 newtonsoft.json nlog npgsql nsubstitute nunit nunit3testadapter ocelot opentelemetry polly prism.core protobuf-net
quartz rabbitmq.client reactiveui refit restsharp selenium.webdriver serilog serilog.aspnetcore serilog.sinks.console
serilog.sinks.file sharpziplib shouldly sixlabors.imagesharp skiasharp sqlite-net-pcl ssh.net stackexchange.redis stylecop.analyzers
swashbuckle.aspnetcore system.data.sqlite system.drawing.common system.text.json topshelf twilio unity xamarin.essentials
xamarin.forms xunit xunit.runner.visualstudio yamldotnet zxing.net
`
