import { setTimeout as wait } from 'node:timers/promises'
import { encodeSse } from '@gatehouse/formats'
import { withCachedPermission } from '@gatehouse/http'
import type { Store } from '@gatehouse/store'
import { findRedteamRun, readProgress, type RedteamRun } from '@gatehouse/store/redteam'
import { shownRun } from './shown.ts'

/** Poll interval for the run. Own limit: users notice no shorter interval. */
const LOOK_MS = 300
/** Proxies close connections after a minute without data. */
const COMMENT_MS = 15_000
/** A client that wants more connects again. */
const STREAM_MS_MAX = 60 * 60_000
/** Elements that are read at a time. */
const PAGE = 500

interface EventPorts {
  readonly store: Store
  /** Returns whether the caller is still authorized. */
  readonly isAllowed: () => Promise<boolean>
}

/**
 * Yields the events of a run until it ends. Every event has an id with the number of reported attacks and the last status: any instance
 * can resume from it. `progress` contains an element of progress, `usage` the resource use, `status` and `end` the run without both.
 * @param lastEventId as the client sends it; an invalid id is ignored
 */
export async function* runEventsOf(
  first: RedteamRun,
  lastEventId: string | undefined,
  { store, isAllowed }: EventPorts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const ends_at = performance.now() + STREAM_MS_MAX
  const mayGoOn = withCachedPermission(isAllowed)
  let spoke_at = performance.now()
  let { told, status } = eventPosition(lastEventId)
  let used = ''
  let run: RedteamRun | undefined = first
  // Something at once, so that the client sees that it is connected.
  yield ': events of a run\n\n'
  while (run !== undefined && performance.now() < ends_at && !signal.aborted && (await mayGoOn())) {
    // Attacks that completed before the end are reported before the end. A slow reader may have lost access in the meantime.
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
      yield encodeSse({ event: 'usage', id: `${told}.${status}`, data: used })
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

/** Parses the state of a client from the id of its last event. */
function eventPosition(lastEventId: string | undefined): { readonly told: number; readonly status: string } {
  const [, told = '0', status = ''] = /^(\d{1,9})\.([a-z]{0,20})$/.exec(lastEventId ?? '') ?? []
  return { told: Number(told), status }
}
