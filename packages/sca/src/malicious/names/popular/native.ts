/** npm packages that legitimately fetch or build a native part during installation. */
export const NATIVE_BUILDS: ReadonlySet<string> = new Set(
  `@apollo/protobufjs @mongodb-js/zstd @parcel/watcher @prisma/client @prisma/engines @sentry/cli @swc/core @tensorflow/tfjs-node
  argon2 aws-crt bcrypt better-sqlite3 bigint-buffer bufferutil canvas canvaskit-wasm chromedriver classic-level cbor-extract
  core-js core-js-pure cpu-features cypress deasync dprint-node dtrace-provider edgedriver electron electron-chromedriver esbuild
  farmhash fibers ffmpeg-static fsevents geckodriver grpc grpc-tools hiredis iltorb isolated-vm keytar kerberos leveldown libpq
  libxmljs libxmljs2 lmdb lz4 memlab microtime mmmagic mongodb-client-encryption msgpackr-extract msw nan ngrok node-expat
  node-hid node-pty node-rdkafka node-sass nodegit nx oniguruma onnxruntime-node opencollective-postinstall phantomjs-prebuilt
  playwright playwright-chromium pkg-fetch posix pprof prisma protobufjs puppeteer ref-napi ffi-napi re2 robotjs
  secp256k1 segfault-handler selenium-webdriver serialport sharp simple-git-hooks snappy sodium-native sqlite3 ssh2 swagger-ui
  sweetalert2 svelte-preprocess tree-sitter tree-sitter-javascript tree-sitter-typescript tree-sitter-python ttf2woff2
  unix-dgram unrs-resolver usb utf-8-validate utp-native vue-demi wd weak-napi workerd xxhash zeromq zlib-sync
  husky es5-ext styled-components preact-cli mozjpeg optipng-bin pngquant-bin gifsicle jpegtran-bin cwebp-bin vscode-ripgrep
  @vscode/ripgrep @vscode/sqlite3 @datadog/native-metrics @datadog/pprof dd-trace @newrelic/native-metrics @bufbuild/buf
  @biomejs/biome @cypress/snapshot @nestjs/core @scarf/scarf yarn lefthook git-hooks pre-commit ghooks msgpackr nodemon spawn-sync
  sentry-cli turbo netlify-cli supabase @ffmpeg-installer/ffmpeg @ffprobe-installer/ffprobe youtube-dl-exec node-jq gl robot
  @discordjs/opus node-opus opus sodium better-sqlite3-multiple-ciphers duckdb rocksdb couchbase oracledb ibm_db odbc tedious
  electron-winstaller app-builder-bin 7zip-bin ursa-optional ws bson-ext raw-socket pcap i2c-bus spi-device onoff epoll pigpio`
    .trim()
    .split(/\s+/),
)
