import { useMutation, useQueryClient } from '@tanstack/react-query'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { toast } from '../../../ui/toast.tsx'
import { queryParameters, type FindingQuery } from './finding-query.ts'
import { type Finding, type FindingStatus, STATUS_NAMES } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** Limit of the service per request. */
const AT_ONCE = 500
/** Own limit of a selection by filter. Larger ones need rules and gates. */
export const SELECT_ALL_MAX = 5_000

export interface Triage {
  readonly ids: readonly string[]
  readonly status: FindingStatus
  /** Default: the previous note is kept. */
  readonly statusNote?: string
}

/** Sets the status of findings: shown immediately, sent in batches, and reverted after an error. */
export function useTriage(patch: (ids: ReadonlySet<string>, by: Partial<Finding>) => void) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ ids, status, statusNote }: Triage) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        await appsec.changeFindings({
          body: { ids: ids.slice(at, at + AT_ONCE), status, ...(statusNote === undefined ? {} : { statusNote }) },
        })
      }
    },
    onMutate: ({ ids, status, statusNote }) =>
      patch(new Set(ids), { status, ...(statusNote === undefined ? {} : { statusNote }) }),
    onSuccess(_answer, { ids, status }) {
      const subject = messages.triage.findings(ids.length)
      toast(`${subject}: ${STATUS_NAMES[status].toLowerCase()}.`)
    },
    onError: (error) => toast(explain(error).sentence, 'bad'),
    // Not awaited: triage continues while lists reload.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['appsec'] }),
  })
}

/** Returns the ids of all findings that match a filter. */
export async function idsOf(scanId: string, query: FindingQuery, total: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; (page - 1) * AT_ONCE < Math.min(total, SELECT_ALL_MAX); page++) {
    const { findings } = await appsec.listFindings({
      params: { scanId },
      query: { ...queryParameters(query), page, limit: AT_ONCE },
    })
    ids.push(...findings.map(({ id }) => id))
  }
  return ids
}
