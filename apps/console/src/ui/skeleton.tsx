import { messages } from '../messages/ui.ts'
/** Placeholder for content that is loading, announced once. */
export function Skeleton({
  lines = 4,
  label = messages.skeleton.loading,
}: {
  readonly lines?: number
  readonly label?: string
}) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3 p-4">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={`h-4 animate-pulse rounded-sm bg-sunken ${at % 3 === 2 ? 'w-3/5' : 'w-full'}`} />
      ))}
    </div>
  )
}
