const MASK = '***'

/**
 * Returns an address for storage and display. Removes the values of query parameters, the fragment and the user information, which may
 * contain keys.
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
