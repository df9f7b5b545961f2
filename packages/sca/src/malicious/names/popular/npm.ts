/** Well-known npm packages that impostors imitate. Written from general knowledge, not from download counts. */
export const NPM = `
abort-controller accepts acorn acorn-jsx acorn-walk agent-base aggregate-error ajv ajv-formats ajv-keywords amqplib angular ansi-colors
ansi-escapes ansi-regex ansi-styles antd anymatch apollo-client apollo-server apollo-server-express archiver argon2 argparse
array-flatten array-union art-template asap assert assertion-error astro async async-retry autoprefixer ava aws-sdk aws4 axe-core
axios axios-mock-adapter axios-retry babel-cli babel-core babel-eslint babel-jest babel-loader babel-polyfill babel-preset-env
babel-preset-react babel-register babel-runtime backbone balanced-match base64-js bcrypt bcryptjs better-sqlite3 big-integer
big.js bignumber.js binary-extensions bl bluebird bn.js body-parser boolbase bootstrap bootstrap-vue bottleneck boxen
brace-expansion braces browser-sync browserify browserslist bs58 bson buffer buffer-crc32 buffer-equal buffer-from bull bullmq
bunyan bytes cac cacache cache-manager call-bind callsites camelcase caniuse-lite canvas case-sensitive-paths-webpack-plugin
chai chai-as-promised chai-http chalk change-case chardet chart.js cheerio chokidar chownr chromedriver chromium ci-info clap
class-transformer class-validator classnames clean-css clean-webpack-plugin cli-cursor cli-progress cli-spinners cli-table
cli-table3 cli-width cliui clone clone-deep clsx co codemirror coffee-script coffeescript color color-convert color-name
color-string colorette colors columnify combined-stream comma-separated-tokens commander commitizen common-tags commondir
compressible compression concat-map concat-stream concurrently conf config connect connect-redis consola console-control-strings
content-disposition content-type conventional-changelog convert-source-map cookie cookie-parser cookie-session cookie-signature
copy-webpack-plugin core-js core-js-pure core-util-is cors cosmiconfig create-react-app create-react-class cron cross-env
cross-fetch cross-spawn crypto-browserify crypto-js css css-loader css-minimizer-webpack-plugin css-select css-tree css-what cssesc
cssnano cssom csstype csv-parse csv-parser csv-stringify cuid cypress d3 d3-array d3-color d3-scale d3-selection d3-shape date-fns
date-fns-tz date-format dateformat dayjs debug decamelize decimal.js decode-uri-component decompress deep-equal deep-extend deep-is
deepmerge defaults define-properties del delayed-stream delegates denque depd dequal destroy detect-libc detect-newline detect-port
diff dir-glob discord.js docsify doctrine dom-serializer domelementtype domhandler dompurify domutils dot-prop dotenv
dotenv-expand dotenv-webpack download drizzle-orm duplexer duplexify ecdsa-sig-formatter echarts editorconfig ee-first ejs
electron electron-builder electron-log electron-store electron-updater element-plus element-ui elliptic ember-cli emoji-regex
emotion encodeurl end-of-stream enhanced-resolve enquirer entities envify enzyme enzyme-adapter-react-16 error-ex es-abstract
es-module-lexer es6-promise es6-shim esbuild esbuild-loader escalade escape-goat escape-html escape-string-regexp escodegen eslint
eslint-config-airbnb eslint-config-airbnb-base eslint-config-next eslint-config-prettier eslint-config-standard
eslint-import-resolver-typescript eslint-loader eslint-plugin-import eslint-plugin-jest eslint-plugin-jsx-a11y eslint-plugin-n
eslint-plugin-node eslint-plugin-prettier eslint-plugin-promise eslint-plugin-react eslint-plugin-react-hooks eslint-plugin-vue
eslint-scope eslint-utils eslint-visitor-keys espree esprima esquery estraverse estree-walker esutils etag ethereumjs-tx
ethereumjs-util ethers event-emitter event-stream eventemitter3 events exceljs execa exit expect express
express-async-errors express-fileupload express-graphql express-handlebars express-jwt express-rate-limit express-session
express-validator extend external-editor extract-zip fabric faker fast-deep-equal fast-diff fast-glob fast-json-stable-stringify
fast-levenshtein fast-safe-stringify fast-xml-parser fastify fastq faye-websocket fb-watchman ffmpeg-static fflate figlet figures
file-entry-cache file-loader file-saver file-type fill-range finalhandler find-cache-dir find-root find-up firebase firebase-admin
firebase-functions firebase-tools flat flat-cache flatted fluent-ffmpeg follow-redirects font-awesome for-each for-in foreground-child
forever form-data formidable formik forwarded framer-motion fresh fs-extra fs-minipass fs.realpath fsevents function-bind fuse.js
gatsby gauge generate-function gensync get-caller-file get-intrinsic get-port get-stream get-value getpass glob glob-parent
global-modules globals globby google-auth-library googleapis got graceful-fs graphql graphql-request graphql-tag graphql-tools
graphql-ws gray-matter grpc grunt grunt-cli gsap gulp gulp-autoprefixer gulp-concat gulp-rename gulp-sass gulp-sourcemaps
gulp-uglify gulp-util gzip-size handlebars har-validator hardhat has has-ansi has-flag has-symbols has-unicode hash-base hash.js
hasha he helmet hexo highlight.js history hmac-drbg hoek hoist-non-react-statics hono hosted-git-info hpagent html-entities
html-escaper html-loader html-minifier html-minifier-terser html-to-text html-webpack-plugin htmlparser2 http-assert
http-cache-semantics http-errors http-parser-js http-proxy http-proxy-agent http-proxy-middleware http-server http-signature
http-status-codes httpntlm https-proxy-agent human-signals humanize-ms husky hyperquest i18n i18next iconv-lite icss-utils ieee754
ignore ignore-walk image-size imagemin immer immutable import-fresh import-local imurmurhash indent-string inflight inherits ini
inquirer internal-slot interpret intl-messageformat inversify invariant ioredis ip ip-address ipaddr.js is-arrayish is-binary-path
is-buffer is-callable is-core-module is-docker is-even is-extglob is-finite is-fullwidth-code-point is-generator-fn is-glob
is-interactive is-number is-obj is-odd is-path-inside is-plain-obj is-plain-object is-promise is-regex is-stream is-string
is-typedarray is-unicode-supported is-url is-windows is-wsl isarray isexe isobject isomorphic-fetch isomorphic-ws isstream
istanbul istanbul-lib-coverage jade jasmine jasmine-core javascript-obfuscator jest jest-cli jest-diff jest-environment-jsdom
jest-environment-node jest-haste-map jest-matcher-utils jest-resolve jest-worker jimp jiti joi jose jquery jquery-ui js-base64
js-beautify js-cookie js-levenshtein js-sha256 js-sha3 js-tokens js-yaml jsbn jsdoc jsdom jsesc jshint json-bigint json-buffer
json-loader json-parse-better-errors json-parse-even-better-errors json-schema json-schema-traverse json-server
json-stable-stringify json-stringify-safe json2csv json5 jsonc-parser jsonfile jsonify jsonpath jsonschema jsonwebtoken jspdf
jsprim jss jszip jwa jwks-rsa jws jwt-decode karma karma-chrome-launcher karma-jasmine karma-mocha karma-webpack keccak keytar
keyv kind-of kleur knex koa koa-bodyparser koa-router koa-static kuler kysely latest-version launch-editor leaflet lerna less
less-loader level leven levn libphonenumber-js lightningcss lilconfig limiter lint-staged linkify-it listr listr2 load-json-file
loader-utils locate-path localforage lodash lodash-es lodash.camelcase lodash.clonedeep lodash.debounce lodash.get lodash.isequal
lodash.isplainobject lodash.memoize lodash.merge lodash.once lodash.sortby lodash.template lodash.throttle lodash.uniq log-symbols
log-update log4js loglevel logform long loose-envify lowdb lowercase-keys lru-cache lucide-react luxon lz-string magic-string
mailgun-js make-dir make-error make-fetch-happen map-obj mariadb markdown-it marked material-ui math-random mathjs md5 md5.js
mdast-util-to-string mdn-data media-typer memoize-one memoizee memory-fs meow merge merge-deep merge-descriptors merge-options
merge-stream merge2 mermaid meteor methods micromatch microbundle mime mime-db mime-types mimic-fn mimic-response
mini-css-extract-plugin minimalistic-assert minimatch minimist minipass minizlib mixin-deep mkdirp mobx mobx-react mocha mock-fs
module-alias moment moment-timezone mongodb mongodb-memory-server mongoose monaco-editor morgan motion ms msgpackr msw multer
multicast-dns mustache mute-stream mysql mysql2 mz nan nanoid nanomatch natural-compare ncp negotiator neo-async nest netlify-cli
next next-auth nightmare no-case nock node-cache node-cron node-dir node-emoji node-fetch node-forge node-gyp node-gyp-build
node-hid node-ipc node-libs-browser node-notifier node-pre-gyp node-releases node-sass node-schedule node-uuid nodemailer nodemon
nopt normalize-package-data normalize-path normalize-url normalize.css npm npm-check-updates npm-run-all npm-run-path npmlog
nth-check numeral nunjucks nuxt nyc oauth oauth-sign oauth2-server object-assign object-hash object-inspect object-keys object-path
object.assign object.entries object.values objection ohmyfetch on-finished on-headers once onetime open openai opencollective opencv
opn optimist optionator ora os-homedir os-tmpdir ow p-defer p-finally p-limit p-locate p-map p-queue p-retry p-timeout p-try
pac-proxy-agent package-json package-lock pako papaparse parallel-transform parcel parcel-bundler parse-entities parse-json
parse-path parse-url parse5 parseurl passport passport-google-oauth20 passport-jwt passport-local patch-package path-browserify
path-exists path-is-absolute path-key path-parse path-scurry path-to-regexp path-type pbkdf2 pdf-lib pdfjs-dist pdfkit pdfmake peek-stream
performance-now pg pg-hstore pg-promise phantomjs phin phin picocolors picomatch pify pinia pino pino-http pino-pretty pirates
pixi.js pkg pkg-dir pkg-up platform playwright playwright-core plist pluralize pm2 pngjs pnpm polished popper.js portfinder
postcss postcss-cli postcss-import postcss-loader postcss-modules postcss-nested postcss-preset-env postcss-selector-parser
postcss-value-parser posthog-js preact prebuild-install prelude-ls prettier prettier-plugin-tailwindcss pretty-bytes pretty-error
pretty-format pretty-ms prisma prismjs private process process-nextick-args progress prom-client promise promise-inflight
promise-retry prompts prop-types proper-lockfile protobufjs proto-loader proxy-addr proxy-agent proxy-from-env prr pseudomap psl
pug pump pumpify punycode puppeteer puppeteer-core puppeteer-extra pure-rand q qs quasar query-string querystring queue queue-microtask
quick-lru quill rabbitmq-client radix-ui ramda randombytes randomatic range-parser raw-body raw-loader rc rc-slider react
react-app-rewired react-beautiful-dnd react-bootstrap react-color react-datepicker react-dev-utils react-dnd react-dom
react-dropzone react-error-overlay react-fast-compare react-helmet react-hook-form react-hot-loader react-hot-toast react-i18next
react-icons react-intl react-is react-lifecycles-compat react-markdown react-modal react-motion react-native react-native-gesture-handler
react-native-reanimated react-native-screens react-native-svg react-native-vector-icons react-popper react-query react-redux
react-refresh react-router react-router-dom react-scripts react-select react-slick react-spring react-table react-test-renderer
react-toastify react-transition-group react-virtualized react-window read-pkg read-pkg-up readable-stream readdirp recast recharts
recoil recursive-readdir redis redis-commands redis-parser reduce-css-calc redux redux-devtools-extension redux-form redux-logger
redux-persist redux-saga redux-thunk reflect-metadata regenerate regenerator-runtime regex-not regexpp registry-auth-token rehype
relay-runtime remark remark-gfm remark-parse remove-trailing-separator renovate repeat-element repeat-string replace-ext request
request-promise request-promise-native require-all require-directory require-from-string require-main-filename reselect resolve
resolve-cwd resolve-from resolve-url-loader responselike restify restore-cursor ret retry reusify rfdc rimraf ripemd160 roarr
rollup rollup-plugin-babel rollup-plugin-commonjs rollup-plugin-node-resolve rollup-plugin-postcss rollup-plugin-terser
rollup-plugin-typescript2 run-async run-parallel rxjs safe-buffer safe-regex safe-stable-stringify safer-buffer sanitize-html sass
sass-loader sax scheduler schema-utils scp2 scrypt scrypt-js secp256k1 secure-json-parse selenium-webdriver semantic-release
semantic-ui-react semver send sentry seq-queue sequelize sequelize-cli serialize-error serialize-javascript serve serve-favicon
serve-handler serve-index serve-static server-destroy set-blocking set-value setimmediate setprototypeof sha.js shadcn shallow-clone
sharp shebang-command shebang-regex shell-quote shelljs shortid should shx side-channel sift signal-exit signale simple-git
simple-swizzle sinon sinon-chai sirv slash slate slice-ansi slick-carousel slugify smart-buffer snapdragon snyk socket.io
socket.io-adapter socket.io-client socket.io-parser sockjs sockjs-client socks socks-proxy-agent solc solid-js sonic-boom sort-keys
source-list-map source-map source-map-js source-map-loader source-map-support spawn-wrap spdx-correct spdx-expression-parse
split split2 sprintf-js sqlite sqlite3 sqlstring ssh2 ssh2-sftp-client sshpk ssri stack-trace stack-utils standard standard-version
static-extend statuses std-env storybook stream-browserify stream-http streamsearch string-length string-width string_decoder
strip-ansi strip-bom strip-eof strip-final-newline strip-indent strip-json-comments stripe style-loader styled-components
styled-jsx stylelint stylelint-config-standard stylus sucrase superagent supertest supports-color supports-hyperlinks
svelte svelte-check svg-parser svg-tags svgo swagger-jsdoc swagger-ui swagger-ui-express sweetalert sweetalert2 swiper swr symbol-observable
table tailwind-merge tailwindcss tap tape tapable tar tar-fs tar-stream telegraf tempfile terminal-link terser
terser-webpack-plugin test-exclude text-hex text-table thread-loader three throat through through2 thunky timers-browserify
tiny-emitter tiny-invariant tinycolor2 tinyglobby tmp tmpl to-fast-properties to-readable-stream to-regex-range toidentifier
touch tough-cookie tr46 traverse tree-kill trim-newlines triple-beam truffle ts-jest ts-loader ts-node ts-node-dev tsconfig-paths
tslib tslint tsup tsutils tsx tty-browserify tunnel tunnel-agent turbo tweetnacl twilio type-check type-detect type-fest type-graphql
type-is typed-emitter typedarray typeorm typescript typescript-eslint ua-parser-js uglify-js uglifyjs-webpack-plugin uid-safe
ulid undefsafe underscore underscore.string undici unified uniq unique-filename unist-util-visit universalify unpipe unplugin
unset-value untildify unzipper upath update-browserslist-db update-notifier uri-js url url-join url-loader url-parse urllib use
use-sync-external-store utf8 util util-deprecate utila utils-merge uuid v8-compile-cache valibot validate-npm-package-license
validate-npm-package-name validator vary vercel verror vinyl vinyl-fs vite vite-tsconfig-paths vitest vscode-languageserver vue
vue-class-component vue-cli vue-i18n vue-loader vue-router vue-template-compiler vuepress vuetify vuex w3c-xmlserializer wait-on walker
watchify watchpack wcwidth web-vitals web3 web3-utils webidl-conversions webpack webpack-bundle-analyzer webpack-cli
webpack-dev-middleware webpack-dev-server webpack-merge webpack-node-externals webpack-sources websocket websocket-driver
whatwg-fetch whatwg-mimetype whatwg-url which which-module wide-align winston winston-daily-rotate-file winston-transport word-wrap
wordwrap workbox-webpack-plugin workerpool wrap-ansi wrappy write-file-atomic ws xlsx xml-js xml2js xmlbuilder xmldom xmlhttprequest
xregexp xstate xtend y18n yallist yaml yargs yargs-parser yarn yauzl yeoman-generator yn yocto-queue yup zod zone.js zustand
`

/** Well-known npm scopes. */
export const NPM_SCOPES = `
@types @babel @angular @vue @react-native @nestjs @typescript-eslint @aws-sdk @azure @google-cloud @mui @emotion @storybook
@testing-library @reduxjs @apollo @graphql-tools @sentry @prisma @tanstack @radix-ui @headlessui @heroicons @fortawesome
@octokit @rollup @webpack-cli @svgr @jest @vitejs @vitest @nuxt @sveltejs @astrojs @remix-run @expo @ionic @capacitor @nrwl @nx
@discordjs @solana @openzeppelin @ethersproject @metamask @walletconnect @fastify @hapi @koa @grpc @opentelemetry @anthropic-ai
@modelcontextprotocol @langchain @openai @supabase @firebase @stripe @shopify @mapbox @tensorflow @xenova @huggingface @eslint
@changesets @commitlint @semantic-release @tailwindcss @next @vercel @cloudflare @netlify @biomejs @swc @esbuild @parcel @lerna
@npmcli @sindresorhus @polkadot @cosmjs @ledgerhq @chakra-ui @ant-design @material-ui @popperjs @floating-ui @tiptap @lexical
@elastic @mikro-orm @typegoose @trpc @clerk @auth0 @okta @datadog @newrelic @slack @microsoft @asyncapi @crowdstrike @ctrl
`
