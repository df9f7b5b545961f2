import { base64Head } from './base64.ts'

/** Minimum share of printable bytes: random bytes have 38 %; text with a little padding stays well above this. */
const READABLE_MIN = 0.85

/** Shorter values are names, sizes and versions. */
const CARGO_CHARS_MIN = 20

/** Minimum length of a path segment that is no hand-written file name. */
const SEGMENT_CHARS_MIN = 36

/** Signature parameters of storage services, which have long random values. */
const SIGNED =
  /^(?:x-(?:amz|goog|oss|ms)-[\w-]{2,30}|sig|signature|se|sp|sv|sr|st|spr|expires|policy|key-pair-id|hmac|jwt|awsaccesskeyid|googleaccessid|alt|ixid|ixlib|utm_\w{2,12}|fbclid|gclid|oh|oe|_nc_\w{2,6}|itok|cb|hash|v|ver|version|raw|integrity|verify|token|expires_?in|q-\w{2,20}|logo|label|message|color|style|chl|latex|cht|chd|tex|eq|svg|url|src|image|img)$/i

/** Names under which a stolen conversation or secret usually travels. */
const CARGO_NAME =
  /^(?:d|data|q|query|c|cookie|secret|s|p|payload|exfil|leak|msg|m|text|t|info|history|chat|conversation|context|prompt|user|email|mail|password|pw|pass|api_?key|key|session|content|body|log|x|stolen|dump|summary|name|ssn|card|address|phone|value|val|id|uid|ref|b64|base64|hex|e)$/i

/** A placeholder that an assistant is instructed to fill with data. */
const PLACEHOLDER =
  /(?<![\w\\}])\{\{?[^{}]{2,60}\}?\}|\$\{?[a-z_][\w.]{1,40}\}?|%7b[^%]{1,60}%7d|\[(?:[a-z][a-z _-]{2,60})\]|%5b[a-z][\w%-]{2,60}%5d|<[a-z][a-z _-]{2,60}>|%3c[a-z][\w%-]{2,60}%3e/i

/** The same, written as a constant. */
const SLOT =
  /\b(?:YOUR|INSERT|REPLACE|SECRET|USER|DATA|CONTENT|SUMMARY|HISTORY|CONVERSATION|PROMPT|EMAIL|PASSWORD|TOKEN|KEY|API)_[A-Z_]{2,40}\b/

/**
 * How sure it is that an address carries data out: a placeholder that is to be filled in, readable text under an
 * encoding, or several words. A size, a badge label, a version, a signature of a storage service carries none.
 * @param address an absolute address; only its first 2,000 characters are read
 */
export function cargoConfidence(address: string): number {
  // A fragment stays in the browser.
  const url = address.slice(0, 2_000).split('#', 1)[0] ?? ''
  const host = /^(?:https?:)?\/\/([^/?#\s]{1,253})/i.exec(url)
  if (host === null) return 0
  const rest = url.slice(host[0].length)
  const mark = rest.indexOf('?')
  const path = mark === -1 ? rest : rest.slice(0, mark)
  let best = subdomainConfidence(host[1] ?? '')
  if (isSlot(path)) best = Math.max(best, 0.6)
  for (const segment of path.split('/', 24)) {
    if (segment.length >= SEGMENT_CHARS_MIN) best = Math.max(best, readable(segment.replace(/\.\w{2,4}$/, '')) * 0.9)
  }
  if (mark === -1) return best
  for (const pair of rest.slice(mark + 1).split('&', 40)) best = Math.max(best, pairConfidence(pair))
  return best
}

function isSlot(text: string): boolean {
  return PLACEHOLDER.test(text) || SLOT.test(text)
}

function pairConfidence(pair: string): number {
  const equals = pair.indexOf('=')
  const name = equals === -1 ? '' : pair.slice(0, equals)
  const value = equals === -1 ? pair : pair.slice(equals + 1)
  if (isSlot(value)) return CARGO_NAME.test(name) ? 1 : 0.8
  if (SIGNED.test(name) || value.length < CARGO_CHARS_MIN) return sensitive(value) && !SIGNED.test(name) ? 0.8 : 0
  const words = value.split(/%20|\+|_|-|%2c|%0a/i).filter((word) => /^[a-z',.]{2,15}$/i.test(word)).length
  const encoded = readable(value)
  if (CARGO_NAME.test(name)) return Math.max(encoded, words >= 5 ? 0.8 : 0, sensitive(value) ? 1 : 0)
  return Math.max(encoded * 0.8, sensitive(value) ? 0.8 : 0, name === '' && words >= 6 ? 0.6 : 0)
}

/** Whether a value is itself sensitive: a personal address, a key, a password. */
function sensitive(value: string): boolean {
  return /(?:[\w.-]{2,40}(?:@|%40)[\w-]{2,30}\.[a-z]{2,8})|(?:sk|pk|ghp|gho|xox[abp]|AKIA|eyJ)[-_]?[\w-]{12,}|(?:password|passwd|secret|api_?key)(?:%3a|%3d|:|=|-is-)\S{3,}/i.test(
    value,
  )
}

/** Returns 1 where a run of base64 or hex decodes to readable text, else 0. */
function readable(value: string): number {
  const run = value
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/%3d|=/gi, '')
    .replaceAll(/%2b/gi, '+')
    .replaceAll(/%2f/gi, '/')
  if (/^[0-9a-f]{24,}$/i.test(run) && run.length % 2 === 0) return printable(hexText(run)) ? 1 : 0
  if (run.length < CARGO_CHARS_MIN || !/^[a-z0-9+/]+$/i.test(run)) return 0
  return printable(base64Head(run)) ? 1 : 0
}

function hexText(hex: string): string {
  let text = ''
  for (let i = 0; i + 1 < hex.length && i < 400; i += 2)
    text += String.fromCharCode(Number.parseInt(hex.slice(i, i + 2), 16))
  return text
}

function printable(text: string): boolean {
  const read = text.match(/[\x09\x0a\x0d\x20-\x7e]/g)?.length ?? 0
  return text.length >= 12 && read >= READABLE_MIN * text.length
}

/** Returns the confidence that a host carries data: in `c2VjcmV0….h.example`, a DNS lookup alone sends the data to its owner. */
function subdomainConfidence(host: string): number {
  const labels = host.toLowerCase().split('.')
  if (labels.length < 3) return 0
  return labels
    .slice(0, -2)
    .some(
      (label) => /\$\{|\{\{|\{\w{2,30}\}/.test(label) || (label.length >= 32 && readable(host.split('.')[0] ?? '') > 0),
    )
    ? 0.9
    : 0
}
