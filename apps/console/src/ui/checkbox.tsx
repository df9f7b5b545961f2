import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly label: ReactNode
  readonly onFlip?: (checked: boolean) => void
}

export function Checkbox({ label, onFlip, ...rest }: Props) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      <input
        type="checkbox"
        {...rest}
        onChange={(event) => onFlip?.(event.target.checked)}
        className="size-4 shrink-0 accent-accent-strong"
      />
      {label}
    </label>
  )
}
