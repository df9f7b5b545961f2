import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** Multi-line text; `code` for machine-readable content. */
export function Textarea({
  className,
  code = false,
  ...rest
}: ComponentProps<'textarea'> & { readonly code?: boolean }) {
  return <textarea rows={5} {...rest} className={cx('control resize-y', code && 'font-mono text-xs', className)} />
}
