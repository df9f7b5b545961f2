type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A name or an address of a host, with a port or without: nothing that a shell or a page would take for more. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * The address of this service as its caller wrote it; undefined where that is no plain one. What callers send is theirs: it may
 * stand in an answer to them alone, between quotes.
 */
export function serverAddress({ host, 'x-forwarded-proto': scheme }: Headers): string | undefined {
  if (typeof host !== 'string' || !HOST.test(host)) return undefined
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`
}
