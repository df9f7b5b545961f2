import type { IncomingHttpHeaders } from 'node:http'

/** A value longer than browsers keep of a cookie. */
const COOKIE_CHARS_MAX = 4_096

/**
 * Whether the browser came over TLS, as the proxy that terminates it reports. A caller who claims it falsely gets a cookie that
 * their own browser does not send back.
 */
export function isOverTls({ 'x-forwarded-proto': protocol }: Readonly<Record<string, unknown>>): boolean {
  return protocol === 'https'
}

/** The pairs of a `Cookie` header with a given name, unchanged. */
export function cookiePairs(header: IncomingHttpHeaders['cookie'], name: string): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`))
}

/** The value of a cookie; undefined where there is none, or more than one: another page may have planted the second. */
export function soleCookie(header: IncomingHttpHeaders['cookie'], name: string): string | undefined {
  const [pair, ...others] = cookiePairs(header, name)
  const value = pair?.slice(name.length + 1) ?? ''
  return others.length === 0 && value !== '' && value.length <= COOKIE_CHARS_MAX ? value : undefined
}
