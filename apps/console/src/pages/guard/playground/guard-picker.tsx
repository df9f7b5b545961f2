import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type Draft, type GuardInfo, textStageOf, wrongJson } from './attempt.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/playground.ts'
import { choicesOf } from '../../../ui/words.ts'

interface Props {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly guards: readonly GuardInfo[]
}

const EXAMPLES = {
  input: '{ "keyword_blocklist": { "blocklist": ["acme"] } }',
  output: '{ "competitor_mention": { "competitors": ["Acme"] } }',
}
const ACTIONS = ['detect', 'warn', 'redact', 'block']

/** Selects the active policy or individual guards for this check. */
export function GuardPicker({ draft, onChange, guards }: Props) {
  const stage = textStageOf(draft)
  const shown = guards.filter((guard) => guard.stage === stage && guard.available)
  return (
    <div className="flex flex-col gap-3">
      <Field label={common.guards} help={draft.own ? messages.guardPicker.appliesToThisCheckOnlyAPolicy : undefined}>
        {(field) => (
          <Select
            {...field}
            value={draft.own ? 'own' : 'policy'}
            onPick={(value) => onChange({ own: value === 'own' })}
            options={[
              { value: 'policy', label: messages.guardPicker.currentPolicy },
              { value: 'own', label: messages.guardPicker.selectedGuards },
            ]}
          />
        )}
      </Field>
      {draft.own && (
        <>
          <fieldset className="max-h-64 overflow-y-auto rounded-md border border-line">
            <legend className="sr-only">{common.guards}</legend>
            {shown.map((item) => (
              <Row key={item.name} info={item} draft={draft} onChange={onChange} />
            ))}
          </fieldset>
          <Field
            label={messages.guardPicker.additionalSettings}
            help={messages.guardPicker.jsonByGuard}
            error={wrongJson(draft.settings[stage])}
          >
            {(field) => (
              <Textarea
                {...field}
                code
                rows={3}
                spellCheck={false}
                value={draft.settings[stage]}
                placeholder={EXAMPLES[stage]}
                onChange={({ target }) => onChange({ settings: { ...draft.settings, [stage]: target.value } })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  )
}

function Row({ info, draft, onChange }: { readonly info: GuardInfo } & Omit<Props, 'guards'>) {
  const stage = textStageOf(draft)
  const picked = draft.picked[stage][info.name]
  const enabled = picked?.enabled ?? info.enabled
  const action = picked?.action ?? info.action ?? 'block'
  const pick = (part: { readonly enabled?: boolean; readonly action?: string }): void =>
    onChange({
      picked: { ...draft.picked, [stage]: { ...draft.picked[stage], [info.name]: { enabled, ...picked, ...part } } },
    })
  return (
    <div className="flex h-10 items-center justify-between gap-2 border-b border-line px-3 last:border-0">
      <Checkbox
        label={<span className="font-mono text-xs">{info.name}</span>}
        checked={enabled}
        onFlip={(to) => pick({ enabled: to })}
      />
      {enabled && (
        <Select
          className="!w-28"
          aria-label={messages.guardPicker.actionOf(info.name)}
          value={action}
          onPick={(to) => pick({ action: to })}
          options={choicesOf(ACTIONS.includes(action) ? ACTIONS : [...ACTIONS, action])}
        />
      )}
    </div>
  )
}
