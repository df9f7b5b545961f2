import { useParams, useSearch } from '@tanstack/react-router'

/** Returns a path parameter, e.g. `scanId`. */
export function usePathName(name: string): string {
  const names: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const value = names[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the search parameters as text, because addresses can contain anything. */
export function useAddressQuery(): Readonly<Record<string, string | undefined>> {
  const request: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}
