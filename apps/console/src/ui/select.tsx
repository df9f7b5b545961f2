import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface Props extends Omit<ComponentProps<'select'>, 'children' | 'onChange'> {
  readonly options: readonly (string | { readonly value: string; readonly label: string })[]
  readonly onPick?: (value: string) => void
}

/** Single choice with the native element, for support of keyboards, screen readers and phones. */
export function Select({ options, onPick, className, ...rest }: Props) {
  return (
    <select {...rest} onChange={(event) => onPick?.(event.target.value)} className={cx('control pr-8', className)}>
      {options.map((option) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
    </select>
  )
}
