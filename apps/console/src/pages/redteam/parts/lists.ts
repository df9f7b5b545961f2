import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { redteam } from '../../../api/clients.ts'
import { titleOf } from './words.ts'
import { messages } from '../../../messages/redteam/shared.ts'

const STALE_MS = 3_600_000

/** Loads the categories; constant while the service runs. */
export function useCategories() {
  return useQuery({
    queryKey: ['redteam', 'categories'],
    queryFn: ({ signal }) => redteam.listCategories({}, { signal }),
    staleTime: STALE_MS,
  })
}

/** Loads the strategies. */
export function useStrategies() {
  return useQuery({
    queryKey: ['redteam', 'strategies'],
    queryFn: ({ signal }) => redteam.listStrategies({}, { signal }),
    staleTime: STALE_MS,
  })
}

/** Returns titles of categories and strategies by name. Until they are loaded, titles are derived from names. */
export function useTitles(): (name: string) => string {
  const categories = useCategories().data
  const strategies = useStrategies().data
  const titles = useMemo(
    () => new Map([...(strategies ?? []), ...(categories ?? [])].map(({ name, title }) => [name, title])),
    [categories, strategies],
  )
  return useCallback(
    (name) => {
      if (name === 'base') return messages.lists.noTransformation
      const ways = name.split('+').map((item) => titles.get(item) ?? titleOf(item))
      return titles.get(name) ?? ways.join(', then ')
    },
    [titles],
  )
}
