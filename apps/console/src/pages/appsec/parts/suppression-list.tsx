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
import { messages } from '../../../messages/appsec/projects.ts'

const LIMIT = 50

type Status = 'ACCEPTED' | 'REJECTED' | 'PENDING'
const LABELS: Readonly<Record<Status, string>> = {
  ACCEPTED: messages.suppressionList.accepted,
  REJECTED: messages.suppressionList.rejected,
  PENDING: messages.suppressionList.pending,
}

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
      toast(messages.suppressionList.decisionSavedItAppliesFromThe)
      await queries.invalidateQueries({ queryKey })
    },
    onError: (failed) => toast(explain(failed).sentence, 'bad'),
  })
  if (error !== null)
    return (
      <ErrorState error={error} onRetry={() => void refetch()} doing={messages.suppressionList.loadingSuppressions} />
    )
  if (data === undefined) return <Skeleton lines={6} />
  const { suppressions, pagination } = data
  return (
    <Card flush title={messages.suppressionList.suppressions}>
      {suppressions.length === 0 && (
        <EmptyState icon={EyeOff} title={messages.suppressionList.noSuppressions}>
          {messages.suppressionList.commentsSuchAsNosemgrepAnd}
        </EmptyState>
      )}
      <ul aria-label={messages.suppressionList.suppressions}>
        {suppressions.map((suppression) => (
          <li
            key={suppression.id}
            className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{suppression.title}</p>
              <p className="truncate text-muted">
                {suppression.marker} · {suppression.filePath}:{suppression.startLine}
                {suppression.reason === null ? '' : ` · ${suppression.reason}`}
              </p>
            </div>
            <span className="text-muted">
              {LABELS[suppression.status]}
              {suppression.onBaseBranch && messages.suppressionList.onTheBaseBranch}
              {suppression.counts ? messages.suppressionList.valid : messages.suppressionList.ignored}
            </span>
            {mayDecide && (
              <span className="flex gap-2">
                {suppression.status !== 'ACCEPTED' && (
                  <Button busy={isPending} onClick={() => mutate({ id: suppression.id, status: 'ACCEPTED' })}>
                    {messages.suppressionList.accept}
                  </Button>
                )}
                {suppression.status !== 'REJECTED' && (
                  <Button busy={isPending} onClick={() => mutate({ id: suppression.id, status: 'REJECTED' })}>
                    {messages.suppressionList.reject}
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
            {messages.suppressionList.previous}
          </Button>
          <span className="text-muted">{messages.suppressionList.pageOf(page, pagination.totalPages)}</span>
          <Button disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
            {messages.suppressionList.next}
          </Button>
        </div>
      )}
    </Card>
  )
}
