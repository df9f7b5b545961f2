import type { IncomingHttpHeaders } from 'node:http'

/** Maximum length of a cookie value in browsers. */
const COOKIE_CHARS_MAX = 4_096

/** Returns whether the browser used TLS, as reported by the terminating proxy. A false claim only gives the caller an unusable cookie. */
export function isOverTls({ 'x-forwarded-proto': protocol }: Readonly<Record<string, unknown>>): boolean {
  return protocol === 'https'
}

/** Returns the pairs of a `Cookie` header with a given name, unchanged. */
export function cookiePairs(header: IncomingHttpHeaders['cookie'], name: string): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`))
}

/** Returns the value of a cookie; undefined if it is missing or duplicated, because another page may have planted the second one. */
export function soleCookie(header: IncomingHttpHeaders['cookie'], name: string): string | undefined {
  const [pair, ...others] = cookiePairs(header, name)
  const value = pair?.slice(name.length + 1) ?? ''
  return others.length === 0 && value !== '' && value.length <= COOKIE_CHARS_MAX ? value : undefined
}
