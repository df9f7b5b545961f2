import { keepPreviousData, useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import type { Finding } from './kinds.ts'
import { queryParameters, type FindingQuery } from './finding-query.ts'

export const PAGE = 100
/** Own limit of cached pages out of view. */
const KEPT_MAX = 30
/** Delay before loading, so that dragging the scrollbar past many pages loads only the last one. */
const SETTLED_MS = 60

type Page = Awaited<ReturnType<typeof appsec.listFindings>>

function pageQuery(scanId: string, query: FindingQuery, page: number) {
  return {
    queryKey: ['appsec', 'findings', scanId, query, page],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page> =>
      appsec.listFindings({ params: { scanId }, query: { ...queryParameters(query), page, limit: PAGE } }, { signal }),
    staleTime: 60_000,
  }
}

/** Provides the rows of a list of findings. Loads visible pages and caches recent ones. */
export function useFindingPages(scanId: string, query: FindingQuery) {
  const queries = useQueryClient()
  const [range, setRange] = useState<readonly [first: number, last: number]>([1, 1])
  // The first page contains the total.
  const head = useQuery({ ...pageQuery(scanId, query, 1), placeholderData: keepPreviousData })
  const pages = useMemo(() => {
    const [first, last] = range
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }, [range])
  const loaded = useQueries({ queries: pages.map((page) => pageQuery(scanId, query, page)) })
  useEffect(() => trim(queries, scanId), [queries, scanId, range])
  const timer = useMemo(() => ({ id: undefined as ReturnType<typeof setTimeout> | undefined }), [])
  const onRange = useCallback(
    (from: number, to: number) => {
      clearTimeout(timer.id)
      timer.id = setTimeout(() => {
        const [first, last] = [Math.floor(from / PAGE) + 1, Math.floor(to / PAGE) + 1]
        setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]))
      }, SETTLED_MS)
    },
    [timer],
  )
  // Reads observed queries, so that a newly loaded page is rendered immediately.
  const watched = new Map(pages.map((page, at) => [page, loaded[at]?.data]))
  const rowAt = (index: number): Finding | undefined => {
    const page = Math.floor(index / PAGE) + 1
    const data =
      watched.get(page) ??
      queries.getQueryData<Page>(['appsec', 'findings', scanId, query, page]) ??
      (page === 1 ? head.data : undefined)
    return data?.findings[index % PAGE]
  }
  const failed = loaded.find((item) => item.error !== null)
  return {
    total: head.data?.pagination.total,
    isOld: head.isPlaceholderData,
    error: head.error ?? failed?.error ?? null,
    retry: (): void => void queries.refetchQueries({ queryKey: ['appsec', 'findings', scanId, query], type: 'active' }),
    rowAt,
    onRange,
    /** Applies a change optimistically before the service's response. */
    patch: (ids: ReadonlySet<string>, by: Partial<Finding>): void => {
      queries.setQueriesData<Page>({ queryKey: ['appsec', 'findings', scanId] }, (page) =>
        page === undefined
          ? page
          : {
              ...page,
              findings: page.findings.map((finding) => (ids.has(finding.id) ? { ...finding, ...by } : finding)),
            },
      )
    },
  }
}

/** Limits memory: the least recently viewed pages are removed first. */
function trim(queries: QueryClient, scanId: string): void {
  const idle = queries
    .getQueryCache()
    .findAll({ queryKey: ['appsec', 'findings', scanId], type: 'inactive' })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const item of idle.slice(KEPT_MAX)) queries.getQueryCache().remove(item)
}
