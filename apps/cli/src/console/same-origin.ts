import type { IncomingMessage } from 'node:http'
import { Refusal } from './answer.ts'

/** Header of each change from the page's script. Forms of other sites cannot set it, and their scripts need a CORS preflight. */
export const PAGE_HEADER = 'x-gatehouse-console'

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/
const READS = new Set(['GET', 'HEAD'])

/**
 * Rejects foreign host names while the console listens on loopback. This prevents DNS rebinding.
 * @throws {Refusal} 403
 */
export function checkHost({ headers: { host = '' } }: IncomingMessage, isLoopback: boolean): void {
  const name = host.toLowerCase()
  if (isLoopback ? LOOPBACK.test(name) : HOST.test(name)) return
  throw new Refusal(403, 'origin_refused', 'The console only accepts requests to host names of this machine.')
}

/**
 * Rejects requests from other origins, and changes that the console's script did not send.
 * @throws {Refusal} 403
 */
export function checkSameOrigin({ method = '', headers }: IncomingMessage): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isRead = READS.has(method)
  const fromElsewhere = site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')
  const foreign = origin !== undefined && !/^https?:\/\//.test(origin)
  const other = origin !== undefined && origin.toLowerCase().replace(/^https?:\/\//, '') !== host?.toLowerCase()
  if (fromElsewhere || foreign || other) {
    throw new Refusal(403, 'origin_refused', 'Cross-site request rejected.')
  }
  if (isRead) return
  if (headers[PAGE_HEADER] !== '1') {
    throw new Refusal(
      403,
      'origin_refused',
      `The ${PAGE_HEADER}: 1 header is required for changes. The console page sets it.`,
    )
  }
  if (origin === undefined && site === undefined) {
    throw new Refusal(403, 'origin_refused', 'Changes require an Origin or Sec-Fetch-Site header, as sent by browsers.')
  }
}
