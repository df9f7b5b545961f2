import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

const PAGE = 100

interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

interface Options<Page, Row> {
  /** Part of the query key after `guard`: the list and its filters. */
  readonly key: readonly unknown[]
  readonly ask: (page: PageRequest, signal: AbortSignal) => Promise<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** Refresh interval of one page in milliseconds: several pages take turns. Default: never. */
  readonly everyMs?: number
}

/** Paginated list of the guard; `rows` contains all loaded pages. */
export function usePages<Page extends { readonly next_cursor: string | null }, Row>(options: Options<Page, Row>) {
  const { key, ask, rowsOf, everyMs } = options
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['guard', ...key],
    queryFn: ({ signal, pageParam }) =>
      ask({ limit: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => everyMs !== undefined && everyMs * Math.max(1, state.data?.pages.length ?? 0),
  })
  return {
    first: data?.pages[0],
    rows: data?.pages.flatMap((page) => rowsOf(page)),
    hasMore: hasNextPage,
    error,
    refetch: () => void refetch(),
    /** Loads the next page, if there is one and it is not already loading. */
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}
