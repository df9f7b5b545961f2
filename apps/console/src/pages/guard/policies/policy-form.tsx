import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useState } from 'react'
import type { GuardInfo } from '../playground/attempt.ts'
import { canonical } from './check-policy.ts'
import { GuardEntry } from './guard-entry.tsx'
import { isMapping } from '../parts/plain.ts'
import { type Policy, type Problem, type Stage, STAGES } from './policy-text.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'

interface Props {
  readonly policy: Policy
  readonly guards: readonly GuardInfo[]
  readonly problems: readonly Problem[]
  readonly readOnly: boolean
  readonly onChange: (path: readonly string[], value: unknown) => void
}

const TITLES: Readonly<Record<Stage, string>> = {
  input_guardrails: common.prompts,
  output_guardrails: common.answers,
  agentic_guardrails: common.toolCalls,
}

/** Form view of the policy, equivalent to the text view. */
export function PolicyForm({ policy, guards, problems, readOnly, onChange }: Props) {
  const [search, setSearch] = useState('')
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={messages.policyForm.policyMode} error={problems.find(({ path }) => path[0] === 'mode')?.message}>
          {(field) => (
            <Select
              {...field}
              disabled={readOnly}
              value={policy.mode === 'monitor' ? 'monitor' : 'enforce'}
              onPick={(mode) => onChange(['mode'], mode)}
              options={[
                { value: 'enforce', label: messages.policyForm.enforceApplyDecisions },
                { value: 'monitor', label: messages.policyForm.monitorRecordDecisionsOnly },
              ]}
            />
          )}
        </Field>
        <Field label={messages.policyForm.findAGuard}>
          {(field) => (
            <Input {...field} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
          )}
        </Field>
      </div>
      <Tabs
        label={messages.policyForm.stages}
        tabs={STAGES.map((stage) => ({
          value: stage,
          label: (
            <>
              {TITLES[stage]} <span className="text-xs text-muted tabular-nums">{countOf(policy, stage)}</span>
            </>
          ),
          content: (
            <ul aria-label={TITLES[stage]} className="-mt-4">
              {guards
                .filter(
                  (guard) => `${guard.stage}_guardrails` === stage && guard.name.includes(search.trim().toLowerCase()),
                )
                .map((info) => {
                  const [name, entry] = entryOf(policy, stage, info.name)
                  return (
                    <GuardEntry
                      key={info.name}
                      info={info}
                      entry={entry}
                      readOnly={readOnly}
                      problems={problems.filter(({ path }) => path[0] === stage && path[1] === name)}
                      onChange={(path, value) => onChange([stage, name, ...path], value)}
                    />
                  )
                })}
            </ul>
          ),
        }))}
      />
    </div>
  )
}

const countOf = (policy: Policy, stage: Stage): string => {
  const count = Object.keys(Object(policy[stage])).length
  return count === 0 ? '' : String(count)
}

/** Returns the entry of a guard in the spelling of the text. */
function entryOf(policy: Policy, stage: Stage, name: string): readonly [string, Record<string, unknown> | undefined] {
  const entries = policy[stage]
  const spelled = isMapping(entries) ? Object.keys(entries).find((key) => canonical(key) === name) : undefined
  const entry = spelled === undefined ? undefined : (entries as Record<string, unknown>)[spelled]
  return [spelled ?? name, isMapping(entry) ? entry : undefined]
}
