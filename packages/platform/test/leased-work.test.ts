import { setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@gatehouse/http'
import { currentUnit } from '@gatehouse/kernel'
import { afterEach, expect, test, vi } from 'vitest'
import { type HeldWork, LeasedWorker } from '../src/leased-work.ts'

interface Row {
  readonly id: string
  worker?: string
  until: number
  status: 'queued' | 'done'
}

/** A queue with the rules of the database: claims take expired leases, and renewals only what the worker still holds. */
function queue(...ids: readonly string[]) {
  const rows: Row[] = ids.map((id) => ({ id, until: 0, status: 'queued' }))
  const runs: string[] = []
  return {
    rows,
    runs,
    claim: (worker: string, lease_ms: number): Row | undefined => {
      const row = rows.find(({ status, until }) => status === 'queued' && until < Date.now())
      if (row !== undefined) Object.assign(row, { worker, until: Date.now() + lease_ms })
      return row
    },
    renew: (row: Row, worker: string, lease_ms: number) => {
      if (row.status === 'done') return 'ended' as const
      if (row.worker !== worker) return 'taken' as const
      row.until = Date.now() + lease_ms
      return 'held' as const
    },
    finish: (row: Row, worker: string): boolean => {
      if (row.status === 'done' || row.worker !== worker) return false
      row.status = 'done'
      return true
    },
  }
}

type Queue = ReturnType<typeof queue>
const OPTIONS = { lease_ms: 1_000, hold_ms: 20, idle_ms: 10, lanes: 2 }
const close: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const item of close.splice(0)) await item()
})

function start(
  on: Queue,
  run: (row: Row, heldWork: HeldWork) => Promise<void>,
  changes: { renew?: Queue['renew'] } = {},
) {
  const lines: string[] = []
  const logger = createLogger({ service: 'appsec', stream: { write: (line: string) => void lines.push(line) } })
  const renew = changes.renew ?? on.renew
  const abandoned: string[] = []
  const worker = new LeasedWorker<Row>(
    {
      service: 'appsec',
      logger,
      claim: async ({ worker: id, lease_ms }) => on.claim(id, lease_ms),
      renew: async (row, { worker: id, lease_ms }) => renew(row, id, lease_ms),
      run: (row, heldWork) => {
        on.runs.push(row.id)
        return run(row, heldWork)
      },
      abandon: async (row) => {
        abandoned.push(row.id)
        row.status = 'done'
      },
      release: async () => undefined,
      fieldsOf: ({ id }) => ({ scanId: id }),
    },
    OPTIONS,
  )
  close.push(() => worker.close())
  return { worker, log: () => lines.map((line) => shortened(JSON.parse(line))), abandoned }
}

function shortened({ scanId, error, message }: Readonly<Record<string, unknown>>): object {
  return error === undefined ? { scanId, message } : { scanId, error, message }
}

test('work with a lost lease ends, is logged with its id, and is completed a single time', async () => {
  const on = queue('a')
  const finished: (readonly [string, boolean])[] = []
  const took = Promise.withResolvers<void>()
  const { log } = start(on, async (row, heldWork) => {
    took.resolve()
    await new Promise((resolve) => heldWork.signal.addEventListener('abort', resolve))
    finished.push(['first', on.finish(row, heldWork.holder)])
    throw heldWork.signal.reason
  })
  await took.promise
  Object.assign(on.rows[0]!, { worker: 'other', until: Date.now() + 60_000 })
  await vi.waitFor(() => expect(finished).toHaveLength(1))
  finished.push(['other', on.finish(on.rows[0]!, 'other')])
  expect(finished).toEqual([
    ['first', false],
    ['other', true],
  ])
  await vi.waitFor(() => expect(log()).toHaveLength(1))
  expect(log()).toEqual([{ scanId: 'a', message: 'lease lost: another worker took over the work' }])
})

test('after a pause of the machine, an idle lane does not claim work that another lane runs', async () => {
  const on = queue('a')
  const end = Promise.withResolvers<void>()
  const { worker, log } = start(on, () => end.promise)
  await vi.waitFor(() => expect(on.runs).toEqual(['a']))
  const now = Date.now()
  const shift = vi.spyOn(Date, 'now').mockImplementation(() => now + 60_000)
  worker.wake()
  await wait(60)
  shift.mockRestore()
  end.resolve()
  expect(on.runs).toEqual(['a'])
  expect(log()).toEqual([])
})

test('a worker that reclaims its own work completes it a single time', async () => {
  const on = queue('a')
  const finished: boolean[] = []
  const stalled = Promise.withResolvers<void>()
  const { worker, log } = start(
    on,
    async (row, heldWork) => {
      // The first run does not notice that its lease is lost.
      if (on.runs.length === 1) await stalled.promise
      finished.push(on.finish(row, heldWork.holder))
    },
    { renew: () => 'held' },
  )
  await vi.waitFor(() => expect(on.runs).toEqual(['a']))
  on.rows[0]!.until = 0
  worker.wake()
  await vi.waitFor(() => expect(finished).toEqual([true]))
  stalled.resolve()
  await vi.waitFor(() => expect(finished).toEqual([true, false]))
  expect(log()).toEqual([])
})

test('failing renewals are logged a single time, and the work continues', async () => {
  const on = queue('a')
  let calls = 0
  const { log } = start(
    on,
    async (row, { signal }) => {
      await wait(120)
      expect(signal.aborted).toBe(false)
      row.status = 'done'
    },
    {
      renew: () => {
        calls += 1
        throw new Error('no connection')
      },
    },
  )
  await vi.waitFor(() => expect(on.rows[0]!.status).toBe('done'))
  expect(calls).toBeGreaterThan(1)
  expect(log()).toEqual([{ scanId: 'a', error: 'no connection', message: 'lease renewal failed' }])
})

test('an uncaught error returns the work, and an error that the work throws leaves the lease to expire', async () => {
  const on = queue('crashing', 'failing')
  const { log, abandoned } = start(on, async ({ id }) => {
    if (id === 'failing') throw new Error('no answer')
    currentUnit()?.crashed(new Error('not caught'))
    await new Promise(() => undefined)
  })
  await vi.waitFor(() => expect(log()).toHaveLength(2))
  expect(log()).toEqual(
    expect.arrayContaining([
      { scanId: 'crashing', error: 'not caught', message: 'uncaught error in work' },
      { scanId: 'failing', error: 'no answer', message: 'work failed' },
    ]),
  )
  expect(abandoned).toEqual(['crashing'])
  expect(on.rows[1]!.until).toBeGreaterThan(Date.now())
})
