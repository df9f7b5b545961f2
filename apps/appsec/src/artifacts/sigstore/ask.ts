import { Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

/** Certificates and log entries have a few kilobytes. */
const ANSWER_BYTES_MAX = 1024 * 1024

/**
 * Sends JSON to a Sigstore service.
 * @returns the unvalidated response
 * @throws {Failure} `unavailable`, `egress_refused`
 */
export async function requestSigstore(
  url: string,
  body: object,
  egress: Egress,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await egress.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    maxBytes: ANSWER_BYTES_MAX,
    maxRedirects: 0,
    signal,
  })
  const text = await response.text()
  const { host } = new URL(url)
  if (!response.ok) throw new Failure('unavailable', `${host} answered ${response.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('unavailable', `${host} did not return JSON`)
  }
}
