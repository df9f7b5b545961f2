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
import { isOver, numberText } from './kinds.ts'
import { SCAN_COLUMNS, SCAN_COLUMNS_OF_ALL } from './scan-columns.tsx'

const PAGE = 50
const IN_PROGRESS_MS = 3_000

const CHOICES = [
  { value: '', label: 'All scans' },
  { value: 'QUEUED,RUNNING,PAUSED', label: 'In progress' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'STOPPED,CANCELLED', label: 'Stopped' },
]

/** Scans of one project, or of all, newest first; asked again while one is under way. */
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
      title={data === undefined ? 'Scans' : total === 1 ? '1 scan' : `${numberText(total)} scans`}
      actions={<Select aria-label="Status" options={CHOICES} value={status} onPick={setStatus} />}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the scans" />}
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState
          icon={ScanSearch}
          title={status === '' ? 'No scans yet' : 'No scans with this status'}
          action={status === '' && action}
        >
          {status === ''
            ? 'Upload an archive or enter a repository URL to start the first scan.'
            : 'Select “All scans” to list the others.'}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Scans"
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
