import { setTimeout as wait } from 'node:timers/promises'
import { patient_ms } from '@gatehouse/testkit'
import { expect } from 'vitest'
import { tarOf } from './archives.ts'
import { type Answer, type Person, send, type Served } from './serve.ts'

type Files = Readonly<Record<string, string>>

/** Uploads files as an archive and queues a scan of them. */
export async function upload(
  { url }: Pick<Served, 'url'>,
  { key }: Pick<Person, 'key'>,
  files: Files,
  fields: Readonly<Record<string, string>> = {},
  part = 'source',
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ scanType: 'SECRETS_ONLY', ...fields })) form.set(name, value)
  form.set(part, new Blob([new Uint8Array(tarOf(files))]), 'shop.tar')
  const response = await fetch(`${url}/api/scans`, { method: 'POST', headers: { ...key }, body: form })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer['body'] }
}

/** Asks for a scan until it is as wanted. */
export async function until(
  { url }: Pick<Served, 'url'>,
  { key }: Pick<Person, 'key'>,
  scanId: unknown,
  isWanted: (scan: Answer['body']) => boolean,
): Promise<Answer['body']> {
  const from = performance.now()
  for (;;) {
    const { status, body } = await send(`${url}/api/scans/${String(scanId)}`, 'GET', undefined, key)
    expect(status).toBe(200)
    if (isWanted(body)) return body
    const passed_ms = performance.now() - from
    if (passed_ms > 20_000 && passed_ms > patient_ms(20_000))
      throw new Error(`the scan stays as it is: ${JSON.stringify(body)}`)
    await wait(30)
  }
}

export const isOver = ({ status }: Answer['body']) => status === 'COMPLETED' || status === 'FAILED'

/** Uploads, and waits until the scan is over. */
export async function scanned(
  service: Pick<Served, 'url'>,
  person: Person,
  files: Files,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer['body']> {
  const { status, body, text } = await upload(service, person, files, fields)
  expect([status, text]).toEqual([201, expect.any(String)])
  return until(service, person, body['scanId'], isOver)
}

export interface ShownFinding {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly filePath: string
  readonly severity: string
  readonly status: string
  readonly isNew: boolean
  readonly fingerprint: string
  readonly startLine: number
  readonly ruleId: string
  readonly scanner: string
}

export async function findingsOf(
  { url }: Pick<Served, 'url'>,
  { key }: Pick<Person, 'key'>,
  scanId: unknown,
  query = '',
): Promise<{
  findings: ShownFinding[]
  pagination: { page: number; limit: number; total: number; totalPages: number }
}> {
  const { status, body, text } = await send(
    `${url}/api/scans/${String(scanId)}/findings${query}`,
    'GET',
    undefined,
    key,
  )
  expect([status, text]).toEqual([200, expect.any(String)])
  return body as never
}
