import { setTimeout as wait } from 'node:timers/promises'
import { encodeSse } from '@gatehouse/formats'
import { askedNowAndThen } from '@gatehouse/http'
import { findRedteamRun, readProgress, type RedteamRun, type Store } from '@gatehouse/store'
import { shownRun } from './shown.ts'

/** How often the run is looked at. Ours: nobody sees more. */
const LOOK_MS = 300
/** Proxies end lines that are silent for a minute. */
const COMMENT_MS = 15_000
/** A client that wants more connects again. */
const STREAM_MS_MAX = 60 * 60_000
/** Elements that are read at a time. */
const PAGE = 500

interface EventPorts {
  readonly store: Store
  /** Whether who asked would be let in now. */
  readonly isAllowed: () => Promise<boolean>
}

/**
 * The events of a run until it has ended. An id says how many completed attacks were told, and the status that was: any instance
 * can go on behind it. `progress` holds an element of progress, `usage` what was used, `status` and `end` the run without them.
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
  let used = ''
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
      used = JSON.stringify(run.usage)
    } else if (run.usage !== null && JSON.stringify(run.usage) !== used) {
      used = JSON.stringify(run.usage)
      yield encodeSse({ event: 'usage', data: used })
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

/** What a client has been told that had this event last. */
function behind(lastEventId: string | undefined): { readonly told: number; readonly status: string } {
  const [, told = '0', status = ''] = /^(\d{1,9})\.([a-z]{0,20})$/.exec(lastEventId ?? '') ?? []
  return { told: Number(told), status }
}
