import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Description of the activity, such as "Loading the keys". */
  readonly doing: string
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** Result of a query: placeholder, error with a retry, or data. Data stays visible while a later query fails. */
export function Loaded<Data>({ query: { data, error, refetch }, doing, lines = 4, children }: Props<Data>) {
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={doing} />}
      {data === undefined && error === null && <Skeleton lines={lines} />}
      {data !== undefined && children(data)}
    </>
  )
}
