import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Draft } from './draft.ts'
import type { DraftProps } from './target-form.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

type NumberField = 'attacks' | 'rounds' | 'repeats' | 'concurrency' | 'perSecond' | 'maxRequests' | 'maxCostUsd'

interface Limit {
  readonly of: NumberField
  readonly label: string
  readonly help: string
  readonly min: number
  readonly max?: number
  readonly step?: string
  readonly placeholder?: string
}

const LIMITS: readonly Limit[] = [
  {
    of: 'attacks',
    label: messages.limitsForm.attacksPerCategory,
    help: messages.limitsForm.maximumMoreAttacksNarrowThe,
    min: 1,
    max: 500,
  },
  {
    of: 'rounds',
    label: messages.limitsForm.adaptiveRounds,
    help: messages.limitsForm.laterRoundsBuildOnAttacksThat,
    min: 0,
    max: 20,
  },
  {
    of: 'repeats',
    label: messages.limitsForm.repeats,
    help: messages.limitsForm.numberOfTimesEachAttackIsSent,
    min: 1,
    max: 100,
  },
  {
    of: 'concurrency',
    label: messages.limitsForm.concurrency,
    help: messages.limitsForm.numberOfParallelConversations,
    min: 1,
    max: 64,
  },
  {
    of: 'perSecond',
    label: messages.limitsForm.requestsPerSecond,
    help: messages.limitsForm.rateLimitForRequestsToThe,
    min: 0.02,
    max: 10_000,
    step: 'any',
    placeholder: common.unlimited,
  },
  {
    of: 'maxRequests',
    label: messages.limitsForm.totalRequests,
    help: messages.limitsForm.theRunEndsEarlyAtThisLimit,
    min: 1,
    placeholder: common.unlimited,
  },
  {
    of: 'maxCostUsd',
    label: messages.limitsForm.maximumCostUsd,
    help: messages.limitsForm.costOfTheJudgeAndAttacker,
    min: 0.01,
    step: 'any',
    placeholder: common.unlimited,
  },
]

/** Form for the limits of a run. */
export function LimitsForm({ draft, onChange }: DraftProps) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {LIMITS.map(({ of, label, help, ...rest }) => (
        <Field key={of} label={label} help={help}>
          {(field) => (
            <Input
              {...field}
              {...rest}
              type="number"
              required={rest.placeholder === undefined}
              className="text-right tabular-nums"
              value={draft[of]}
              onChange={(event) => onChange({ [of]: event.target.value } satisfies Partial<Draft>)}
            />
          )}
        </Field>
      ))}
      <Field label={messages.limitsForm.seed} help={messages.limitsForm.theSameSeedGeneratesTheSame}>
        {(field) => (
          <Input
            {...field}
            placeholder={messages.limitsForm.random}
            maxLength={200}
            value={draft.seed}
            onChange={(event) => onChange({ seed: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
