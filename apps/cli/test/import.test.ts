import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../src/program.ts'

const requests: { readonly url: string; readonly key: string; readonly form: FormData }[] = []
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'))
const answer = {
  scanId: 's1',
  projectId: 'p1',
  format: 'trivy',
  tool: 'Trivy',
  toolVersion: null,
  findings: 2,
  skipped: 1,
}
const server = createServer((request, response) => {
  void received(request).then((isRepeated) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ ...answer, isRepeated })),
  )
})

async function received(request: IncomingMessage): Promise<boolean> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  requests.push({ url: request.url ?? '', key: request.headers.authorization ?? '', form })
  return requests.length > 1
}

beforeAll(() => {
  writeFileSync(join(folder, 'trivy.json'), '{}')
  return new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function cli(...args: string[]) {
  const written = { out: '', err: '' }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = await run(['import', ...args], {
    env: { GATEHOUSE_URL: url, GATEHOUSE_API_KEY: 'key-of-a-test' },
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    untilStopped: () => Promise.resolve('SIGTERM'),
  })
  return { code, ...written }
}

test('a report is sent as a form', async () => {
  const done = await cli('trivy.json', '--project', 'p1', '--format', 'trivy', '--complete', '--branch', 'main')
  expect(done).toEqual({ code: 0, err: '', out: 'Imported: 2 findings of Trivy, 1 results skipped. Scan: s1\n' })
  const [{ url, key, form } = { url: '', key: '', form: new FormData() }] = requests
  expect([url, key]).toEqual(['/api/projects/p1/import', 'Bearer key-of-a-test'])
  expect([form.get('format'), form.get('complete'), form.get('branch'), form.has('commitSha')]).toEqual([
    'trivy',
    'true',
    'main',
    false,
  ])
  expect(form.get('file')).toMatchObject({ name: 'trivy.json', size: 2 })
  expect((await cli('trivy.json', '--project', 'p1')).out).toContain('Already imported: 2 findings')
})

test('a missing file and an unknown format are refused', async () => {
  expect(await cli('nowhere.json', '--project', 'p1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('nowhere.json'),
  })
  expect(await cli('trivy.json', '--project', 'p1', '--format', 'pdf')).toMatchObject({
    code: 2,
    err: expect.stringContaining('sarif'),
  })
})
