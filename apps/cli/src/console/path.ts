import { Refusal } from './answer.ts'

/** Own limit: real queries are shorter. */
const PATH_CHARS_MAX = 8_192
/** Own limit: proxies may escape a name twice. */
const DECODINGS = 4

/**
 * Returns the request's path and query unchanged.
 * @throws {Refusal} for an absolute address, a path that is too long, or path traversal
 */
export function checkedTarget(url: string | undefined): { readonly path: string; readonly search: string } {
  if (url === undefined || !url.startsWith('/') || url.startsWith('//')) throw malformed()
  if (url.length > PATH_CHARS_MAX) throw new Refusal(414, 'path_too_long', 'The URL is too long.')
  const at = url.indexOf('?')
  const [path, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  if (!/^[!-~]*$/.test(url) || url.includes('#')) throw malformed()
  checkSegments(path)
  return { path, search }
}

function checkSegments(path: string): void {
  let text = path
  for (let turn = 0; turn < DECODINGS; turn++) {
    // oxlint-disable-next-line no-control-regex -- what ends a line or a text in some reader
    if (/[\u0000-\u001f\u007f]/.test(text)) throw malformed()
    if (text.split(/[/\\]/).some((segment) => segment === '.' || segment === '..')) throw malformed()
    const decoded = decodedOnce(text)
    if (decoded === text) return
    text = decoded
  }
  throw malformed()
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

function malformed(): Refusal {
  return new Refusal(400, 'malformed_request', 'Invalid console URL.')
}
