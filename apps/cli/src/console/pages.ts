import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { guardAnswer, PAGE_POLICY, Refusal } from './answer.ts'
import { serveFile } from './assets.ts'
import { preloadsOf } from './preloads.ts'

/** Build state of the page. */
export interface PageSource {
  state(): { readonly folder: string } | { readonly building: true } | { readonly failed: string }
}

/** Built documentation: pages without inline scripts or styles, except those with listed hashes. */
export interface DocsFolder {
  readonly path: string
  /** For example `'sha256-…'`, for `script-src`. */
  readonly scriptHashes: readonly string[]
}

export type DocsState = DocsFolder | { readonly failed: string }

interface Pages {
  readonly page: PageSource
  /** Undefined if not built yet. */
  docs(): DocsState | undefined
}

const INDEX = 'index.html'
const NOT_BUILT =
  'The documentation is built in the background within a minute or two, and this page reloads automatically. To ' +
  'build it now, run npm run docs. The source files are in the docs folder of the repository.'
const BUILD_AGAIN =
  'Run npm run docs to build the documentation; this page then shows it. The source files are in the docs folder ' +
  'of the repository.'
const DOCS_REFRESH_S = 5

/**
 * Serves a file of the page or the documentation. All other paths are routes of the page.
 * @throws {Refusal} 404 if the file does not exist
 */
export function servePage(incoming: IncomingMessage, response: ServerResponse, path: string, pages: Pages): void {
  const name = decodeURIComponent(path).slice(1)
  if (name === 'docs' || name.startsWith('docs/')) {
    serveDocs(incoming, response, name, pages.docs())
    return
  }
  const state = pages.page.state()
  if ('folder' in state) {
    const folder = { path: state.folder, policy: PAGE_POLICY, hashed: 'assets/' }
    if (isFile(name)) {
      if (serveFile(folder, name, incoming, response)) return
      throw new Refusal(404, 'not_found', 'File not found.')
    }
    const link = preloadsOf(state.folder, name)
    if (link !== undefined) response.setHeader('link', link)
    if (serveFile(folder, INDEX, incoming, response)) return
    throw new Refusal(404, 'not_found', 'File not found.')
  }
  if ('building' in state)
    sendMessagePage(response, 'Building the console', 'This takes a few seconds. The page reloads automatically.', 2)
  else sendMessagePage(response, 'Console build failed', state.failed, undefined)
}

/** Files are below `assets`, or have an extension and are next to the index. Deeper names can be routes, such as reports. */
function isFile(name: string): boolean {
  return name.startsWith('assets/') || (!name.includes('/') && extname(name) !== '')
}

function serveDocs(
  incoming: IncomingMessage,
  response: ServerResponse,
  name: string,
  docs: DocsState | undefined,
): void {
  if (docs === undefined) {
    sendMessagePage(response, 'The documentation is not built yet', NOT_BUILT, DOCS_REFRESH_S)
    return
  }
  if ('failed' in docs) {
    sendMessagePage(response, 'Documentation build failed', `${docs.failed} – ${BUILD_AGAIN}`, DOCS_REFRESH_S)
    return
  }
  const inside = name.slice('docs/'.length)
  const folder = { path: docs.path, policy: docsPolicy(docs), hashed: 'assets/' }
  const candidates = inside === '' ? [INDEX] : [inside, `${inside}.html`, `${inside.replace(/\/$/, '')}/${INDEX}`]
  if (candidates.some((candidate) => serveFile(folder, candidate, incoming, response))) return
  throw new Refusal(404, 'not_found', 'Documentation page not found.')
}

function docsPolicy({ scriptHashes }: DocsFolder): string {
  const hashes = scriptHashes.filter((hash) => /^'sha(?:256|384|512)-[A-Za-z0-9+/=]+'$/.test(hash))
  return [
    "default-src 'none'",
    "connect-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Sends a minimal page with a message. */
function sendMessagePage(
  response: ServerResponse,
  title: string,
  sentence: string,
  refresh_s: number | undefined,
): void {
  guardAnswer(response, PAGE_POLICY)
  const second = refresh_s === undefined ? '' : `<meta http-equiv="refresh" content="${refresh_s}">`
  const text = `<!doctype html><html lang="en"><meta charset="utf-8">${second}<title>${escaped(title)}</title><h1>${escaped(title)}</h1><p>${escaped(sentence)}</p></html>`
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
