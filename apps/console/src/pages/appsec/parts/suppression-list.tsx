import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useMay } from './kinds.ts'

const LIMIT = 50

type Status = 'ACCEPTED' | 'REJECTED' | 'PENDING'
const LABELS: Readonly<Record<Status, string>> = { ACCEPTED: 'Accepted', REJECTED: 'Rejected', PENDING: 'Pending' }

/** Comments and ignore-file lines that suppress findings of a project, with the decisions of approvers. */
export function SuppressionList({ projectId }: { readonly projectId: string }) {
  const [page, setPage] = useState(1)
  const queries = useQueryClient()
  const mayDecide = useMay('SECURITY')
  const queryKey = ['appsec', 'suppressions', projectId]
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) =>
      appsec.listSuppressions({ params: { projectId }, query: { page, limit: LIMIT } }, { signal }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, status }: { readonly id: string; readonly status: Status }) =>
      appsec.decideSuppression({ params: { projectId, suppressionId: id }, body: { status } }),
    async onSuccess() {
      toast('The decision applies from the next scan on.')
      await queries.invalidateQueries({ queryKey })
    },
    onError: (failed) => toast(explain(failed).sentence, 'bad'),
  })
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the suppressions" />
  if (data === undefined) return <Skeleton lines={6} />
  const { suppressions, pagination } = data
  return (
    <Card flush title="Suppressions">
      {suppressions.length === 0 && (
        <EmptyState icon={EyeOff} title="No suppressions">
          Scans list nosemgrep and gatehouse:allow comments and ignore-file lines here.
        </EmptyState>
      )}
      <ul aria-label="Suppressions">
        {suppressions.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{one.title}</p>
              <p className="truncate text-muted">
                {one.marker} · {one.filePath}:{one.startLine}
                {one.reason === null ? '' : ` · ${one.reason}`}
              </p>
            </div>
            <span className="text-muted">
              {LABELS[one.status]}
              {one.onBaseBranch && ' · on the base branch'}
              {one.counts ? ' · valid' : ' · ignored'}
            </span>
            {mayDecide && (
              <span className="flex gap-2">
                {one.status !== 'ACCEPTED' && (
                  <Button busy={isPending} onClick={() => mutate({ id: one.id, status: 'ACCEPTED' })}>
                    Accept
                  </Button>
                )}
                {one.status !== 'REJECTED' && (
                  <Button busy={isPending} onClick={() => mutate({ id: one.id, status: 'REJECTED' })}>
                    Reject
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {pagination.totalPages > 1 && (
        <div className="flex items-center gap-3 px-4 py-2 text-sm">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="text-muted">
            Page {page} of {pagination.totalPages}
          </span>
          <Button disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Card>
  )
}
