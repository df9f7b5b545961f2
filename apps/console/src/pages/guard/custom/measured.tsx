import type { guard } from '../../../api/clients.ts'
import { Stat } from '../../../ui/stat.tsx'

type Validation = Awaited<ReturnType<typeof guard.validateCustomPrompt>>['validation']

const percent = (share: number | undefined): string => (share === undefined ? '–' : `${Math.round(share * 100)} %`)
const GOOD = 0.8

/** How well the rule tells its own examples apart, each judged by a classifier that has not seen it. */
export function Measured({
  validation: { valid, issues, suggestions, precision, recall, method },
}: {
  readonly validation: Validation
}) {
  const tone = (share: number | undefined) => (share === undefined ? 'plain' : share >= GOOD ? 'ok' : 'warn')
  return (
    <section aria-label="How well it tells them apart" className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Stat
          label="Precision"
          value={percent(precision)}
          tone={tone(precision)}
          note="of what it flags, breaks the rule"
        />
        <Stat label="Recall" value={percent(recall)} tone={tone(recall)} note="of what breaks the rule, it flags" />
      </div>
      <p className="text-sm text-muted">
        {method === 'prompt'
          ? 'Judged by the words of the rule alone: give examples of both kinds to have it measured.'
          : !valid
            ? 'It cannot be saved like this.'
            : precision === undefined
              ? 'It is compiled from its examples. To have it measured, give more of them.'
              : 'Each example was judged by a classifier that had not seen it.'}
      </p>
      {[...issues, ...suggestions].length > 0 && (
        <ul className="list-disc pl-4 text-sm">
          {issues.map((issue) => (
            <li key={issue} className="text-bad">
              {issue}
            </li>
          ))}
          {suggestions.map((suggestion) => (
            <li key={suggestion}>{suggestion}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
