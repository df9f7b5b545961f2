import type { Fields } from '@gatehouse/mcp'
import { FREE, isFields } from './envelope.ts'

/**
 * Schemes that execute their content, or start a program on the client machine: scripts, inline documents, browser internals, shells and
 * terminals, and programs with commands in addresses. Other schemes pass, because servers use custom schemes for resources.
 */
const RUNNING =
  /^(?:javascript|vbscript|livescript|data|blob|filesystem|view-source|about|jar|mk|mhtml|res|shell|search|search-ms|ms-.*|hcp|intent|android-app|itms.*|x-apple\..*|ssh|telnet|rlogin|smb|chrome.*|edge|opera|brave|devtools|moz-.*|resource|vscode.*|vscodium|cursor|win.*|zed|jetbrains|idea|steam|terminal|iterm2?|x-man-page)$/i

/** Raster images without active content. */
const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);/i

/** A scheme, as clients parse it: they skip spaces before it, and line breaks and tabs in it. RFC 3986 section 3.1, WHATWG URL. */
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
// oxlint-disable-next-line no-control-regex -- those are what clients skip
const SKIPPED_BEFORE = /^[\x00-\x20\u00a0\ufeff]+/
const SKIPPED_WITHIN = /[\t\n\r]/g
/** A template expression may be empty. RFC 6570. */
const OPEN_PART = /\{[^{}]*\}/g

/**
 * Files of the server: the protocol uses this scheme for file-like resources. An address with a host name would make the client
 * authenticate there.
 */
const OWN_FILE = /^file:(?:\/\/(?:localhost)?)?\/(?![/\\])/i

/** Returns whether following an address executes nothing. */
export function isSafeAddress(address: string): boolean {
  const plain = address.replaceAll(SKIPPED_WITHIN, '').replace(SKIPPED_BEFORE, '')
  const scheme = SCHEME.exec(plain)?.[1]?.toLowerCase()
  if (scheme === undefined) return !plain.startsWith('\\\\')
  if (scheme === 'file') return OWN_FILE.test(plain)
  return !RUNNING.test(scheme) || PICTURE.test(plain)
}

const isSafeTemplate = (template: string): boolean => isSafeAddress(template.replaceAll(OPEN_PART, ''))

/** Returns an icon that a client can display without executing anything. */
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

/** Maximum number of icons of one item. */
const ICONS_MAX = 16

export function safeIcons(icons: unknown): readonly Fields[] {
  if (!Array.isArray(icons)) return []
  const values: readonly unknown[] = icons
  return values
    .slice(0, ICONS_MAX)
    .map(safeIcon)
    .filter((icon) => icon !== undefined)
}

const WITHHELD = { type: 'text', text: '[URL withheld because it can run code.]' }

/**
 * Returns a server message without executable addresses: items identified by such an address are removed, parts of text are replaced by a
 * note, and icons are limited to images. A tool's own data is unchanged, because clients do not follow its addresses.
 */
export function withSafeAddresses(message: Fields): Fields {
  const safe = safePart(message)
  return isFields(safe) ? safe : {}
}

/** Returns the safe form of a value; undefined for one identified by a blocked address. */
function safePart(value: unknown): unknown {
  if (Array.isArray(value)) return safeList(value)
  if (!isFields(value)) return value
  const { uri, uriTemplate, websiteUrl, type } = value
  const isSafe =
    (typeof uri !== 'string' || isSafeAddress(uri)) && (typeof uriTemplate !== 'string' || isSafeTemplate(uriTemplate))
  const removed = typeof type === 'string' ? WITHHELD : undefined
  if (!isSafe) return removed
  const isSite = typeof websiteUrl === 'string' && /^https?:\/\//i.test(websiteUrl)
  let created: Record<string, unknown> | undefined
  for (const [name, inner] of Object.entries(value)) {
    if (FREE.has(name)) continue
    const safe = name === 'icons' ? safeIcons(inner) : name === 'websiteUrl' && !isSite ? undefined : safePart(inner)
    if (safe === inner) continue
    // A removed embedded resource removes its containing part.
    if (safe === undefined && isFields(inner) && removed !== undefined) return removed
    created ??= { ...value }
    if (safe === undefined) delete created[name]
    else created[name] = safe
  }
  return created ?? value
}

function safeList(list: readonly unknown[]): readonly unknown[] {
  const created = list.map((inner) => safePart(inner))
  if (created.every((inner, index) => inner === list[index])) return list
  return created.filter((inner, index) => inner !== undefined || list[index] === undefined)
}
