import { RotateCw, TriangleAlert } from 'lucide-react'
import { explain } from '../api/explain.ts'
import { Button } from './button.tsx'
import { messages } from '../messages/ui.ts'

interface Props {
  readonly error: unknown
  readonly onRetry?: () => void
  /** Attempted action, such as "Loading the projects". */
  readonly doing?: string
}

/** Error with its remedy, and a retry button. */
export function ErrorState({ error, onRetry, doing }: Props) {
  const { sentence, advice, requestId } = explain(error)
  return (
    <div role="alert" className="flex items-start gap-3 p-4">
      <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">
          {doing === undefined ? messages.errorState.requestFailed : messages.errorState.failed(doing)}
        </p>
        <p className="mt-0.5">{sentence}</p>
        {advice !== undefined && <p className="mt-0.5 text-muted">{advice}</p>}
        {requestId !== undefined && (
          <p className="mt-1 font-mono text-xs text-muted">{messages.errorState.requestId(requestId)}</p>
        )}
        {onRetry !== undefined && (
          <Button className="mt-3" icon={RotateCw} onClick={onRetry}>
            {messages.errorState.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}
