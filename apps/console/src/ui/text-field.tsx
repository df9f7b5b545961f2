import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Error and its fix. */
  readonly error?: ReactNode
  readonly value: string
  readonly onText: (text: string) => void
}

/** Single-line text field with its label: `<TextField label="Name" value={name} onText={setName} />`. */
export function TextField({ label, help, error, onText, ...rest }: Props) {
  return (
    <Field label={label} help={help} error={error}>
      {(field) => <Input {...field} {...rest} onChange={({ target }) => onText(target.value)} />}
    </Field>
  )
}
