import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { plain } from '../plain.ts'
import { type FieldSpec, type FormSection, isAt, type Problem, type Value, valueAt, wrongOf } from './field-spec.ts'
import { LinesField } from './lines-field.tsx'
import { RowsField } from './rows-field.tsx'
import { numberOf } from './typed.ts'
import { messages } from '../../../../messages/guard/parts.ts'

interface Props {
  readonly sections: readonly FormSection[]
  readonly value: Value
  readonly problems: readonly Problem[]
  readonly readOnly: boolean
  /** Undefined removes the field from the text. */
  readonly onChange: (path: readonly string[], value: unknown) => void
}

/** Form view of a definition, equivalent to its text view. A section with a problem opens automatically. */
export function DefinitionForm({ sections, value, problems, readOnly, onChange }: Props) {
  const used = sections.map(({ title, fields }) => ({
    title,
    fields: fields.filter(({ when }) => when === undefined || when(value)),
  }))
  return (
    <div className="flex flex-col gap-4">
      {used
        .filter(({ fields }) => fields.length > 0)
        .map(({ title, fields }, at) => (
          <Section
            key={title}
            title={title}
            isFirst={at === 0}
            isSet={fields.some(({ path }) => valueAt(value, path) !== undefined)}
            wrong={problems.filter((problem) => fields.some(({ path }) => isAt(problem, path))).length}
          >
            {fields.map((spec) => (
              <DefinitionField
                key={spec.path.join('.')}
                spec={spec}
                whole={value}
                error={wrongOf(problems, spec.path)}
                readOnly={readOnly}
                onChange={(to) => onChange(spec.path, to)}
              />
            ))}
          </Section>
        ))}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly isFirst: boolean
  readonly isSet: boolean
  readonly wrong: number
  readonly children: ReactNode
}

/** An empty section is initially collapsed. */
function Section({ title, isFirst, isSet, wrong, children }: SectionProps) {
  const [isOpen, setIsOpen] = useState(isFirst || isSet)
  return (
    <details
      open={isOpen || wrong > 0}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className={cx('group', !isFirst && 'border-t border-line pt-3')}
    >
      <summary className="flex min-h-6 cursor-pointer items-center gap-2 text-sm font-semibold">
        <ChevronRight size={14} aria-hidden className="text-muted group-open:rotate-90" />
        {title}
        {isSet && (
          <span className="group-open:hidden">
            <Badge tone="accent">{messages.definitionForm.set}</Badge>
          </span>
        )}
        {wrong > 0 && <Badge tone="bad">{messages.definitionForm.problems(wrong)}</Badge>}
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">{children}</div>
    </details>
  )
}

interface FieldProps {
  readonly spec: FieldSpec
  readonly whole: Value
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
}

function DefinitionField({ spec, whole, error, readOnly, onChange }: FieldProps) {
  const { label, help, path } = spec
  const value = valueAt(whole, path)
  switch (spec.kind) {
    case 'rows':
      return <RowsField spec={spec} value={value} error={error} readOnly={readOnly} onChange={onChange} />
    case 'lines':
      return (
        <div className={spec.wide === true ? 'sm:col-span-2' : ''}>
          <LinesField
            {...{ label, value, error, readOnly, onChange }}
            help={help ?? messages.definitionForm.onePerLine}
            placeholder={spec.placeholder}
          />
        </div>
      )
    case 'truth': {
      const standard = typeof spec.standard === 'function' ? spec.standard(whole) : spec.standard
      return (
        <div className="flex flex-col gap-1 self-end sm:col-span-2">
          <Switch
            label={label}
            on={typeof value === 'boolean' ? value : standard}
            disabled={readOnly}
            onFlip={(on) => onChange(on)}
          />
          {help !== undefined && <p className="pl-11 text-xs text-muted">{help}</p>}
          {error !== undefined && <p className="pl-11 text-xs text-bad">{error}</p>}
        </div>
      )
    }
    case 'text-only':
      return (
        <div className="text-sm sm:col-span-2">
          <span className="font-medium">{label}</span>
          <p className="text-xs text-muted">
            {help}{' '}
            {value === undefined
              ? messages.definitionForm.noEntriesEditThisFieldInThe
              : messages.definitionForm.editThisFieldInTheYaml}
          </p>
          {error !== undefined && <p className="text-xs text-bad">{error}</p>}
        </div>
      )
    case 'text':
    case 'number':
    case 'choice':
    case 'long':
    default:
      return <Simple {...{ spec, value, error, readOnly, onChange }} />
  }
}

interface SimpleProps extends Omit<FieldProps, 'whole' | 'spec'> {
  readonly spec: Extract<FieldSpec, { readonly kind: 'text' | 'number' | 'choice' | 'long' }>
  readonly value: unknown
}

function Simple({ spec, value, error, readOnly, onChange }: SimpleProps) {
  const text = plain(value)
  const isWide = spec.kind === 'long' || (spec.kind === 'text' && spec.wide === true)
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      <Field label={spec.label} help={spec.help} error={error}>
        {(field) => {
          if (spec.kind === 'choice') {
            const options = spec.options.includes(text) || text === '' ? spec.options : [...spec.options, text]
            return (
              <Select
                {...field}
                disabled={readOnly}
                value={text}
                onPick={(to) => onChange(to === '' ? undefined : to)}
                options={[{ value: '', label: messages.definitionForm.default(spec.standard) }, ...options]}
              />
            )
          }
          const onType = (to: string): void =>
            onChange(to === '' ? undefined : spec.kind === 'number' ? numberOf(to) : to)
          if (spec.kind === 'long') {
            return (
              <Textarea
                {...field}
                rows={2}
                readOnly={readOnly}
                value={text}
                onChange={({ target }) => onType(target.value)}
              />
            )
          }
          return (
            <Input
              {...field}
              readOnly={readOnly}
              inputMode={spec.kind === 'number' ? 'decimal' : 'text'}
              placeholder={spec.placeholder}
              value={text}
              onChange={({ target }) => onType(target.value)}
            />
          )
        }}
      </Field>
    </div>
  )
}
