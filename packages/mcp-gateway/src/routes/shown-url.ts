const MASK = '***'

/**
 * An address as it may be kept and shown: names of its query stay, and their values, the fragment, and what stands before an
 * `@` do not, since people put keys there.
 */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return MASK
  const url = new URL(address)
  const hides = url.search.length > 1 || url.hash.length > 1 || url.username !== '' || url.password !== ''
  if (!hides) return address
  url.username = ''
  url.password = ''
  url.hash = ''
  const query = url.search
    .slice(1)
    .split('&')
    .map((part) => (part.includes('=') ? `${part.slice(0, part.indexOf('='))}=${MASK}` : part === '' ? '' : MASK))
    .join('&')
  url.search = ''
  return query === '' ? url.href : `${url.href}?${query}`
}
