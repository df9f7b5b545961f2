import { useMutation, useQueryClient } from '@tanstack/react-query'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { toast } from '../../../ui/toast.tsx'
import { askedOf, type FindingQuery } from './finding-query.ts'
import { type Finding, type FindingStatus, STATUS_NAMES } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** As many as the service takes at once. */
const AT_ONCE = 500
/** Of findings that a filter takes; for more there are rules and gates. */
export const SELECT_ALL_MAX = 5_000

export interface Triage {
  readonly ids: readonly string[]
  readonly status: FindingStatus
  /** Absent: what was said before stays. */
  readonly statusNote?: string
}

/** Says what has become of findings: shown at once, sent in pieces, taken back where the service refuses. */
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
      const what = messages.triage.findings(ids.length)
      toast(`${what}: ${STATUS_NAMES[status].toLowerCase()}.`)
    },
    onError: (error) => toast(explain(error).sentence, 'bad'),
    // Not waited for: whoever triages goes on while lists are asked for again.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['appsec'] }),
  })
}

/** The ids of all findings that a filter takes. */
export async function idsOf(scanId: string, query: FindingQuery, total: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; (page - 1) * AT_ONCE < Math.min(total, SELECT_ALL_MAX); page++) {
    const { findings } = await appsec.listFindings({
      params: { scanId },
      query: { ...askedOf(query), page, limit: AT_ONCE },
    })
    ids.push(...findings.map(({ id }) => id))
  }
  return ids
}
