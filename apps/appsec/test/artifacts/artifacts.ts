import { expect } from 'vitest'
import { type Person, send, type Served } from '../serve.ts'

export interface Line {
  readonly type: string
  readonly kind: string
  readonly mediaType: string
  readonly size: number
  readonly sha256: string
  readonly downloadPath: string
}

/** The list of a scan's artifacts. */
export async function linesOf({ url }: Served, { key }: Person, scanId: unknown): Promise<readonly Line[]> {
  const { status, body } = await send(`${url}/api/scans/${String(scanId)}/artifacts`, 'GET', undefined, key)
  expect(status).toBe(200)
  return body['artifacts'] as readonly Line[]
}

/** An artifact as the wire has it. */
export async function artifact({ url }: Served, { key }: Person, scanId: unknown, kind: string, headers = {}) {
  const response = await fetch(`${url}/api/scans/${String(scanId)}/artifacts/${kind}`, {
    headers: { ...key, ...headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

/** Returns a JSON artifact. Tests check it with matchers. */
export async function document(service: Served, person: Person, scanId: unknown, kind: string): Promise<never> {
  const { status, text } = await artifact(service, person, scanId, kind)
  expect([kind, status]).toEqual([kind, 200])
  return JSON.parse(text) as never
}
