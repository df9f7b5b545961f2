import { buildAutomaton } from '@gatehouse/kernel/match'

const splitWords = (text: string): readonly string[] => text.split(' ')

/**
 * Literals that malicious code requires. One pass over a file finds them all; a file without them, or with one kind only, is not examined
 * further.
 */
const LITERALS = {
  evaluates: [
    ...splitWords(
      'eval( Function( runInThisContext( runInNewContext( runInContext( _compile( execScript( exec( import(',
    ),
    ...splitWords("'eval' \"eval\" .constructor( 'constructor']"),
  ],
  /** Calls that may execute a decoded name or text without a revealing keyword. */
  takes: splitWords('setTimeout( setInterval( require( import_module __import__('),
  commands: splitWords(
    'child_process execSync( spawn( spawnSync( execFile os.system os.popen subprocess Popen( getoutput( powershell PowerShell',
  ),
  decodes: [
    ...splitWords(
      'base64 \'hex\' "hex" atob( fromCharCode unescape( b64decode b32decode b85decode unhexlify fromhex marshal',
    ),
    ...splitWords(
      'decompress( inflateSync gunzipSync createDecipher rot13 chr( chr, Fernet decrypt( brotliDecompressSync',
    ),
  ],
  asks: [
    ...splitWords(
      'fetch( http.get https.get .request( axios XMLHttpRequest sendBeacon WebSocket requests. urlopen urlretrieve',
    ),
    ...splitWords(
      'http.client HTTPSConnection HTTPConnection socket. net.connect createConnection needle superagent httpx got(',
    ),
    ...splitWords('\'https\' "https" \'node:https\' "node:https" \'http\' "http" net.Socket'),
  ],
  resolves: splitWords(
    "dns.lookup dns.resolve 'dns' \"dns\" 'node:dns' gethostbyname getaddrinfo nslookup dns/promises",
  ),
  environment: ['process.env', 'os.environ'],
  credentials: [
    ...splitWords(
      'id_rsa id_ed25519 .ssh .aws .npmrc .pypirc .netrc git-credentials .docker .kube leveldb wallet.dat key4.db',
    ),
    ...splitWords('logins.json keystore gcloud nkbihfbeogaeaoehlefnkodbefgpgknn Exodus Electrum /etc/shadow'),
    'Login Data',
    'Local State',
  ],
  host: splitWords(
    'hostname( userInfo( networkInterfaces( whoami getuser( gethostname( getfqdn( getlogin( getnode( platform.node',
  ),
  escapes: splitWords(String.raw`\x6 \x7 \u006 \u007 \u{6 \u{7`),
  /** Beginnings and ends of split names. */
  pieces: splitWords(
    `'child_' "child_" 'child' "child" '_process' "_process" 'ev' "ev" 'eva' "eva" 'ex' "ex" 'exe' "exe" 'Func' "Func" 'Fun' "Fun"`,
  ),
  mangled: ['_0x'],
  puzzles: splitWords('(![]+[]) [][( (!![]+[])'),
} as const satisfies Readonly<Record<string, readonly string[]>>

export type MarkKind = keyof typeof LITERALS

/** Literals with a relevant position: indicators start there. UTF-8 bytes are read as Latin-1. */
const SPOTS = {
  webhook: splitWords(
    'discord.com/api/webhooks/ discordapp.com/api/webhooks/ api.telegram.org/bot hooks.slack.com/services/',
  ),
  collector: [
    ...splitWords('webhook.site/ .oastify.com .burpcollaborator.net .interact.sh .oast. .pipedream.net requestbin'),
    ...splitWords(
      '.requestcatcher.com .beeceptor.com .ngrok.io .ngrok-free.app pastebin.com/raw transfer.sh/ .trycloudflare.com',
    ),
  ],
  address: ['http://', 'ws://'],
  reverse: [...splitWords('/dev/tcp/ dup2( pty.spawn('), '-e /bin/sh', '-e /bin/bash', '-e cmd'],
  shell: ["'/bin/sh'", '"/bin/sh"', "'/bin/bash'", '"/bin/bash"', "'cmd.exe'", '"cmd.exe"'],
  fetches: ['curl ', 'wget '],
  windows: [
    ...splitWords(
      'powershell PowerShell DownloadString( DownloadFile( downloadstring( Invoke-WebRequest certutil mshta bitsadmin',
    ),
    ...splitWords('regsvr32 Invoke-Expression'),
    'iwr ',
  ],
  persists: [
    ...splitWords(String.raw`CurrentVersion\Run CurrentVersion\\Run LaunchAgents authorized_keys /etc/cron`),
    'crontab -',
  ],
  wallet: [
    ...splitWords(
      '0x[a-fA-F0-9]{40} 0x[0-9a-fA-F]{40} 0x[a-f0-9]{40} 0x[0-9a-f]{40} [a-km-zA-HJ-NP-Z1-9] [A-HJ-NP-Za-km-z1-9]',
    ),
    ...splitWords('[1-9A-HJ-NP-Za-km-z] [a-hj-np-z02-9] bc1[a-z'),
  ],
  hooks: [
    ...splitWords(
      'XMLHttpRequest.prototype window.ethereum window.fetch= clipboard pyperclip GetClipboardData clipboardy',
    ),
    'window.fetch =',
    'globalThis.fetch =',
  ],
  bidi: [
    '\xe2\x80\xaa',
    '\xe2\x80\xab',
    '\xe2\x80\xad',
    '\xe2\x80\xae',
    '\xe2\x81\xa6',
    '\xe2\x81\xa7',
    '\xe2\x81\xa8',
  ],
  invisible: [
    '\xf3\xa0\x84',
    '\xf3\xa0\x85',
    '\xf3\xa0\x86',
    '\xf3\xa0\x87',
    '\xf3\xa0\x80',
    '\xf3\xa0\x81',
    '\xef\xb8',
    '\xe2\x80\x8b',
    '\xe2\x80\x8c',
    '\xe2\x80\x8d',
    '\xe2\x81\xa0',
    '\xe2\x81\xa3',
    '\xe3\x85\xa4',
    '\xef\xbe\xa0',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SpotKind = keyof typeof SPOTS

/** Maximum number of examined positions per kind; more do not change the result. */
const SPOTS_MAX = 400

interface Listed {
  readonly text: string
  readonly mark: MarkKind | undefined
  readonly spot: SpotKind | undefined
}

const LISTED: readonly Listed[] = [
  ...keysOf(LITERALS).flatMap((mark) => LITERALS[mark].map((text) => ({ text, mark, spot: undefined }))),
  ...keysOf(SPOTS).flatMap((spot) => SPOTS[spot].map((text) => ({ text, mark: undefined, spot }))),
]

const AUTOMATON = buildAutomaton(LISTED.map(({ text }) => text))

/** Result of one pass over a source. */
export interface Marks {
  /** Number of literals of each kind. */
  readonly counts: Readonly<Record<MarkKind, number>>
  /** Positions in text order. */
  readonly spots: Readonly<Partial<Record<SpotKind, readonly number[]>>>
  /** Different literals of a kind. */
  readonly distinct: (kind: MarkKind) => number
}

/** @param text Latin-1 or UTF-16; linear in its length */
export function findMarks(text: string): Marks {
  const hits = new Uint32Array(LISTED.length)
  const spots: Partial<Record<SpotKind, number[]>> = {}
  AUTOMATON.scan(text, (pattern, end) => {
    hits[pattern]! += 1
    const { spot, text: literal } = LISTED[pattern]!
    if (spot === undefined) return
    const places = (spots[spot] ??= [])
    if (places.length < SPOTS_MAX) places.push(end - literal.length)
  })
  const total = (kind: MarkKind): number =>
    LISTED.reduce((sum, { mark }, at) => (mark === kind ? sum + hits[at]! : sum), 0)
  const counts = Object.fromEntries(keysOf(LITERALS).map((kind) => [kind, total(kind)])) as Record<MarkKind, number>
  return {
    counts,
    spots,
    distinct: (kind) => LISTED.reduce((sum, { mark }, at) => (mark === kind && hits[at]! > 0 ? sum + 1 : sum), 0),
  }
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(table) as Key[]
}
