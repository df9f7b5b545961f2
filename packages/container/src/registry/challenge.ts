/** Request of a registry for credentials. */
export interface Challenge {
  readonly scheme: 'basic' | 'bearer'
  readonly realm: string
  readonly service?: string
  readonly scope?: string
}

const HEADER_CHARS_MAX = 4_096
const PARAMETER = /([a-zA-Z_]{1,32})="([^"]{0,2000})"/g

/** Parses the header `WWW-Authenticate`; undefined for other schemes. */
export function parseChallenge(header: string | null): Challenge | undefined {
  const text = (header ?? '').slice(0, HEADER_CHARS_MAX)
  const scheme = /^\s*(basic|bearer)\b/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'basic' && scheme !== 'bearer') return undefined
  const values = new Map([...text.matchAll(PARAMETER)].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
  const [service, scope] = [values.get('service'), values.get('scope')]
  return {
    scheme,
    realm: values.get('realm') ?? '',
    ...(service !== undefined && { service }),
    ...(scope !== undefined && { scope }),
  }
}
