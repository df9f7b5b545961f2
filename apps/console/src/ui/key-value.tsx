import type { ReactNode } from 'react'

/** List of names and values. */
export function KeyValue({ pairs }: { readonly pairs: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(96px,max-content)_1fr] gap-x-4 gap-y-2 text-sm">
      {pairs.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
