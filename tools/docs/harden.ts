import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/tree.ts'

/**
 * Content security policy of the pages. Pages contain no inline scripts and styles, so that no hashes or exceptions are needed; the small
 * images in the style sheet are the only data URLs.
 */
export const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*?)\sstyle="([^"]*)"/g
/** VitePress writes these; theme/pages.css contains the first, and its script sets the second. */
const KNOWN_STYLES = new Set(['position:relative;', '--vp-vh:0px;'])

/**
 * Moves every inline script of built pages to a file and removes known needless inline styles.
 * @throws {Error} naming a page with another inline style or a style element
 */
export function harden(folder: string, base: string): void {
  const written = new Set<string>()
  for (const path of listFiles(folder)) {
    if (!path.endsWith('.html')) continue
    const page = readFileSync(join(folder, path), 'utf8')
    const safe = page
      .replaceAll(INLINE_SCRIPT, (_, attributes: string, text: string) => {
        const name = `assets/inline.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`
        if (!written.has(name)) writeFileSync(join(folder, name), text)
        written.add(name)
        return `<script${attributes} src="${base}${name}"></script>`
      })
      .replaceAll(STYLE_ATTRIBUTE, (whole, before: string, style: string) => (KNOWN_STYLES.has(style) ? before : whole))
    const left = /<style\b|<[a-z][^<>]*\s(?:style|on\w+)="/.exec(safe)
    if (left !== null)
      throw new Error(`${path} holds an inline style or handler: ${safe.slice(left.index, left.index + 120)}`)
    writeFileSync(join(folder, path), safe)
  }
}
