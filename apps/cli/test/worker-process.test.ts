import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { patient_ms, startGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { afterAll, expect, test } from 'vitest'

const folder = temporaryFolder()
afterAll(() => folder.remove())

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Process ids of the workers that the log has reported as up. */
const pids = (log: string): number[] =>
  [...log.matchAll(/"pid":(\d+),"message":"scan workers started"/g)].map(([, pid]) => Number(pid))

const patience = { timeout: patient_ms(60_000), interval: 50 }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('scan workers run in their own process, which restarts when killed and ends with its parent', async () => {
  const port = await freePort()
  const run = await startGatehouse(join(folder.path, 'killed'), { APPSEC_PORT: port })
  const appsec = `http://127.0.0.1:${port}`
  const read = async (path: string): Promise<string> => (await fetch(`${appsec}${path}`)).text()
  try {
    await expect.poll(() => pids(run.stderr()).length, patience).toBe(1)
    const [first] = pids(run.stderr()) as [number]
    expect(first).not.toBe(run.child.pid)
    await expect.poll(() => read('/ready'), patience).toContain('"up, 0 restarts"')
    expect(await read('/metrics')).toMatch(/gatehouse_appsec_worker_up\{[^}]*\} 1/)

    process.kill(first, 'SIGKILL')
    await expect.poll(() => run.stderr(), patience).toContain('the scan worker process exited')
    // Without workers the services answer, and are ready: scans wait.
    const during = await fetch(`${appsec}/ready`)
    expect(during.status).toBe(200)
    expect(await during.text()).toContain('last exit: SIGKILL')
    expect((await fetch(`${run.url}/health`)).status).toBe(200)

    await expect.poll(() => pids(run.stderr()).length, patience).toBe(2)
    await expect.poll(() => read('/ready'), patience).toContain('"up, 1 restart, last exit: SIGKILL"')
    expect(await read('/metrics')).toMatch(/gatehouse_appsec_worker_restarts_total\{[^}]*\} 1/)

    const second = pids(run.stderr())[1]!
    run.child.kill('SIGKILL')
    await run.ended()
    await expect.poll(() => isAlive(second), patience).toBe(false)
  } finally {
    run.child.kill('SIGKILL')
  }
})

test('an orderly shutdown ends the worker process without a restart', async () => {
  const run = await startGatehouse(join(folder.path, 'stopped'))
  await expect.poll(() => pids(run.stderr()).length, patience).toBe(1)
  const [pid] = pids(run.stderr()) as [number]
  expect(await run.stop()).toBe(0)
  expect(isAlive(pid)).toBe(false)
  expect(run.stderr()).toContain('scan workers stop')
  expect(run.stderr()).not.toContain('the scan worker process exited')
})
