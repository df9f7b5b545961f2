import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Io } from '../../src/command.ts'
import { run } from '../../src/program.ts'

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-vulndb-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a record that affects all versions of an npm package below 2.0.0. */
export function advisory(id: string, name: string, more: object = {}): object {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }]
  return { id, modified: '2026-01-01T00:00:00Z', affected: [{ package: { ecosystem: 'npm', name }, ranges }], ...more }
}

export const jsonLines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Simulated terminal that can interrupt the command. */
interface Terminal {
  readonly shows: (text: string) => void
  readonly stopped: Promise<string>
}

/** The command line in this process, in a folder of the test. */
export async function gatehouse(
  cwd: string,
  args: readonly string[],
  { env = {}, terminal }: { env?: Record<string, string>; terminal?: Terminal } = {},
): Promise<Outcome> {
  let [out, err] = ['', '']
  const io: Io = {
    env,
    cwd,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (out += text) },
    stderr: {
      write(text) {
        err += text
        terminal?.shows(text)
      },
      isTTY: terminal !== undefined,
    },
    untilStopped: () => terminal?.stopped ?? new Promise(() => undefined),
  }
  return { code: await run(args, io), out, err }
}

interface Mirror {
  readonly url: string
  /** Files by path; a path without an entry answers 404. */
  readonly files: Map<string, string | Buffer>
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders; status: number }[]
}

/** Starts a file server with ETags, like object stores; `plain` ones do not support conditional requests. */
export async function serveFiles({ plain = false } = {}): Promise<Mirror> {
  const files: Mirror['files'] = new Map()
  const requests: Mirror['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const body = files.get(path.replace(/\?.*$/, ''))
    const etag = `"${createHash('sha256')
      .update(body ?? '')
      .digest('hex')}"`
    let status = body === undefined ? 404 : 200
    if (status === 200 && !plain && request.headers['if-none-match'] === etag) status = 304
    requests.push({ path, headers: request.headers, status })
    response.writeHead(status, plain ? {} : { etag, 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' })
    response.end(status === 200 ? body : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, files, asked: requests }
}
