import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isOver } from './kinds.ts'
import { SCAN_COLUMNS, SCAN_COLUMNS_OF_ALL } from './scan-columns.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/scans.ts'

const PAGE = 50
const IN_PROGRESS_MS = 3_000

const CHOICES = [
  { value: '', label: messages.scanList.allScans },
  { value: 'QUEUED,RUNNING,PAUSED', label: messages.scanList.inProgress },
  { value: 'COMPLETED', label: messages.scanList.completed },
  { value: 'FAILED', label: messages.scanList.failed },
  { value: 'STOPPED,CANCELLED', label: messages.scanList.stopped },
]

/** Scans of one or all projects, newest first; refreshed while one is running. */
export function ScanList({ projectId, action }: { readonly projectId?: string; readonly action?: ReactNode }) {
  const [status, setStatus] = useState('')
  const navigate = useNavigate()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['appsec', 'scans', projectId ?? '', status],
    queryFn: ({ signal, pageParam }) =>
      appsec.listScans(
        {
          query: {
            page: pageParam,
            limit: PAGE,
            ...(projectId === undefined ? {} : { projectId }),
            ...(status === '' ? {} : { status }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ scans }) => scans.some((scan) => !isOver(scan.status))) === true
        ? IN_PROGRESS_MS
        : false,
  })
  const rows = data?.pages.flatMap(({ scans }) => scans)
  const total = data?.pages[0]?.pagination.total ?? 0
  return (
    <Card
      flush
      title={data === undefined ? common.scans : messages.scanList.scans(total)}
      actions={<Select aria-label={common.status} options={CHOICES} value={status} onPick={setStatus} />}
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.scanList.loadingScans} />
      )}
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState
          icon={ScanSearch}
          title={status === '' ? messages.scanList.noScansYet : messages.scanList.noScansWithThisStatus}
          action={status === '' && action}
        >
          {status === '' ? messages.scanList.uploadAnArchiveOrEnterA : messages.scanList.selectAllScansToListOtherScans}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={common.scans}
          rows={rows}
          columns={projectId === undefined ? SCAN_COLUMNS_OF_ALL : SCAN_COLUMNS}
          idOf={({ id }) => id}
          total={total}
          onOpen={({ id }) => void navigate({ to: `/appsec/scans/${id}` })}
          onEnd={() => hasNextPage && void fetchNextPage()}
        />
      )}
    </Card>
  )
}
