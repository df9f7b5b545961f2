import { type ReactNode, useState } from 'react'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { isCoveredByForm } from './fits.ts'
import { messages } from '../../../../messages/guard/parts.ts'

interface Props {
  readonly label: ReactNode
  readonly help: string
  readonly value: unknown
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly placeholder?: string | undefined
  /** Undefined if no line is left. */
  readonly onChange: (value: readonly string[] | undefined) => void
}

/** List of words, one per line. */
export function LinesField({ label, help, value, error, readOnly, placeholder, onChange }: Props) {
  const stored = Array.isArray(value) ? value.map(String).join('\n') : ''
  const isWhole = isCoveredByForm(linesOf(stored), value)
  const [text, setText] = useState(stored)
  // The text view may change the value; lines being typed are kept.
  const shown = linesOf(text).join('\n') === stored ? text : stored
  return (
    <Field label={label} help={isWhole ? help : messages.linesField.theValueCannotBeShownAsLines} error={error}>
      {(field) => (
        <Textarea
          {...field}
          rows={3}
          className="font-mono !text-xs"
          readOnly={readOnly || !isWhole}
          value={shown}
          placeholder={placeholder}
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
