import { setTimeout as wait } from 'node:timers/promises'
import { encodeSse } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import { findRedteamRun, readProgress, type RedteamRun, type Store } from '@gatehouse/store'
import { shownRun } from './shown.ts'

/** How often the run is looked at. Ours: nobody sees more. */
const LOOK_MS = 300
/** Proxies end lines that are silent for a minute. */
const COMMENT_MS = 15_000
/** A client that wants more connects again. */
const STREAM_MS_MAX = 60 * 60_000
/** How often it is asked whether the client would still be let in. */
const ASK_MS = 2_000
/** Elements that are read at a time. */
const PAGE = 500
/** Streams of one caller on one instance at once, each of which looks at the database three times a second. Ours. */
export const STREAMS_MAX = 20

interface EventPorts {
  readonly store: Store
  /** Whether who asked would be let in now. */
  readonly isAllowed: () => Promise<boolean>
}

/** Counts the streams of callers. */
export class StreamCount {
  readonly #open = new Map<string, number>()

  /** @throws {Failure} `rate_limited` for a caller who has {@link STREAMS_MAX} already */
  check(caller: string): void {
    if ((this.#open.get(caller) ?? 0) < STREAMS_MAX) return
    throw new Failure('rate_limited', `You follow ${STREAMS_MAX} runs already: end one of these streams first.`)
  }

  /** Counts a stream from its first piece to its last: one that nobody reads never ends. */
  async *counted(caller: string, stream: AsyncIterable<string>): AsyncGenerator<string> {
    this.#open.set(caller, (this.#open.get(caller) ?? 0) + 1)
    try {
      yield* stream
    } finally {
      const left = this.#open.get(caller)! - 1
      if (left === 0) this.#open.delete(caller)
      else this.#open.set(caller, left)
    }
  }
}

/**
 * The events of a run until it has ended. An id says how many completed attacks were told, and the status that was: any instance
 * can go on behind it. `progress` holds an element of progress, `status` and `end` the run without them.
 * @param lastEventId  as the client sends it; anything else than an id of ours is no id
 */
export async function* runEventsOf(
  first: RedteamRun,
  lastEventId: string | undefined,
  { store, isAllowed }: EventPorts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const ends_at = performance.now() + STREAM_MS_MAX
  const mayGoOn = askedNowAndThen(isAllowed)
  let spoke_at = performance.now()
  let { told, status } = behind(lastEventId)
  let run: RedteamRun | undefined = first
  // Something at once, so that the client sees that it is connected.
  yield ': events of a run\n\n'
  while (run !== undefined && performance.now() < ends_at && !signal.aborted && (await mayGoOn())) {
    // What was completed before the end is told before it. Who reads slowly may have lost the right to read on meanwhile.
    while (run.progressTotal > told && (await mayGoOn())) {
      const page = await readProgress(store, run.tenantId, run.id, { since: told, limit: PAGE })
      if (page.length === 0) break
      for (const element of page) {
        told = element.index + 1
        yield encodeSse({ event: 'progress', id: `${told}.${status}`, data: JSON.stringify(element) })
      }
      spoke_at = performance.now()
    }
    if (!(await mayGoOn())) return
    if (run.isSettled) {
      yield encodeSse({ event: 'end', id: `${told}.end`, data: JSON.stringify(shownRun(run)) })
      return
    }
    if (run.status !== status) {
      status = run.status
      yield encodeSse({ event: 'status', id: `${told}.${status}`, data: JSON.stringify(shownRun(run)) })
      spoke_at = performance.now()
    } else if (performance.now() - spoke_at > COMMENT_MS) {
      yield ': still there\n\n'
      spoke_at = performance.now()
    }
    // Fails when the client is gone.
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
    run = await findRedteamRun(store, first.tenantId, first.id)
  }
}

/** Whether who asked would still be let in, asked at most every two seconds. */
function askedNowAndThen(isAllowed: () => Promise<boolean>): () => Promise<boolean> {
  let asked_at = performance.now()
  let isStill = true
  return async () => {
    if (performance.now() - asked_at < ASK_MS) return isStill
    asked_at = performance.now()
    isStill = await isAllowed()
    return isStill
  }
}

/** What a client has been told that had this event last. */
function behind(lastEventId: string | undefined): { readonly told: number; readonly status: string } {
  const [, told = '0', status = ''] = /^(\d{1,9})\.([a-z]{0,20})$/.exec(lastEventId ?? '') ?? []
  return { told: Number(told), status }
}
