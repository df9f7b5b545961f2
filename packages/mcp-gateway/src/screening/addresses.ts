import type { Fields } from '@gatehouse/mcp'
import { FREE, isFields } from './envelope.ts'

/**
 * Schemes that run what stands behind them, or have a program on the machine of whoever follows them run it: scripts, documents
 * that are the address itself, inner parts of browsers, shells and terminals, and programs that take orders in addresses.
 * Servers name their resources by schemes of their own, so that others pass.
 */
const RUNNING =
  /^(?:javascript|vbscript|livescript|data|blob|filesystem|view-source|about|jar|mk|mhtml|res|shell|search|search-ms|ms-.*|hcp|intent|android-app|itms.*|x-apple\..*|ssh|telnet|rlogin|smb|chrome.*|edge|opera|brave|devtools|moz-.*|resource|vscode.*|vscodium|cursor|win.*|zed|jetbrains|idea|steam|terminal|iterm2?|x-man-page)$/i

/** Pictures that hold nothing but points. */
const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);/i

/** A scheme, as clients read it: they skip blanks before it, and line breaks and tabs in it. RFC 3986 section 3.1, WHATWG URL. */
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
// oxlint-disable-next-line no-control-regex -- those are what clients skip
const SKIPPED_BEFORE = /^[\x00-\x20\u00a0\ufeff]+/
const SKIPPED_WITHIN = /[\t\n\r]/g
/** What a template leaves open may be nothing. RFC 6570. */
const OPEN_PART = /\{[^{}]*\}/g

/**
 * Files of the server, wherever it runs: the protocol has servers name what behaves like files so. One that names a host makes
 * whoever follows it sign in there.
 */
const OWN_FILE = /^file:(?:\/\/(?:localhost)?)?\/(?![/\\])/i

/** Whether nothing runs when somebody follows an address. */
export function isSafeAddress(address: string): boolean {
  const plain = address.replaceAll(SKIPPED_WITHIN, '').replace(SKIPPED_BEFORE, '')
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase()
  if (scheme === undefined) return !plain.startsWith('\\\\')
  if (scheme === 'file') return OWN_FILE.test(plain)
  return !RUNNING.test(scheme) || PICTURE.test(plain)
}

const isSafeTemplate = (template: string): boolean => isSafeAddress(template.replaceAll(OPEN_PART, ''))

/** An icon that a client can show without running anything. */
function safeIcon(icon: unknown): Fields | undefined {
  if (!isFields(icon)) return undefined
  const { src, mimeType, sizes, theme } = icon
  if (typeof src !== 'string' || !(/^https:\/\//i.test(src) || PICTURE.test(src))) return undefined
  const plain = { src, mimeType, sizes, theme }
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => typeof value === 'string' || isSizes(value)))
}

function isSizes(value: unknown): boolean {
  return Array.isArray(value) && value.every((size) => typeof size === 'string')
}

/** Pictures of one thing. */
const ICONS_MAX = 16

export function safeIcons(icons: unknown): readonly Fields[] {
  if (!Array.isArray(icons)) return []
  const given: readonly unknown[] = icons
  return given
    .slice(0, ICONS_MAX)
    .map(safeIcon)
    .filter((icon) => icon !== undefined)
}

const WITHHELD = { type: 'text', text: '[An address that may run something is withheld.]' }

/**
 * A message of a server without addresses that may run something: what is named by one goes as a whole, a part of a text for
 * a note, and of icons those that are pictures stay. Data of a tool's own are looked at by nobody here: no client follows them.
 */
export function withSafeAddresses(message: Fields): Fields {
  const safe = safePart(message)
  return isFields(safe) ? safe : {}
}

/** What is left of a value; undefined for what is named by an address that does not pass. */
function safePart(value: unknown): unknown {
  if (Array.isArray(value)) return safeList(value)
  if (!isFields(value)) return value
  const { uri, uriTemplate, websiteUrl, type } = value
  const isSafe =
    (typeof uri !== 'string' || isSafeAddress(uri)) && (typeof uriTemplate !== 'string' || isSafeTemplate(uriTemplate))
  const gone = typeof type === 'string' ? WITHHELD : undefined
  if (!isSafe) return gone
  const isSite = typeof websiteUrl === 'string' && /^https?:\/\//i.test(websiteUrl)
  let made: Record<string, unknown> | undefined
  for (const [name, inner] of Object.entries(value)) {
    if (FREE.has(name)) continue
    const safe = name === 'icons' ? safeIcons(inner) : name === 'websiteUrl' && !isSite ? undefined : safePart(inner)
    if (safe === inner) continue
    // An embedded resource that is gone takes the part along that holds it.
    if (safe === undefined && isFields(inner) && gone !== undefined) return gone
    made ??= { ...value }
    if (safe === undefined) delete made[name]
    else made[name] = safe
  }
  return made ?? value
}

function safeList(list: readonly unknown[]): readonly unknown[] {
  const made = list.map((inner) => safePart(inner))
  if (made.every((inner, index) => inner === list[index])) return list
  return made.filter((inner, index) => inner !== undefined || list[index] === undefined)
}
