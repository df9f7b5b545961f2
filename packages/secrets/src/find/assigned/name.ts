/** A name that indicates a secret value. */
export interface SecretName {
  /** As written in the text. */
  readonly text: string
  readonly kind: 'password' | 'secret'
  /** False if following words may change the meaning of the name. Then only a random value is reported. */
  readonly sure: boolean
}

/** Literals at which names are read, in small letters. */
export const NAME_ANCHORS: readonly string[] = [
  ...'passw passphrase pwd _pass pass= pass: pass" pass\' contrasena senha= secret token credential creds authkey _auth= _auth" :_auth identified'.split(
    ' ',
  ),
  ...'api access private auth encryption signing master account shared session service license app application admin subscription consumer deploy storage webhook hmac jwt aes crypto cipher ssh client'
    .split(' ')
    .flatMap((stem) => [`${stem}key`, `${stem}_key`, `${stem}-key`, `${stem}.key`]),
  'api key',
]

/** Words in names of passwords. */
const PASSWORD_WORDS = new Set(
  'password passwd passwort passw pwd pass passphrase passcode contrasena senha kennwort userpass userpassword dbpassword dbpass mypassword rootpw passwords identified'.split(
    ' ',
  ),
)
/** Words in names of keys, tokens or other secrets. */
const SECRET_WORDS = new Set(
  'secret secrets token authtoken accesstoken apitoken credential credentials creds auth apikey clientsecret authkey secretkey accesskey privatekey appkey'.split(
    ' ',
  ),
)
/** Words that make `key` a secret name. */
const KEY_STEMS = new Set(
  'api access private auth encryption signing master account shared session service license app application admin subscription consumer deploy storage webhook hmac jwt aes crypto cipher ssh client secret token'.split(
    ' ',
  ),
)

/** Suffixes of names whose value describes a secret but is not one. */
const ABOUT = new Set(
  'hash hashes hashed sha sha1 sha256 sha512 md5 digest checksum fingerprint id ids uuid guid name names type types count counter limit length len size expiry expires expiration expire exp ttl age lifetime duration timeout interval url uri urls endpoint host path paths file files filename dir directory folder location version format label title text message messages msg error errors err hint help info description desc placeholder prompt field fields input form column header headers prefix suffix param params parameter parameters policy policies regex regexp pattern rule rules validator validation strength min max minimum maximum required enabled disabled enable disable reset change changed update updated forgot forgotten confirmation provider manager factory store class interface scope scopes issuer audience algorithm alg algo method mode usage used budget kind state status ref reference arn email mail user username login date time at on model public index list map schema table example link button icon page screen view route module package vocab parser tokenizer separator delimiter symbol offset position line start end color node var variable selector xpath locator css element tag tags owner by from to is has not with via handler callback listener event action request response result option options config settings setting section group role permission source target attribute property props alias encoder encryptor hasher generator helper util utils service client server middleware guard filter strategy adapter plugin component template dialog modal visibility visible toggle show hide label2 rotation period days hours minutes seconds'.split(
    ' ',
  ),
)

/** Words that mark a value as public, or as not a credential. */
const PUBLIC = new Set(
  'public publishable csrf xsrf pagination continuation cancellation cancel idempotency tokenize localization i18n sitekey foreign partition recaptcha nextpage unk pad bos eos sep mask cls stop'.split(
    ' ',
  ),
)

/** Prefixes of `token` for a pagination position: `nextPageToken`. A `pageAccessToken` is a credential. */
const PLACES = new Set(['page', 'next', 'sync', 'cursor', 'resume', 'skip', 'previous', 'prev'])

/** Returns the secret name around an anchor; undefined for any other name. */
export function parseSecretName(text: string): SecretName | undefined {
  const words = wordsOf(text)
  let at = -1
  let kind: SecretName['kind'] = 'secret'
  for (const [index, word] of words.entries()) {
    if (PUBLIC.has(word) || (word === 'token' && PLACES.has(words[index - 1] ?? ''))) return undefined
    const isPassword = PASSWORD_WORDS.has(word)
    const isKey = word === 'key' && KEY_STEMS.has(words[index - 1] ?? '')
    if (!isPassword && !isKey && !SECRET_WORDS.has(word)) continue
    at = index
    kind = isPassword ? 'password' : 'secret'
  }
  if (at === -1) return undefined
  const after = words.slice(at + 1)
  if (after.some((word) => ABOUT.has(word))) return undefined
  return { text, kind, sure: after.every((word) => QUALIFIERS.has(word) || /^\d+$/.test(word)) }
}

/** Returns whether a word of the name marks its value as an id, a digest, a location or another public value. */
export function isAbout(name: string): boolean {
  return wordsOf(name).some((word) => ABOUT.has(word) || PUBLIC.has(word))
}

/** Words after the name of a secret that do not change its meaning. */
const QUALIFIERS = new Set(
  'value val default prod production dev development staging stage live test old new main primary secondary backup current previous str string b64 base64 hex raw plain plaintext data env root admin key base text2 a b one two'.split(
    ' ',
  ),
)

/** `dbPassword`, `DB_PASSWORD` and `db-password` → `db`, `password`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
