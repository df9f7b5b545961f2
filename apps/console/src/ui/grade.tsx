import { TONES, type Tone } from './badge.tsx'
import { cx } from './cx.ts'

const LOOKS: Readonly<Record<string, Tone>> = { A: 'ok', B: 'info', C: 'warn', D: 'high', F: 'bad' }

/** A project's mark; null: it was never scanned. */
export function Grade({ of }: { readonly of: string | null }) {
  return (
    <span
      aria-label={of === null ? 'Never scanned' : `Grade ${of}`}
      role="img"
      className={cx(
        'inline-flex size-6 items-center justify-center rounded-sm border text-xs font-bold',
        TONES[LOOKS[of ?? ''] ?? 'plain'],
      )}
    >
      {of ?? '–'}
    </span>
  )
}
