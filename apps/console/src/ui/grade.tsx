import { TONES, type Tone } from './badge.tsx'
import { cx } from './cx.ts'
import { messages } from '../messages/ui.ts'

const LOOKS: Readonly<Record<string, Tone>> = { A: 'ok', B: 'info', C: 'warn', D: 'high', F: 'bad' }

/** Grade of a project; null if it was not scanned, or nothing was analysed. */
export function Grade({ of }: { readonly of: string | null }) {
  if (of === null) return <span className="whitespace-nowrap text-xs text-muted">{messages.grade.notGraded}</span>
  return (
    <span
      aria-label={messages.grade.grade(of)}
      role="img"
      className={cx(
        'inline-flex size-6 items-center justify-center rounded-sm border text-xs font-bold',
        TONES[LOOKS[of] ?? 'plain'],
      )}
    >
      {of}
    </span>
  )
}
