import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runFileSchema } from '@gatehouse/contracts/redteam'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { obey, put, readReport, redteam, temporaryFolder } from './support.ts'

const EXAMPLE = readFileSync(new URL('../../../../examples/red-team/signed-in.yaml', import.meta.url), 'utf8')
const PASSWORD = 'ann-walks-at-dawn'

/** Starts a service with login and conversations that counts messages per conversation. */
async function startDesk(): Promise<{ url: string; conversations: Map<string, string[]> }> {
  const conversations = new Map<string, string[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { password?: string; text?: string }
      if (request.url === '/login') {
        return body.password === PASSWORD
          ? answer(200, { data: { access_token: `token-of-ann-${conversations.size}` } })
          : answer(401, {})
      }
      if (request.headers.authorization?.startsWith('Bearer token-of-ann-') !== true) return answer(401, {})
      const id = /^\/conversations\/([^/]+)\/messages$/.exec(request.url ?? '')?.[1]
      if (id === undefined) {
        const output = `c${conversations.size + 1}`
        conversations.set(output, [])
        return answer(201, { conversation: { id: output } })
      }
      conversations.get(id)!.push(body.text!)
      return answer(200, { message: { text: obey({ message: body.text!, body: '', headers: {} }) } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, conversations }
}

test('an agent behind a login is attacked in separate conversations with the file of the guide', async () => {
  expect(new Ajv2020({ strict: false }).validate(runFileSchema(), parse(EXAMPLE))).toBe(true)
  const [folder, desk] = [temporaryFolder(), await startDesk()]
  put(folder, 'signed-in.yaml', EXAMPLE.replace('http://localhost:3000', desk.url))
  const least = [
    '--fail-on',
    'medium',
    '--rounds',
    '0',
    '--max-attacks',
    '4',
    '--seed',
    'one',
    '--no-serve',
    '-q',
    '-o',
    'report.json',
  ]
  const env = { ANN_PASSWORD: PASSWORD }
  const { code, out, err } = await redteam(folder, ['run', '-c', 'signed-in.yaml', ...least], { env })
  expect([code, err]).toEqual([1, ''])
  const { rounds, notTested } = readReport(folder)
  const turns = rounds.flatMap(({ results }) => results.map(({ conversation }) => conversation.length / 2))
  expect(Math.max(...turns)).toBeGreaterThan(1)
  // Each multi-message attack was sent in one conversation, without messages of others.
  expect([...desk.conversations.values()].some((texts) => texts.length > 1)).toBe(true)
  expect(notTested.filter(({ reason }) => /keeps no conversation/.test(reason))).toEqual([])
  const written = readFileSync(join(folder, 'report.json'), 'utf8') + out
  expect([written.includes(PASSWORD), written.includes('token-of-ann')]).toEqual([false, false])
})

test('an unbound placeholder error shows the variable syntax', async () => {
  const folder = temporaryFolder()
  put(folder, 'run.yaml', EXAMPLE.replace('{{var:conversation}}', '{{conversation}}'))
  const { code, err } = await redteam(folder, ['run', '-c', 'run.yaml'], { env: { ANN_PASSWORD: PASSWORD } })
  expect([code, err]).toEqual([2, expect.stringContaining('Set and extracted values are written {{var:conversation}}')])
})
