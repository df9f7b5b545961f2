import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** Attributes that connect a control with its label, help and error. */
export interface FieldProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface Props {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Error and its fix, announced by screen readers. */
  readonly error?: ReactNode
  readonly children: (props: FieldProps) => ReactNode
}

/** Control with label, help and error: `<Field label="Name">{(field) => <Input {...field} />}</Field>`. */
export function Field({ label, help, error, children }: Props) {
  const id = useId()
  const isWrong = error !== undefined && error !== null && error !== ''
  const described = [help === undefined ? '' : `${id}-help`, isWrong ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described === '' ? undefined : described, 'aria-invalid': isWrong })}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert size={14} className="mt-px shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  )
}
