/** Established packages that no rule may flag, by ecosystem. Many have a name close to that of a better known package. */
export const ORDINARY: Readonly<Record<string, string>> = {
  npm: `postcss-values-parser postcss-value-parser diff cliff clif acorn-walk acorn-jsx ajv-keywords ajv-formats ansi-regex ansi-styles ansi-colors
    any-promise arg argparse array-union asap assert-plus async-retry at-least-node autoprefixer aws-sign2 aws4 babel-loader balanced-match
    base64-js bcrypt bcryptjs bl bluebird boolbase boxen brace-expansion braces browserslist bser buffer-from builtins bytes cacache
    camelcase camel-case caniuse-lite caseless chardet cheerio chokidar chownr ci-info clean-css clean-stack cli-boxes cli-cursor cli-spinners
    cli-table cli-table3 cli-width cliui clone clone-deep co code-point-at color-convert color-name colorette colors combined-stream commander
    compressible compression concat-map concat-stream confusing-browser-globals connect consola content-type cookie cookies cookiejar
    copy-anything core-js cors cosmiconfig cross-env cross-fetch cross-spawn css-loader css-select css-what csso cssnano csstype dateformat
    date-fns dayjs debounce decamelize deep-equal deep-extend deepmerge deep-is defaults define-properties degit del delay delegates depd
    dequal destroy detect-indent detect-libc devalue dlv dot-prop dotenv dotenv-expand duplexer duplexer2 duplexer3 duplexify ee-first ejs
    emittery emojis-list encodeurl end-of-stream enhanced-resolve entities env-paths errno error-ex escalade escape-html escodegen esm esprima
    esquery esrecurse estraverse esutils etag event-stream eventemitter2 eventemitter3 events execa exit exit-hook expand-template extend
    extsprintf fast-glob fastq fb-watchman fdir figures file-loader fill-range finalhandler find-cache-dir find-up flat flat-cache flatted
    follow-redirects for-each for-in form-data formidable fresh from from2 fs-extra fs-minipass fsevents function-bind gauge gaze get-port
    get-stream getpass glob globals globby got graphql graphlib gray-matter growl gzip-size handle-thing har-schema has hash-base hash-sum he
    highlight.js history hoist-non-react-statics html-entities htmlparser2 http-errors http-proxy husky iconv-lite ieee754 ignore immer
    immutable import-fresh indent-string infer-owner inflight inherits ini internal-ip interpret ip is is-arrayish is-buffer is-callable
    is-ci is-docker is-extglob is-glob is-number is-obj is-object is-odd is-even is-plain-obj is-plain-object is-stream is-wsl isarray
    isbinaryfile isexe isobject isstream jiti jose js-tokens js-yaml jsdom jsesc json5 jsonc-parser jsonfile jsonify jsonparse jsonpointer
    jsonwebtoken jsprim jszip jwa jws keyv kind-of klaw kleur koa-router leven levn lie lilconfig lines-and-columns listr listr2 loader-utils
    locate-path lodash-es log-symbols log4js long loose-envify lower-case lru-cache lunr magic-string make-dir map-obj marked mdn-data mdurl
    media-typer memfs meow merge merge2 merge-stream methods micromatch mime mime-db mime-types mimic-fn min-indent minimist minipass minizlib
    mitt mkdirp mlly mri mrmime ms multer mute-stream mz nan nanoid ncp needle negotiator neo-async nopt nth-check object-assign obuf ohash
    on-finished once onetime open opener optionator ora os-tmpdir p-limit p-map p-try pako parse-json parseurl pathe path-key path-parse
    pend picocolors pify pirates pkg-dir pkg-types pluralize pngjs portfinder postcss-import postcss-nested postcss-selector-parser prop-types
    proxy-addr prr pseudomap psl pump pumpify punycode pupa qrcode querystring quick-lru raf randombytes range-parser raw-body rc rc9 react-is
    read-pkg readable-stream readdirp rechoir redent regenerate regexpp require-directory reselect resolve-from restore-cursor ret reusify
    rfdc right-pad rimraf rollup run-async run-parallel rxjs sade sax scheduler seek-bzip select send serve-static set-blocking setimmediate
    sha.js shallow-clone shelljs shellwords side-channel signal-exit sirv sisteransi slash slice-ansi snake-case sockjs sorcery sort-keys
    source-map split2 sprintf-js stack-trace stackback statuses stream-http string-length strip-ansi strip-bom strip-eof strip-indent style-loader
    stylis sucrase superagent supertest symbol-tree tabbable tapable tar-fs tar-stream temp tempy terser text-table throat throttleit
    thunky tiny-emitter tinybench tmp to-fast-properties toidentifier tough-cookie traverse tree-kill trim trim-newlines ts-node tslib
    tunnel tunnel-agent tweetnacl type-check type-detect type-fest type-is ufo uglify-js unbox-primitive undici unified unpipe untildify upath
    uri-js url-join url-parse use util utila utils-merge v8-to-istanbul vary verror vfile void-elements walker warning watchpack wcwidth which
    wide-align wordwrap wrap-ansi wrappy write ws xml xml2js xmlbuilder xtend y18n yallist yaml yargs-parser yauzl yazl yn yocto-queue`,
  PyPI: `cliff click cligj clickhouse-driver cloudpickle colorama colorlog coloredlogs commonmark configargparse configobj contourpy coverage
    cryptography cssselect cssselect2 cycler cython cachetools cattrs certifi cffi cfgv chardet charset-normalizer aiofiles aiohttp aioredis
    aiosignal alembic altair amqp anyio appdirs appnope argcomplete arrow asgiref asn1crypto astor astroid asttokens asyncpg async-timeout
    attrs autopep8 babel backcall backoff bandit bcrypt beautifulsoup4 billiard bitarray black blinker bokeh boltons bottle bs4 celery
    dataclasses-json datasets debugpy decorator defusedxml deepdiff deprecated dill distlib distro dnspython docker docopt docutils
    ecdsa elasticsearch-dsl email-validator entrypoints et-xmlfile eventlet executing factory-boy falcon fastapi fastjsonschema filelock
    fire flake8 fonttools freezegun frozenlist fsspec future futures ghp-import gitdb gitpython google-auth graphviz greenlet grpcio gunicorn
    h11 hiredis html5lib httpcore httplib2 httptools humanize hyperlink hypothesis identify idna ijson imageio importlib-metadata
    incremental inflection iniconfig invoke ipdb ipykernel ipython isodate isort itsdangerous jedi jmespath joblib json5 jsonlines
    jsonpatch jsonpath-ng jsonpickle jsonpointer jsonschema kazoo keyring kiwisolver kombu lark lazy-object-proxy libcst llvmlite locket
    locust logbook loguru lz4 mako markdown-it-py markupsafe marshmallow matplotlib mccabe mdurl mistune mock monotonic more-itertools moto
    mpmath msal msgpack multidict mypy-extensions natsort nbconvert nbformat netaddr netifaces networkx nltk nodeenv notebook numba oauthlib
    orjson oslo.config packaging pandas paramiko parso partd passlib pathspec pathtools patsy pbr pendulum pep517 pexpect pickleshare pika
    pint pip-tools pipenv platformdirs pluggy ply poetry portalocker prettytable progress prometheus-client prompt-toolkit psutil
    ptyprocess pyarrow pyasn1 pycparser pydantic pydot pyflakes pygments pymongo pynacl pyopenssl pyparsing pyperclip pyrsistent pyserial
    pysocks pytest-cov pytest-mock python-magic pytz pytzdata pywavelets pyzmq qrcode regex reportlab requests-oauthlib requests-toolbelt
    requests-mock responses retry retrying rfc3986 rich rope ruff s3fs s3transfer scikit-learn seaborn selenium semver sentry-sdk shapely
    shellingham simplejson six smmap sniffio snowballstemmer sortedcontainers soupsieve sqlalchemy sqlparse stack-data statsmodels stevedore
    structlog sympy tabulate tblib tenacity termcolor testpath texttable thinc threadpoolctl tifffile tinycss2 tldextract tokenizers toolz
    tox tqdm traitlets transformers typeguard tzdata tzlocal uvicorn uvloop virtualenv voluptuous waitress watchdog watchfiles wcwidth
    webencodings webob werkzeug whitenoise wrapt xmltodict yapf yarl zeep zipp zstandard`,
  'crates.io': `cliff clap clap_lex clap_builder anes ansi_term arc-swap argh array-init assert_cmd async-io async-process async-task atomic atoi
    az bat bit_field bitmaps blocking bstr build_const bumpalo bytecount byteorder bytesize cargo_metadata cast cexpr cfg_aliases chumsky
    clang-sys clipboard cmov codespan combine concurrent-queue console convert_case cookie_store countme cpp_demangle crc crc32fast
    criterion-plot crossbeam-utils crunchy csv-core ctr cty dbl deflate deunicode diff difference difflib directories dissimilar dtoa
    dunce easy-parallel ena enumset env_logger erased-serde event-listener fallible-iterator fastrand fern field-offset filetime fixedbitset
    float-cmp fnv form_urlencoded fs_extra fs4 funty futures-lite futures-timer fuzzy-matcher fxhash gcd generator getopts globwalk goblin
    hashlink headers heapless hermit-abi hex hmac hostname htmlescape http-types httparse humansize iced ident_case im inflector inotify insta
    instant inventory io-lifetimes ipnet is-terminal itoa jobserver js-sys json kstring kv-log-macro lalrpop lexical libloading libm libz-sys
    linkme lock_api lru lru-cache mach maplit matchers matches md-5 md5 memoffset mime mime_guess minimal-lexical miniz_oxide mockall
    mockito multer multimap nanorand native-tls ndarray nibble_vec nodrop notify num-bigint num-derive num-integer object oid opaque-debug
    ordered-float os_pipe os_str_bytes owo-colors palette parking parse-zoneinfo paste pem peeking_take_while percent-encoding pest petgraph
    phf pin-utils pkg-config plain plotters png polling postgres predicates pretty proc-macro2 prost quanta quick-error quick-xml quote radium
    rand_core rand_pcg rayon-core redox_syscall ref-cast regex-syntax remove_dir_all rend rfc6979 rgb ron rstest ruzstd rusty-fork same-file
    scoped-tls scopeguard scroll sec1 self_cell semver serde_derive sha-1 sha1 sha2 sha3 shlex siphasher slotmap smallstr socket2 spinning
    spki static_assertions strip-ansi-escapes strsim structopt subtle syn-mid tabled tap tar tempdir tempfile termcolor termion textwrap
    thin-vec threadpool time-macros tinystr tinyvec toml_edit tracing-log treeline trybuild twox-hash typed-arena ucd-trie unicase
    unicode-width untrusted ureq utf8parse valuable vcpkg version_check void wait-timeout walkdir want weezl which widestring xattr yansi zeroize`,
  RubyGems: `sassc-rails sass-rails sassc sass dartsass-rails addressable aasm actionview activeadmin acts-as-list ancestry annotate arel ast
    autoprefixer-rails awesome_print aws-eventstream aws-sigv4 bcrypt better_errors bindex binding_of_caller bootsnap bootstrap-sass brakeman
    builder bullet bundler byebug cancancan capistrano capybara carrierwave childprocess chef chunky_png climate_control coderay coffee-rails
    coffee-script colorize concurrent-ruby connection_pool crack crass css_parser dalli database_cleaner declarative devise diff-lcs docile
    domain_name doorkeeper dotenv dotenv-rails draper dry-core dry-types erubi erubis ethon eventmachine excon execjs factory_bot
    factory_girl faraday fast_blank fastimage ffi figaro fog foreman friendly_id globalid guard haml haml-rails hashdiff hashie highline
    hirb hiredis http http-cookie httparty httpclient i18n image_processing jbuilder jmespath jquery-rails jquery-ui-rails json json-jwt
    jwt kaminari knapsack kramdown launchy letter_opener listen liquid lograge loofah mail marcel method_source mime-types mini_magick
    mini_mime mini_portile2 minitest mocha money multi_json multi_xml multipart-post mustache mustermann mysql2 naught net-http net-imap
    net-scp net-ssh netrc nio4r nori oauth oauth2 oj omniauth omniauth-oauth2 orm_adapter paperclip parallel parser pg pry pry-byebug
    pry-rails public_suffix puma pundit racc rack rack-cors rack-protection rack-test railties rainbow rake ransack rdoc redcarpet redis
    redis-rails regexp_parser representable resque responders rest-client retriable rexml rolify rouge rspec rspec-core rspec-rails rspec-mocks
    rubocop ruby-progressbar ruby2_keywords rubyzip safe_yaml sawyer scss_lint sequel shellany shoulda sidekiq signet simple_form simplecov
    sinatra slim slop spring sprockets sqlite3 sshkit state_machines stripe tilt thor thin thread_safe timecop timers tins turbolinks tty-cursor typhoeus
    tzinfo uber uglifier unf unicorn uniform_notifier vcr virtus warden webdrivers webmock webpacker websocket-driver will_paginate xpath
    yard zeitwerk`,
  NuGet: `Autofac AutoMapper AngleSharp Antlr4 AWSSDK.Core AWSSDK.S3 Azure.Core Azure.Identity BenchmarkDotNet Bogus BouncyCastle Castle.Core
    Castle.Windsor CommandLineParser ClosedXML Common.Logging CsvHelper Dapper Dapper.Contrib DnsClient DocumentFormat.OpenXml DotNetZip
    EasyNetQ Elasticsearch.Net EntityFramework EPPlus ExcelDataReader FakeItEasy Flurl Flurl.Http FluentAssertions FluentMigrator FluentValidation
    Grpc.Core Grpc.Tools Google.Protobuf Hangfire Hangfire.Core HtmlAgilityPack Humanizer Humanizer.Core IdentityModel IdentityServer4
    ImageSharp JetBrains.Annotations Jint Jil JWT Lamar LazyCache LibGit2Sharp LiteDB log4net Lucene.Net MailKit MarkDig MassTransit
    MathNet.Numerics MediatR MessagePack MimeKit Moq MongoDB.Bson MongoDB.Driver MSTest.TestFramework MySql.Data MySqlConnector Nancy
    NBuilder Nest NETStandard.Library Newtonsoft.Json NHibernate Ninject NLog NLog.Config NodaTime Npgsql NPOI NServiceBus NSubstitute NSwag.Core
    NUnit NUnit3TestAdapter NUnitLite Octokit OpenTelemetry Oracle.ManagedDataAccess PdfSharp Polly Polly.Core Prism.Core protobuf-net
    Quartz RabbitMQ.Client RazorLight Refit RestSharp Rx-Main ScottPlot Scrutor Selenium.WebDriver Serilog Serilog.Sinks.File
    Serilog.Sinks.Console ServiceStack SharpCompress SharpZipLib Shouldly SimpleInjector SkiaSharp Spectre.Console SQLite
    SSH.NET StackExchange.Redis StructureMap StyleCop.Analyzers Superpower Swashbuckle System.Text.Json System.Memory System.Buffers
    Topshelf TimeZoneConverter Unity Unity.Container Validation WindowsAzure.Storage xunit xunit.core xunit.assert YamlDotNet Z.Dapper.Plus`,
}
