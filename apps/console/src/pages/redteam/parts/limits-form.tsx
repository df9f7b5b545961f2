import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Draft } from './draft.ts'
import type { DraftProps } from './target-form.tsx'

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
    label: 'Attacks a category',
    help: 'At most. More of them make the interval narrower.',
    min: 1,
    max: 500,
  },
  { of: 'rounds', label: 'Adaptive rounds', help: 'Each goes on with what worked before.', min: 0, max: 20 },
  { of: 'repeats', label: 'Repeats', help: 'Of each attack: agents do not always answer alike.', min: 1, max: 100 },
  { of: 'concurrency', label: 'At the same time', help: 'Conversations that are open at once.', min: 1, max: 64 },
  {
    of: 'perSecond',
    label: 'Requests a second',
    help: 'What the target can take.',
    min: 0.02,
    max: 10_000,
    step: 'any',
    placeholder: 'no limit',
  },
  {
    of: 'maxRequests',
    label: 'Requests in all',
    help: 'Then the run ends, and says so.',
    min: 1,
    placeholder: 'no limit',
  },
  {
    of: 'maxCostUsd',
    label: 'Cost in US dollars',
    help: 'Of the model that judges and writes, where there is one.',
    min: 0.01,
    step: 'any',
    placeholder: 'no limit',
  },
]

/** How much a run may do, ask for and cost. */
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
      <Field label="Seed" help="The same seed makes the same attacks again.">
        {(field) => (
          <Input
            {...field}
            placeholder="chosen by chance"
            maxLength={200}
            value={draft.seed}
            onChange={(event) => onChange({ seed: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}
