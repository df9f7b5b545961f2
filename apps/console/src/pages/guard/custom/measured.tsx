import type { guard } from '../../../api/clients.ts'
import { Stat } from '../../../ui/stat.tsx'
import { messages } from '../../../messages/guard/custom.ts'

type Validation = Awaited<ReturnType<typeof guard.validateCustomPrompt>>['validation']

const percent = (share: number | undefined): string => (share === undefined ? '–' : `${Math.round(share * 100)}%`)
const GOOD = 0.8

/** Error rates of the rule's cross-validated classifier on its own examples. */
export function Measured({
  validation: { valid, issues, suggestions, precision, recall, method },
}: {
  readonly validation: Validation
}) {
  const tone = (share: number | undefined) => (share === undefined ? 'plain' : share >= GOOD ? 'ok' : 'warn')
  return (
    <section aria-label={messages.measured.classifierEvaluation} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Stat
          label={messages.measured.precision}
          value={percent(precision)}
          tone={tone(precision)}
          note={messages.measured.ofFlaggedTextsAreViolations}
        />
        <Stat
          label={messages.measured.recall}
          value={percent(recall)}
          tone={tone(recall)}
          note={messages.measured.ofViolationsAreFlagged}
        />
      </div>
      <p className="text-sm text-muted">
        {method === 'prompt'
          ? messages.measured.theRuleUsesItsDescriptionOnly
          : !valid
            ? messages.measured.theRuleCannotBeSavedWithThese
            : precision === undefined
              ? messages.measured.tooFewExamplesForAnEvaluation
              : messages.measured.crossValidatedEachExampleWas}
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
