import { ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { GuardInfo } from '../playground/attempt.ts'
import { schemaOf } from './check-policy.ts'
import { isMapping } from '../parts/plain.ts'
import type { Entry, Problem } from './policy-text.ts'
import { SettingField } from './setting-field.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'
import { choicesOf } from '../../../ui/words.ts'

interface Props {
  readonly info: GuardInfo
  readonly entry: Entry | undefined
  readonly problems: readonly Problem[]
  readonly readOnly: boolean
  /** Path below the entry and its value. Undefined removes the field; an empty path removes the whole entry. */
  readonly onChange: (path: readonly string[], value: unknown) => void
}

const ACTIONS = ['detect', 'warn', 'redact', 'require_approval', 'block']

/** Settings of one guard in a policy. */
export function GuardEntry({ info, entry, problems, readOnly, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const enabled = typeof entry?.['enabled'] === 'boolean' ? entry['enabled'] : info.enabled
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-6 min-w-0 flex-1 items-center gap-2 text-left"
        >
          <ChevronRight size={14} aria-hidden className={cx('shrink-0 text-muted', isOpen && 'rotate-90')} />
          <span className={cx('truncate font-mono text-xs', !enabled && 'text-muted')}>{info.name}</span>
          {problems.length > 0 && <Badge tone="bad">{messages.guardEntry.problems(problems.length)}</Badge>}
        </button>
        {!info.available && <Badge tone="warn">{messages.guardEntry.unavailable}</Badge>}
        {entry !== undefined && <Badge tone="accent">{messages.guardEntry.customized}</Badge>}
        {entry !== undefined && !readOnly && (
          <IconButton
            icon={RotateCcw}
            label={messages.guardEntry.resetToItsDefault(info.name)}
            className="!size-6"
            onClick={() => onChange([], undefined)}
          />
        )}
        <Switch
          label={<span className="sr-only">{messages.guardEntry.enable(info.name)}</span>}
          on={enabled}
          disabled={readOnly}
          onFlip={(on) => onChange(['enabled'], on)}
        />
      </div>
      {isOpen && <Inside info={info} entry={entry} problems={problems} readOnly={readOnly} onChange={onChange} />}
    </li>
  )
}

function Inside({ info, entry, problems, readOnly, onChange }: Props) {
  const settings = isMapping(entry?.['settings']) ? entry['settings'] : {}
  const names = Object.keys(Object(info.settings_schema?.['properties']))
  const wrong = (...path: readonly string[]): string | undefined =>
    problems.find((problem) => path.every((step, at) => problem.path[at + 2] === step))?.message
  const pick = (name: string, value: string): void => onChange([name], value === '' ? undefined : value)
  return (
    <div className="flex flex-col gap-4 border-t border-line bg-raised px-4 py-4 sm:pl-9">
      <p className="text-xs text-muted">{info.description}</p>
      {info.reason !== undefined && <p className="text-xs text-warn">{info.reason}</p>}
      {problems
        .filter(({ path }) => path.length === 2)
        .map(({ message }) => (
          <p key={message} className="text-xs text-bad">
            {message}
          </p>
        ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={common.action} error={wrong('action')}>
          {(field) => (
            <Select
              {...field}
              disabled={readOnly}
              value={typeof entry?.['action'] === 'string' ? entry['action'] : ''}
              onPick={(value) => pick('action', value)}
              options={[
                { value: '', label: messages.guardEntry.default },
                ...choicesOf(withOther(ACTIONS, entry?.['action'])),
              ]}
            />
          )}
        </Field>
        <Field label={common.mode} error={wrong('mode')}>
          {(field) => (
            <Select
              {...field}
              disabled={readOnly}
              value={typeof entry?.['mode'] === 'string' ? entry['mode'] : ''}
              onPick={(value) => pick('mode', value)}
              options={[
                { value: '', label: messages.guardEntry.policyMode },
                ...choicesOf(withOther(['enforce', 'monitor'], entry?.['mode'])),
              ]}
            />
          )}
        </Field>
        {names.map((name) => {
          const isBeside = entry !== undefined && Object.hasOwn(entry, name)
          const path = isBeside ? [name] : ['settings', name]
          return (
            <SettingField
              key={name}
              name={name}
              schema={schemaOf(info, name) ?? {}}
              value={isBeside ? entry[name] : settings[name]}
              error={wrong(...path)}
              readOnly={readOnly}
              onChange={(value) => onChange(path, value)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Adds a value that is not among the choices but in the text. */
function withOther(choices: readonly string[], value: unknown): readonly string[] {
  return typeof value === 'string' && !choices.includes(value) ? [...choices, value] : choices
}
