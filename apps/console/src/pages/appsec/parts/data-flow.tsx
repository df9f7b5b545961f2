import { Badge } from '../../../ui/badge.tsx'
import type { FlowStep } from './finding-facts.ts'
import { messages } from '../../../messages/appsec/findings.ts'

const ROLES: Readonly<Record<string, string>> = {
  source: messages.dataFlow.source,
  step: messages.dataFlow.step,
  sink: messages.dataFlow.sink,
}

/** Data flow from untrusted input to the vulnerable location, step by step. */
export function DataFlow({ steps }: { readonly steps: readonly FlowStep[] }) {
  return (
    <ol className="flex flex-col text-sm" aria-label={messages.dataFlow.dataFlowSteps}>
      {steps.map(({ filePath, line, role, message, snippet }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- data may pass one place twice
        <li key={at} className="relative flex gap-3 pb-4 last:pb-0">
          {at < steps.length - 1 && <span aria-hidden className="absolute top-6 bottom-0 left-[11px] w-px bg-line" />}
          <span
            aria-hidden
            className="z-10 inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-line bg-raised text-xs font-medium tabular-nums"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={role === 'sink' ? 'bad' : role === 'source' ? 'warn' : 'plain'}>{ROLES[role] ?? role}</Badge>
              <span className="font-mono text-xs text-muted">
                {filePath}:{line}
              </span>
            </p>
            <p className="mt-1">{message}</p>
            {snippet !== undefined && (
              <code className="mt-1 block rounded-sm bg-sunken px-2 py-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                {snippet}
              </code>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
