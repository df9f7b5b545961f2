import { domainToUnicode } from 'node:url'
import { normalizeKeyword } from '../../text/views.ts'
import type { Link } from './find-links.ts'

/** Why a link is not to be trusted. */
export type LinkDoubt =
  | 'not_in_context'
  | 'lookalike_domain'
  | 'shortener'
  | 'ip_address'
  | 'hidden_host'
  | 'unknown_suffix'

/** Services that hide the target of a link. */
const SHORTENERS = new Set(
  (
    'bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at tiny.cc rb.gy t.ly bl.ink v.gd s.id ' +
    'lnkd.in trib.al dlvr.it adf.ly bc.vc short.io shorte.st soo.gd qr.ae x.gd tiny.one urlz.fr u.to clck.ru vk.cc'
  ).split(' '),
)

/** Names that phishing imitates most; the label before the suffix. Reports of the Anti-Phishing Working Group name the sectors. */
const IMITATED = new Set(
  (
    'paypal google microsoft apple amazon facebook instagram whatsapp netflix linkedin twitter dropbox adobe ebay github gitlab ' +
    'openai anthropic stripe visa mastercard americanexpress chase wellsfargo bankofamerica citibank hsbc barclays santander ' +
    'dhl fedex ups usps docusign outlook office365 icloud gmail yahoo coinbase binance kraken metamask steam roblox telegram ' +
    'youtube wikipedia cloudflare salesforce slack zoom spotify airbnb booking uber'
  ).split(' '),
)

const IMITATED_LONG = [...IMITATED].filter((name) => name.length >= 6)

/** Returns why a link is suspicious on its own, regardless of the prompt. */
export function doubtOf(link: Link): LinkDoubt | undefined {
  if (link.hasUser) return 'hidden_host'
  if (link.isAddress) return isPrivate(link.host) ? undefined : 'ip_address'
  if (SHORTENERS.has(link.domain)) return 'shortener'
  if (isLookalike(link)) return 'lookalike_domain'
  if (!link.suffixKnown && link.host.includes('.') && !RESERVED.test(link.host)) return 'unknown_suffix'
  return undefined
}

/** Legitimate domains that resemble another one. */
const REAL = new Set([
  'telegra.ph',
  'barclay.com',
  'appel.nl',
  'chase.gov',
  'visas.com',
  'zooms.com',
  'ebays.com',
  'stream.com',
])

/** Names reserved for examples and private networks. RFC 2606, RFC 6761, RFC 6762, and common local names. */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|internal|lan|home|corp|intranet|svc|arpa|onion)$/u

function isPrivate(host: string): boolean {
  return /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[?::1|\[?f[cd])/u.test(host)
}

/** `paypa1.com`, `xn--pypal-4ve.com`, `аpple.com`, `paypal-login.com`, `paypal.com.evil.net`. */
function isLookalike({ host, domain }: Link): boolean {
  const label = domain.split('.', 1)[0] ?? ''
  if (IMITATED.has(label) || REAL.has(domain)) return false
  const shown = label.startsWith('xn--') ? domainToUnicode(label) || label : label
  const folded = normalizeKeyword(shown)
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
  if (folded !== label && IMITATED.has(folded)) return true
  if (IMITATED_LONG.some((name) => isOneEditAway(folded, name))) return true
  // The name precedes another domain, or is combined with a word that suggests trust.
  const before = host.slice(0, host.length - domain.length)
  if (before.split('.').some((part) => IMITATED.has(part)) && /\.(?:com|net|org)\.$/u.test(before)) return true
  return IMITATED_LONG.some(
    (name) =>
      folded.includes(name) &&
      /(?:^|-)(?:login|secure|account|verify|support|update|signin|billing|wallet)(?:-|$)/u.test(folded),
  )
}

function isOneEditAway(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  let fromEnd = 0
  const most = Math.min(left.length, right.length) - start
  while (fromEnd < most && left[left.length - 1 - fromEnd] === right[right.length - 1 - fromEnd]) fromEnd += 1
  const restLeft = left.length - start - fromEnd
  const restRight = right.length - start - fromEnd
  if (restLeft <= 1 && restRight <= 1) return true
  // Two adjacent characters are swapped.
  return restLeft === 2 && restRight === 2 && left[start] === right[start + 1] && left[start + 1] === right[start]
}
