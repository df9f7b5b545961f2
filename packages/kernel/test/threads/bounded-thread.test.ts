import { afterEach, describe, expect, test } from 'vitest'
import { Failure } from '../../src/index.ts'
import { BoundedThread, ThreadEnded } from '../../src/threads/index.ts'

const KERNEL = new URL('../../src/thread.ts', import.meta.url).href

/** Thread program that receives the name of its job. */
const PROGRAM = `
import { Failure, serveThread } from ${JSON.stringify(KERNEL)}
const kept = []
serveThread(async (job) => {
  if (job === 'refuse') throw new Failure('invalid_request', 'Not like this.')
  if (job === 'defect') throw new TypeError('a defect')
  if (job === 'crash') setImmediate(() => { throw new Error('nobody listens') })
  if (job === 'reject') void Promise.reject(new Error('nobody waits'))
  if (job === 'late') {
    setTimeout(() => void Promise.reject(new Error('nobody waits any more')), 20)
    return 'echo'
  }
  if (job === 'later') return new Promise((resolve) => setTimeout(() => resolve('later'), 200))
  if (job === 'exit') process.exit(3)
  if (job === 'spin') for (;;) {}
  if (job === 'hoard') for (;;) kept.push({ at: kept.length })
  if (job === 'environment') return Object.keys(process.env)
  if (job !== 'echo') await new Promise(() => undefined)
  return 'echo'
})
`

const opened: BoundedThread<string, unknown>[] = []
afterEach(() => Promise.all(opened.splice(0).map((item) => item.close())))

function thread({ timeout_ms = 60_000, heap_mb = 64 } = {}): BoundedThread<string, unknown> {
  const boundedThread = new BoundedThread<string, unknown>(
    new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`),
    {
      timeout_ms,
      heap_mb,
    },
  )
  opened.push(boundedThread)
  return boundedThread
}

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a thread that runs a job', () => {
  test('returns the result, and receives no environment', async () => {
    const item = thread()
    expect(await item.run('echo')).toBe('echo')
    expect(['', 'NODE_COMPILE_CACHE']).toContain(String(await item.run('environment')))
  })

  test('hands a refusal on with its code', async () => {
    const refusal = await thrown(thread().run('refuse'))
    expect(refusal).toBeInstanceOf(Failure)
    expect(refusal).toMatchObject({ code: 'invalid_request', message: 'Not like this.' })
  })

  test('hands a defect on with its stack', async () => {
    const error = await thrown(thread().run('defect'))
    expect(error).not.toBeInstanceOf(Failure)
    expect((error as Error).stack).toContain('TypeError: a defect')
  })

  test.each(['crash', 'reject', 'exit'])('that ends by %s fails only its job, and the next job runs', async (job) => {
    const item = thread()
    const error = await thrown(item.run(job))
    expect(error).toBeInstanceOf(ThreadEnded)
    expect(error).toMatchObject({ reason: 'crashed' })
    expect(await item.run('echo')).toBe('echo')
  })

  test('with a late rejected promise does not fail the next job', async () => {
    const item = thread()
    expect(await item.run('late')).toBe('echo')
    expect(await item.run('later')).toBe('later')
  })

  test('is terminated at its time limit, even without yielding', async () => {
    const item = thread({ timeout_ms: 2_000 })
    expect(await thrown(item.run('spin'))).toMatchObject({ reason: 'time_exceeded' })
    expect(await item.run('echo')).toBe('echo')
  })

  test('is ended at its memory limit', async () => {
    const item = thread({ heap_mb: 16 })
    expect(await thrown(item.run('hoard'))).toMatchObject({ reason: 'memory_exceeded' })
    expect(await item.run('echo')).toBe('echo')
  })

  test('is ended by a signal, with its reason', async () => {
    const item = thread()
    const stop = new AbortController()
    const running = thrown(item.run('spin', { signal: stop.signal }))
    stop.abort(new Error('paused'))
    expect(await running).toMatchObject({ message: 'paused' })
    expect(await item.run('echo')).toBe('echo')
  })

  test('fails its job when it is closed', async () => {
    const item = thread()
    const running = thrown(item.run('wait'))
    await item.close()
    expect(await running).toMatchObject({ reason: 'closed' })
  })
})
