/**
 * Legitimate packages with names similar to better known ones: forks, ports, companions, or older packages. Each was published openly
 * under its own name for years.
 */
export const NEIGHBOURS: ReadonlySet<string> = new Set(
  `npm:preact npm:inferno npm:vuex npm:vuei18n npm:nuxt npm:redux npm:mobx npm:colors npm:color npm:chai npm:chalk npm:debug npm:del
  npm:got npm:ip npm:ips npm:json3 npm:json5 npm:json6 npm:jsonc npm:jest npm:test npm:less npm:sass npm:leven npm:level npm:levels
  npm:mocha npm:moca npm:mime npm:mimes npm:node-forge npm:ora npm:oro npm:parse npm:parse5 npm:parse6 npm:path npm:paths npm:pg
  npm:pino npm:pine npm:pug npm:qs npm:react npm:redis npm:request npm:requests npm:semver npm:server npm:serve npm:sharp npm:sinon
  npm:split npm:split2 npm:split3 npm:svelte npm:tap npm:tape npm:tapes npm:through npm:through2 npm:through3 npm:tsup npm:tsdx npm:type
  npm:types npm:underscore npm:uuid npm:vite npm:vitest npm:vue npm:ws npm:yaml npm:yamljs npm:yargs npm:zod npm:date-fns npm:ejs npm:eta
  npm:esbuild npm:escape npm:etag npm:enquirer npm:inquirer npm:expect npm:express npm:fastify npm:fastly npm:form npm:formik npm:globby
  npm:gulp npm:gulp4 npm:hapi npm:helmet npm:hexo npm:hook npm:hooks npm:immer npm:immutable npm:is-url npm:is-uri npm:joi npm:koa npm:lit
  npm:lodash npm:lowdash npm:lodash3 npm:lodash4 npm:mysql npm:mysql2 npm:mysql3 npm:nanoid npm:nexe npm:next npm:next-tick npm:nock
  npm:passport npm:passports npm:plist npm:polka npm:popper.js npm:prompt npm:prompts npm:promise npm:promised npm:qunit npm:raf npm:rc
  npm:recast npm:retry npm:rimraf npm:rxjs npm:rx npm:scrypt npm:slug npm:slugs npm:spdy npm:spy npm:store npm:stores npm:string
  npm:stripe npm:strip npm:table npm:tables npm:tar npm:terser npm:three npm:threes npm:toml npm:tslib npm:tslint npm:uid npm:ulid npm:url
  npm:urijs npm:uri-js npm:urllib npm:validate npm:validator npm:validate.js npm:webpack npm:winston npm:xmldom npm:xml2js npm:js-xml
  npm:extend npm:expand npm:entities npm:entites npm:methods npm:method npm:argparser npm:minimatch npm:micromatch npm:nanomatch
  npm:picomatch npm:multimatch npm:eventsource npm:event-source npm:iconv npm:iconv-lite npm:base64js npm:base64-js npm:safe-buffer
  npm:safer-buffer npm:string-width npm:string_decoder npm:node-addon-api npm:text-encoding npm:text-decoder npm:text-decoding
  npm:fast-uri npm:fast-url npm:uri-template npm:url-template npm:b4a npm:bare-fs npm:call-bound npm:callbind npm:pgpass npm:pg-pool
  npm:tinyexec npm:tinypool npm:tldts npm:obug npm:shx npm:env-ci npm:std-env npm:which npm:cac npm:cacl npm:mdast npm:hast npm:unist
  npm:react-docgen npm:rehype npm:remark npm:retext npm:redent npm:detect npm:strip-dirs npm:execa npm:exec npm:cheerios npm:bent npm:ky
  npm:node-ssh npm:ssh2 npm:nodegit npm:level-js npm:jsbi npm:js-bi npm:jsbn npm:bcrypt npm:bcryptjs npm:bcrypto npm:color-js npm:camel-case npm:duplexer2 npm:duplexer3 npm:is-object npm:stylis npm:stylus npm:eventemitter2 npm:eventemitter3
  PyPI:authlib PyPI:tensorflow-cpu PyPI:dask PyPI:flask PyPI:flasks PyPI:requests PyPI:request PyPI:grequests PyPI:httpx PyPI:http3 PyPI:pyyaml PyPI:yaml PyPI:pillow
  PyPI:pyjwt PyPI:jwt PyPI:python-jwt PyPI:pypdf PyPI:pypdf2 PyPI:pypdf3 PyPI:pypdf4 PyPI:mypy PyPI:numpy PyPI:nampy PyPI:scipy PyPI:scapy
  PyPI:sanic PyPI:click PyPI:clicks PyPI:toml PyPI:tomli PyPI:tomlkit PyPI:torch PyPI:pytorch PyPI:trio PyPI:typer PyPI:typed
  PyPI:ujson PyPI:rjson PyPI:wheel PyPI:xlrd PyPI:xlwt PyPI:xlrd2 PyPI:mistune PyPI:mistral PyPI:bleach PyPI:boto PyPI:boto3 PyPI:botor
  PyPI:django PyPI:djangoq PyPI:fabric PyPI:fabric2 PyPI:fabric3 PyPI:faker PyPI:fake PyPI:gevent PyPI:gym PyPI:h11 PyPI:h2 PyPI:h5py PyPI:jax
  PyPI:jinja2 PyPI:jinja PyPI:jinja3 PyPI:kivy PyPI:lxml PyPI:mako PyPI:markdown PyPI:markdown2 PyPI:markdown3 PyPI:mock PyPI:nose PyPI:nose2
  PyPI:opencv-python PyPI:pandas PyPI:paste PyPI:peewee PyPI:pika PyPI:plotly PyPI:pygame PyPI:pyglet PyPI:pylint PyPI:pymysql
  PyPI:pyrogram PyPI:pytest PyPI:pyqt6 PyPI:pyside2 PyPI:python3-saml PyPI:redis PyPI:rsa PyPI:sphinx PyPI:starlette PyPI:tornado PyPI:twine
  PyPI:urllib PyPI:urllib2 PyPI:urllib3 PyPI:web3 PyPI:websocket PyPI:websockets PyPI:zope PyPI:pycrypto PyPI:pycryptodome PyPI:pycryptodomex
  PyPI:psycopg PyPI:psycopg2 PyPI:psycopg3 PyPI:rich PyPI:lightning PyPI:elasticsearch PyPI:elasticsearch2 PyPI:elasticsearch6
  PyPI:elasticsearch7 PyPI:elasticsearch8 PyPI:elasticsearch5 PyPI:msgpack PyPI:u-msgpack-python PyPI:simplejson PyPI:pysimplejson
  crates.io:rand crates.io:ring crates.io:rug crates.io:ryu crates.io:serde crates.io:time crates.io:tide crates.io:tokio crates.io:toml
  crates.io:tonic crates.io:tower crates.io:uuid crates.io:warp crates.io:wgpu crates.io:hyper crates.io:http crates.io:h3 crates.io:sled
  crates.io:slab crates.io:smol crates.io:spin crates.io:syn crates.io:nom crates.io:nix crates.io:num crates.io:mio crates.io:md5
  crates.io:cc crates.io:gcc crates.io:tokei crates.io:simd-json crates.io:base64-url crates.io:base64url crates.io:sha crates.io:sodiumoxide
  crates.io:winapi2 crates.io:rustls2 crates.io:image2 crates.io:futures1 crates.io:crossbeam crates.io:arrow2 crates.io:parquet2
  crates.io:zip2 crates.io:zip3 crates.io:lru2 crates.io:tar2 crates.io:either2 crates.io:dotenv crates.io:dotenvy
  PyPI:cssselect2 PyPI:cattrs PyPI:ijson crates.io:inotify crates.io:matches crates.io:matchers crates.io:diff RubyGems:sassc RubyGems:sass`
    .trim()
    .split(/\s+/),
)
