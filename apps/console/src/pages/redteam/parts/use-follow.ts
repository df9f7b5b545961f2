import { GatehouseError, eventsOf } from '@gatehouse/client'
import { useEffect, useState } from 'react'
import { redteam } from '../../../api/clients.ts'
import { onSwitch } from '../../../api/switched.ts'
import type { Attempt, Run } from './types.ts'

interface Followed {
  readonly run: Run | undefined
  readonly attempts: readonly Attempt[]
  /** Whether the stream was interrupted and is being resumed. */
  readonly isLost: boolean
  /** Reason why the run cannot be followed, for example because it does not exist. */
  readonly error: unknown
}

interface RunEvents {
  run: Run | undefined
  attempts: Attempt[]
  lastId: string
  /** Whether all events after the end were received. Attacks that are judged again at the end then have their final verdict. */
  isSettled: boolean
  isOver: boolean
}

/** Received events of visited runs, so that a returning user continues from them. The oldest are dropped. */
const eventsByRun = new Map<string, RunEvents>()
const RUNS_KEPT = 5
onSwitch('redteam', () => eventsByRun.clear())
/** Render interval, because a fast run reports hundreds of attacks per second. */
const DRAW_MS = 150
const AGAIN_MS = 1_500

function storedEventsOf(runId: string): RunEvents {
  const known = eventsByRun.get(runId) ?? { run: undefined, attempts: [], lastId: '', isSettled: true, isOver: false }
  eventsByRun.delete(runId)
  eventsByRun.set(runId, known)
  for (const old of [...eventsByRun.keys()].slice(0, -RUNS_KEPT)) eventsByRun.delete(old)
  return known
}

/** Follows a run by its events. Resumes after interruptions and when the user returns. */
export function useFollow(runId: string, attempt: number): Followed {
  const [shown, setShown] = useState<Followed>(() => shownOf(storedEventsOf(runId)))
  useEffect(() => {
    const leaving = new AbortController()
    const runEvents = storedEventsOf(runId)
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = (more: Partial<Followed> = {}): void => {
      clearTimeout(timer)
      timer = undefined
      if (!leaving.signal.aborted) setShown({ ...shownOf(runEvents), ...more })
    }
    const drawSoon = (): void => {
      timer ??= setTimeout(() => draw(), DRAW_MS)
    }
    draw()
    void follow(runId, runEvents, leaving.signal, { draw, drawSoon })
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [runId, attempt])
  return shown
}

const shownOf = ({ run, attempts }: RunEvents): Followed => ({
  run,
  attempts: [...attempts],
  isLost: false,
  error: null,
})

interface Drawing {
  readonly draw: (more?: Partial<Followed>) => void
  readonly drawSoon: () => void
}

async function follow(
  runId: string,
  runEvents: RunEvents,
  signal: AbortSignal,
  { draw, drawSoon }: Drawing,
): Promise<void> {
  while (!signal.aborted && !runEvents.isOver) {
    try {
      if (runEvents.lastId === '') runEvents.isSettled = true
      const headers = runEvents.lastId === '' ? {} : { 'last-event-id': runEvents.lastId }
      // Streams are sequential. oxlint-disable-next-line no-await-in-loop
      const response = await redteam.followRun({ params: { id: runId } }, { signal, headers })
      // oxlint-disable-next-line no-await-in-loop
      for await (const { id, event, data } of eventsOf(response)) {
        runEvents.lastId = id
        recordEvent(runEvents, event, data)
        if (event === 'progress' || event === 'usage') drawSoon()
        else draw()
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof GatehouseError && error.status < 500 && error.status !== 429) {
        draw({ error })
        return
      }
      draw({ isLost: true })
    }
    // oxlint-disable-next-line no-await-in-loop
    if (!runEvents.isOver) await pause(signal)
  }
}

function recordEvent(runEvents: RunEvents, event: string, data: string): void {
  if (event === 'progress') {
    const attempt = JSON.parse(data) as Attempt
    // Duplicate events are idempotent.
    runEvents.attempts[attempt.index] = attempt
  } else if (event === 'usage') {
    if (runEvents.run !== undefined)
      runEvents.run = { ...runEvents.run, usage: JSON.parse(data) as NonNullable<Run['usage']> }
  } else if (event === 'status' || event === 'end') {
    runEvents.run = JSON.parse(data) as Run
    if (event === 'status') runEvents.isSettled = false
    else if (runEvents.isSettled) runEvents.isOver = true
    // Starts again from the beginning, because some verdicts changed.
    else runEvents.lastId = ''
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
