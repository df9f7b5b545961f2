import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

let child: ChildProcess
let url: string
let log = ''
beforeAll(async () => {
  const program = fileURLToPath(new URL('./uncaught-server.ts', import.meta.url))
  const flags = ['--conditions=gatehouse', '--disable-warning=ExperimentalWarning']
  child = spawn(process.execPath, [...flags, program], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  url = line
})
afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill()
  await ended
})

const act = (subject: string): Promise<Response> =>
  fetch(`${url}/v1/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': `of-${subject}` },
    body: JSON.stringify({ what: subject }),
  })

test.each(['timer', 'emitter', 'stream', 'rejection', 'refusal'])(
  'an uncaught error (%s) fails only the request that owns it',
  async (subject) => {
    const answer = await act(subject)
    expect(answer.status).toBe(500)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({ error: 'internal_error', request_id: `of-${subject}` })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((await act('nothing')).status).toBe(200)
    expect(log.split('\n').some((line) => line.includes(`of-${subject}`) && line.includes('request failed'))).toBe(true)
  },
)

test('uncaught errors are counted by the unit that they failed', async () => {
  await act('job')
  await expect.poll(() => log).toContain('job crashed: Error: secret')
  child.kill('SIGUSR2')
  await expect.poll(() => log).toContain('without a unit: Error: secret')
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const count = (unit: string): number =>
    Number(new RegExp(`gatehouse_uncaught_errors_total\\{[^}]*unit="${unit}"[^}]*\\} (\\d+)`).exec(metrics)?.[1])
  expect([count('request'), count('job'), count('none')]).toEqual([5, 1, 1])
})
