import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { plain } from '../parts/plain.ts'
import type { SettingSchema } from './check-policy.ts'

interface Props {
  readonly name: string
  readonly schema: SettingSchema
  readonly value: unknown
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
}

/** One setting of a guard, in the control that suits its kind. What has no simple form is written on the other side. */
export function SettingField({ name, schema, value, error, readOnly, onChange }: Props) {
  const label = <span className="font-mono text-xs">{name}</span>
  const isWords = schema.type === 'array' && schema.items?.type === 'string'
  const isSimple = schema.enum !== undefined || ['number', 'integer', 'boolean', 'string'].includes(schema.type ?? '')
  if (isWords) {
    return (
      <div className="sm:col-span-2">
        <Words label={label} {...{ schema, value, error, readOnly, onChange }} />
      </div>
    )
  }
  if (!isSimple) {
    return (
      <div className="text-sm sm:col-span-2">
        {label}
        <p className="text-xs text-muted">{schema.description} Written in the text beside.</p>
        {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      </div>
    )
  }
  const choices = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const standard = `default${schema.default === undefined || schema.default === '' ? '' : ` (${plain(schema.default)})`}`
  return (
    <Field label={label} help={schema.description} error={error}>
      {(field) =>
        choices === undefined ? (
          <Input
            {...field}
            readOnly={readOnly}
            inputMode={schema.type === 'string' ? 'text' : 'decimal'}
            placeholder={standard}
            value={plain(value)}
            onChange={({ target }) => onChange(typed(target.value, schema))}
          />
        ) : (
          <Select
            {...field}
            disabled={readOnly}
            value={plain(value)}
            onPick={(to) => onChange(to === '' ? undefined : schema.type === 'boolean' ? to === 'true' : to)}
            options={[{ value: '', label: standard }, ...choices]}
          />
        )
      }
    </Field>
  )
}

/** A number where it is one; otherwise what was typed, which is then said to be wrong. */
function typed(text: string, { type }: SettingSchema): unknown {
  if (text === '') return undefined
  if (type === 'string') return text
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text
}

type WordsProps = Omit<Props, 'name'> & { readonly label: React.ReactNode }

function Words({ label, schema, value, error, readOnly, onChange }: WordsProps) {
  const stored = Array.isArray(value) ? value.map(String).join('\n') : ''
  const [text, setText] = useState(stored)
  // The text on the other side may have changed; lines that are still being typed stay.
  const shown = linesOf(text).join('\n') === stored ? text : stored
  return (
    <Field label={label} help={`${schema.description ?? ''} One a line.`} error={error}>
      {(field) => (
        <Textarea
          {...field}
          rows={3}
          readOnly={readOnly}
          value={shown}
          placeholder="default"
          onChange={({ target }) => {
            setText(target.value)
            const lines = linesOf(target.value)
            onChange(lines.length === 0 ? undefined : lines)
          }}
        />
      )}
    </Field>
  )
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
