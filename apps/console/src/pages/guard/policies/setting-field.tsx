import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { LinesField } from '../parts/form/lines-field.tsx'
import { numberOf } from '../parts/form/typed.ts'
import { plain } from '../parts/plain.ts'
import type { SettingSchema } from './check-policy.ts'
import { messages } from '../../../messages/guard/policies.ts'

interface Props {
  readonly name: string
  readonly schema: SettingSchema
  readonly value: unknown
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
}

/** Control for one setting of a guard. Complex settings are edited as text. */
export function SettingField({ name, schema, value, error, readOnly, onChange }: Props) {
  const label = <span className="font-mono text-xs">{name}</span>
  const isWords = schema.type === 'array' && schema.items?.type === 'string'
  const isSimple = schema.enum !== undefined || ['number', 'integer', 'boolean', 'string'].includes(schema.type ?? '')
  if (isWords) {
    return (
      <div className="sm:col-span-2">
        <LinesField
          {...{ label, value, error, readOnly, onChange }}
          help={messages.settingField.onePerLine(schema.description ?? '')}
          placeholder={messages.settingField.default}
        />
      </div>
    )
  }
  if (!isSimple) {
    return (
      <div className="text-sm sm:col-span-2">
        {label}
        <p className="text-xs text-muted">{messages.settingField.editThisSettingInTheYaml(schema.description ?? '')}</p>
        {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      </div>
    )
  }
  const choices = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const standard = messages.settingField.default2(
    schema.default === undefined || schema.default === '' ? '' : ` (${plain(schema.default)})`,
  )
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
            onChange={({ target }) => onChange(typed(target.value, schema.type))}
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

const typed = (text: string, type: string | undefined): unknown =>
  type === 'string' ? (text === '' ? undefined : text) : numberOf(text)
