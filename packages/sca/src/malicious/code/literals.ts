import { CARRIES } from './taints.ts'

/** Observations about the texts of one source, independent of their use. */
export interface TextOrigins {
  /** Letters and digits that are written as escapes. */
  escapedLetters: number
  /** Names that were split, or written in escapes, to evade detection. */
  hiddenNames: string[]
  /** Units of the longest text that is encoded. */
  longestBlob: number
}

export function createTextOrigins(): TextOrigins {
  return { escapedLetters: 0, hiddenNames: [], longestBlob: 0 }
}

/** From this length on a text without blanks is no word, path or address. */
const BLOB_UNITS_MIN = 200
const BLOB = /^[\w+/=%.~!-]+$/
/** Escapes of characters that need no escape. */
const ESCAPE = /\\x([2-7][\da-fA-F])|\\u00([2-7][\da-fA-F])|\\u\{([2-7][\da-fA-F])\}/g
const ESCAPES_READ_UNITS = 2_000
const HIDDEN_MAX = 20
/** Paths are shorter. */
const PATH_UNITS_MAX = 300

/** Files with credentials, keys or wallets; legitimate URLs do not contain these names. */
const CREDENTIAL_FILE = new RegExp(
  [
    String.raw`(?:^|[\\/"'\`~])\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials|docker)(?:[\\/"'\`]|$)`,
    String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
    String.raw`\.config[\\/]{1,2}(?:gcloud|gh|solana)`,
    String.raw`\b(?:Login Data|Local State|Local Storage|wallet\.dat|key4\.db|logins\.json|keystore)\b`,
    String.raw`/etc/shadow\b|\bnkbihfbeogaeaoehlefnkodbefgpgknn\b|[\\/](?:Exodus|Electrum|atomic)[\\/]`,
  ].join('|'),
)

/** Names that are worth hiding. */
const HOT =
  /^(?:child_process|eval|exec|execSync|spawn|Function|fromCharCode|base64|atob|powershell|process|require|constructor|https?|__import__|subprocess|os\.system|marshal)$/

/** Returns the taint of a text literal, with its quotes. */
export function textCarries(word: string, carried: TextOrigins, joined: string | undefined): number {
  let mask = 0
  if (word.length >= BLOB_UNITS_MIN && BLOB.test(inner(word))) {
    mask |= CARRIES.blob
    carried.longestBlob = Math.max(carried.longestBlob, word.length)
  }
  if (word.length <= PATH_UNITS_MAX && CREDENTIAL_FILE.test(word)) mask |= CARRIES.credentials
  if (word.includes('\\')) readEscapes(word, carried)
  if (joined !== undefined && joined.length + word.length < 40) {
    const whole = inner(joined) + inner(word)
    if (HOT.test(whole) && inner(word) !== '' && inner(joined) !== '') hide(carried, whole)
  }
  return mask
}

function readEscapes(word: string, carried: TextOrigins): void {
  let escaped = 0
  const plain = word.slice(0, ESCAPES_READ_UNITS).replaceAll(ESCAPE, (_all, a?: string, b?: string, c?: string) => {
    const letter = String.fromCharCode(Number.parseInt(a ?? b ?? c ?? '', 16))
    if (/[A-Za-z0-9]/.test(letter)) escaped += 1
    return letter
  })
  carried.escapedLetters += escaped
  if (escaped >= 2 && HOT.test(inner(plain))) hide(carried, inner(plain))
}

function hide(carried: TextOrigins, name: string): void {
  if (carried.hiddenNames.length < HIDDEN_MAX) carried.hiddenNames.push(name)
}

/** Without quotes or the letters before them. */
function inner(word: string): string {
  const from = /^[A-Za-z]{0,2}(?:"""|'''|["'`])/.exec(word)?.[0].length ?? 0
  return word.slice(from).replace(/(?:"""|'''|["'`]|\$\{)$/, '')
}
