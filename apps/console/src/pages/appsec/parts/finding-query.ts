import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Sort } from '../../../ui/data-table.tsx'
import { useAddressQuery } from './address.ts'
import { type FindingStatus, SCANNER_TITLES, SEVERITIES, STATUSES } from './kinds.ts'

/** Filters and order of the findings, from the page's address. */
export interface FindingQuery {
  readonly severity?: string
  readonly status?: string
  readonly scanner?: string
  readonly filePath?: string
  readonly search?: string
  readonly sort?: string
}

const NAMES = ['severity', 'status', 'scanner', 'filePath', 'search', 'sort'] as const
const SORTS = ['severity', 'filePath', 'title', 'status', 'scanner']

/** Filters in the address, which can be shared, and their setters. */
export function useFindingQuery() {
  const request = useAddressQuery()
  const navigate = useNavigate()
  const text = JSON.stringify(NAMES.map((name) => request[name] ?? null))
  const query = useMemo(() => queryOf(JSON.parse(text) as (string | null)[]), [text])
  const change = (by: FindingQuery): void => {
    const after: Record<string, string | undefined> = { ...query, ...by }
    const result = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined && value !== ''))
    void navigate({ to: '.', search: result, replace: true, resetScroll: false })
  }
  const by = query.sort ?? 'severity'
  const sort: Sort = { by: by.replace('-', ''), descending: by.startsWith('-') }
  return { query, sort, change }
}

/** Unknown values in an address are ignored. */
function queryOf(values: readonly (string | null)[]): FindingQuery {
  const [severity, status, scanner, filePath, search, sort] = values
  return {
    ...listOf('severity', severity, SEVERITIES),
    ...listOf('status', status, STATUSES),
    ...listOf('scanner', scanner, Object.keys(SCANNER_TITLES)),
    ...(filePath ? { filePath } : {}),
    ...(search ? { search } : {}),
    ...(sort && SORTS.includes(sort.replace('-', '')) ? { sort } : {}),
  }
}

function listOf(name: string, value: string | null | undefined, known: readonly string[]): Record<string, string> {
  const words = (value ?? '').split(',').filter((word) => known.includes(word))
  return words.length === 0 ? {} : { [name]: words.join(',') }
}

/** Returns the request parameters. Omits a search text that is too short. */
export function queryParameters({ search = '', sort, ...rest }: FindingQuery) {
  const word = search.trim()
  return {
    ...rest,
    ...(word.length >= 3 ? { search: word.slice(0, 100) } : {}),
    sort: (sort ?? 'severity') as 'severity',
  }
}

/** Keys that set the status of a finding directly. */
export const STATUS_KEYS: Readonly<Record<string, FindingStatus>> = {
  o: 'OPEN',
  p: 'IN_PROGRESS',
  r: 'RESOLVED',
  f: 'FALSE_POSITIVE',
  a: 'ACCEPTED_RISK',
}

/** Statuses that should have a reason. */
export const NEEDS_REASON: ReadonlySet<FindingStatus> = new Set(['FALSE_POSITIVE', 'ACCEPTED_RISK'])
