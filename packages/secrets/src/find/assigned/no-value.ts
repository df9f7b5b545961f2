import { isPlaceholder, isReference, isUuid } from '@gatehouse/formats/credentials'

/** Placeholders of values that are filled in later or come from elsewhere. */
const TEMPLATE =
  /\$\{|\{\{|\}\}|<%|%>|#\{|\$\(|^\$[A-Za-z_][\w:.[\]'-]*$|^%[\w()~-]+%?[sd]?$|^\{[\w.:$-]*\}$|^\[[\w .:-]*\]$|^<[^>]*>?$|^@[\w.-]+@?$|^:[a-z_]+$|^\?+$|^(.)\1*$|^__\w+__$|^\w+\[['"]?\w+['"]?\]$|^&?\*?[A-Za-z_][\w.]*\(/
/** Text that was encrypted or hashed before it was written. */
const SEALED =
  /^(?:ENC[([]|\{cipher\}|vault:v\d|\$ANSIBLE_VAULT|gAAAAA|AQICAH|\$(?:2[abxy]|5|6|1|y|argon2\w*|pbkdf2[\w-]*|scrypt)\$|\{(?:SSHA|SHA|MD5|CRYPT|bcrypt)\w*\}|pbkdf2[_:]|bcrypt|scrypt:|sha\d{1,3}[-:$]|md5[-:]|AgA|AgB)/
/** Addresses, references to stores of secrets, paths. */
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|op:\/\/|vault:|ssm:|secretsmanager|projects\/|keyring:|env:|file:|data:|urn:|mailto:|\.{0,2}\/|~\/|[A-Za-z]:\\|[\w.-]+\/[\w.-]+\/[\w./-]*$)/
/** Names of files and hosts. */
const NAMED_THING =
  /\.(?:json|ya?ml|txt|pem|crt|cer|key|p12|pfx|jks|js|jsx|ts|tsx|py|rb|go|rs|java|php|cs|md|html?|css|png|svg|jpe?g|env|cfg|conf|ini|properties|xml|sh|com|org|net|io|local|internal|dev)(?:[:/]\S*)?$/i
/** Times, versions, network addresses, plain numbers, colors, media types, digests of a known length without letters. */
const MEASURE =
  /^(?:\d{4}-\d\d-\d\d|[vV]?\d+(?:\.\d+)+|\d{1,3}(?:\.\d{1,3}){3}|[\d\s.,:+-]+|#[0-9a-f]{3,8}|(?:application|text|image|audio|video|font|multipart)\/[\w.+-]+|\d+(?:ms|s|m|h|d|px|em|kb|mb|gb)?)$/i
/** Patterns about passwords are not passwords. */
const PATTERN = /\\[dwsSWDb]|\[\^|\(\?|\[a-z|\[A-Z|\[0-9|\{\d+,|^\^|\.\*|\|\|/
const WORDS =
  /^(?:null|none|nil|undefined|true|false|yes|no|on|off|required|optional|string|text|number|integer|boolean|object|any|unknown|default|hidden|visible|input|basic|bearer|oauth2?|apikey|anonymous|disabled|enabled|inherit|auto|empty|blank|n\/a|todo|tbd|fixme)$/i
const FILLER =
  /your|my[-_]?(?:api|app|secret|token|key|pass|access|client|auth|super|very|long)|change[-_]?(?:me|it|this|in)|replace|insert|enter[-_ ]|_here|-here|here$|example|sample|placeholder|dummy|redacted|todo|fixme|secret[-_]?(?:key|value|token|string)|super[-_]?secret|top[-_]?secret|api[-_]?key|(?:access|auth|client)[-_]?(?:key|token|secret)|some[-_]|not[-_]?(?:a|real|used|set|secure)|insecure|password[-_.]|[-_.]password|fake|mock|lorem|foobar|xxx|removed|omitted|masked|hidden|^pass(?:word|wd)?$|^<|>$|\.\.\.|…|\*\*\*|123456|abcdef|qwerty|deadbeef|cafebabe|aaaa|0000|1111|ffff/i

/**
 * Returns whether a value is certainly not a secret: references, templates, encrypted values, addresses, measures, documentation
 * placeholders.
 * @param isQuoted whether it was quoted: variable names are bare
 */
export function isNoValue(value: string, isQuoted: boolean): boolean {
  if (value.length < VALUE_UNITS_MIN || (!isQuoted && value.split('=').length > SIGNS_MAX)) return true
  if (WORDS.test(value) || TEMPLATE.test(value) || SEALED.test(value)) return true
  if (isUuid(value) || MEASURE.test(value) || PATTERN.test(value) || NAMED_THING.test(value)) return true
  if (ADDRESS.test(value) && !/^[\w+/]{30,}={0,2}$/.test(value)) return true
  if (!isQuoted && (isReference(value) || EXPRESSION.test(value))) return true
  return isFiller(value)
}

/** Unquoted expressions in code: calls, lists, objects, members. */
const EXPRESSION = /^[[({]|^[\w.-]+=$|[\w\])]\(|^[A-Za-z_$][\w$]*(?:\.[\w$]+)*\[|\)[;,]?$|=>/

const VALUE_UNITS_MIN = 6
/** A bare value with more assignment operators is a list of settings. */
const SIGNS_MAX = 5

/** Returns whether a value contains documentation placeholders, which also occur by chance in long random values. */
export function isFiller(value: string): boolean {
  if (isPlaceholder(value)) return true
  const match = FILLER.exec(value)
  return match !== null && (value.length < FILLER_UNITS_MAX || match[0].length > CHANCE_UNITS_MAX)
}

const FILLER_UNITS_MAX = 32
const CHANCE_UNITS_MAX = 5

/** Returns whether a value is a typical test password. */
export function isTestWord(value: string): boolean {
  if (value.length > TEST_WORD_UNITS_MAX) return false
  return TEST_WORD.test(value) || TEST_WORD.test(value.replaceAll(/[013457@$]/g, (sign) => LEET[sign] ?? sign))
}

/** Digits and symbols that replace letters. */
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

const TEST_WORD_UNITS_MAX = 40

const TEST_WORD =
  /^(?:my|the|new|old|your|some|a|db|user|root|admin|test|wrong|bad|good|valid|invalid|correct|secure|strong|weak|temp|default|initial)*[-_@!#$. ]*(?:p[a@4][s5$]{2}(?:w[o0]rd|wd|w|phrase)?|secret|token|test(?:ing|er)?|admin|administrator|root|user(?:name)?|guest|demo|foo|bar|baz|abc|qwerty|letmein|welcome|hello|monkey|dragon|postgres|mysql|mongo|redis|rabbitmq?|docker|default|login|changeme|temp|value|key|hunter|bob|alice|john|jane)+[-_@!#$.]*\d{0,4}[!@#$%.]{0,3}$/i
