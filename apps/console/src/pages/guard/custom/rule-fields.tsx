import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { wrongAt } from '../parts/wrong.ts'
import type { Rule } from './custom-policies.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/custom.ts'
import { choicesOf } from '../../../ui/words.ts'

/** A rule that is being edited. */
export interface RuleDraft {
  readonly name: string
  readonly prompt: string
  readonly stage: string
  readonly action: string
  readonly enabled: boolean
  readonly threshold: string
  readonly priority: string
  readonly violating: string
  readonly allowed: string
}

export const RULE_FIELDS = ['name', 'prompt', 'stage', 'action', 'confidence_threshold', 'priority', 'examples']

export function draftOf(rule: Rule | undefined): RuleDraft {
  return {
    name: rule?.name ?? '',
    prompt: rule?.prompt ?? '',
    stage: rule?.stage ?? 'input',
    action: rule?.action ?? 'block',
    enabled: rule?.enabled ?? true,
    threshold: String(rule?.confidence_threshold ?? 0.8),
    priority: String(rule?.priority ?? 100),
    violating: (rule?.examples.violating ?? []).join('\n'),
    allowed: (rule?.examples.allowed ?? []).join('\n'),
  }
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

export function sentOf(draft: RuleDraft) {
  return {
    name: draft.name,
    prompt: draft.prompt,
    stage: draft.stage as Rule['stage'],
    action: draft.action as Rule['action'],
    enabled: draft.enabled,
    confidence_threshold: Number(draft.threshold),
    priority: Number(draft.priority),
    examples: { violating: lines(draft.violating), allowed: lines(draft.allowed) },
  }
}

interface Props {
  readonly draft: RuleDraft
  readonly onChange: (part: Partial<RuleDraft>) => void
  readonly error: unknown
}

export function RuleFields({ draft, onChange, error }: Props) {
  return (
    <>
      <Field label={common.name} error={wrongAt(error, 'name')}>
        {(field) => (
          <Input
            {...field}
            required
            maxLength={100}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label={common.description}
        help={messages.ruleFields.describeTheViolationInAtLeast}
        error={wrongAt(error, 'prompt')}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            required
            maxLength={2000}
            placeholder={messages.ruleFields.flagQuestionsThatAskFor}
            value={draft.prompt}
            onChange={({ target }) => onChange({ prompt: target.value })}
          />
        )}
      </Field>
      <Choices draft={draft} onChange={onChange} error={error} />
      <Field
        label={messages.ruleFields.violatingExamples}
        help={messages.ruleFields.onePerLine}
        error={wrongAt(error, 'examples.violating')}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={5}
            value={draft.violating}
            onChange={({ target }) => onChange({ violating: target.value })}
          />
        )}
      </Field>
      <Field
        label={messages.ruleFields.allowedExamples}
        help={messages.ruleFields.onePerLineTextsThatAreCloseToA}
        error={wrongAt(error, 'examples.allowed')}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={5}
            value={draft.allowed}
            onChange={({ target }) => onChange({ allowed: target.value })}
          />
        )}
      </Field>
      <Switch label={common.enabled} on={draft.enabled} onFlip={(enabled) => onChange({ enabled })} />
    </>
  )
}

function Choices({ draft, onChange, error }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Field label={messages.ruleFields.appliesTo} error={wrongAt(error, 'stage')}>
        {(field) => (
          <Select
            {...field}
            value={draft.stage}
            onPick={(stage) => onChange({ stage })}
            options={[
              { value: 'input', label: common.prompts },
              { value: 'output', label: common.answers },
            ]}
          />
        )}
      </Field>
      <Field label={common.action} error={wrongAt(error, 'action')}>
        {(field) => (
          <Select
            {...field}
            value={draft.action}
            onPick={(action) => onChange({ action })}
            options={choicesOf(['detect', 'warn', 'redact', 'block', 'pass'])}
          />
        )}
      </Field>
      <Field label={messages.ruleFields.threshold} error={wrongAt(error, 'confidence_threshold')}>
        {(field) => (
          <Input
            {...field}
            type="number"
            min={0.5}
            max={1}
            step={0.01}
            value={draft.threshold}
            onChange={({ target }) => onChange({ threshold: target.value })}
          />
        )}
      </Field>
      <Field label={common.order} error={wrongAt(error, 'priority')}>
        {(field) => (
          <Input
            {...field}
            type="number"
            min={1}
            max={1000}
            value={draft.priority}
            onChange={({ target }) => onChange({ priority: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
