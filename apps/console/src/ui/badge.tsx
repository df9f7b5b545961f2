import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  Eye,
  Info,
  type LucideIcon,
  Octagon,
  Scissors,
  ShieldQuestion,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { labelOf } from './words.ts'

export const TONES = {
  plain: 'bg-raised text-muted border-line',
  accent: 'bg-accent-soft text-accent-ink border-transparent',
  ok: 'bg-ok-soft text-ok border-transparent',
  info: 'bg-info-soft text-info border-transparent',
  warn: 'bg-warn-soft text-warn border-transparent',
  high: 'bg-high-soft text-high border-transparent',
  bad: 'bg-bad-soft text-bad border-transparent',
} as const
export type Tone = keyof typeof TONES

export function Badge({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: LucideIcon
  readonly children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {Icon && <Icon size={12} strokeWidth={2.4} aria-hidden />}
      {children}
    </span>
  )
}

type BadgeStyle = readonly [tone: Tone, icon: LucideIcon]

const SEVERITIES: Readonly<Record<string, BadgeStyle>> = {
  critical: ['bad', Octagon],
  high: ['high', TriangleAlert],
  medium: ['warn', CircleAlert],
  low: ['info', CircleDot],
  info: ['plain', Info],
}

/** Badge of a severity in any case. */
export function Severity({ of }: { readonly of: string }) {
  const [tone, icon] = SEVERITIES[of.toLowerCase()] ?? (['plain', Info] as const)
  return (
    <Badge tone={tone} icon={icon}>
      {labelOf(of)}
    </Badge>
  )
}

const VERDICTS: Readonly<Record<string, BadgeStyle>> = {
  pass: ['ok', CircleCheck],
  allow: ['ok', CircleCheck],
  safe: ['ok', CircleCheck],
  done: ['ok', CircleCheck],
  completed: ['ok', CircleCheck],
  success: ['ok', CircleCheck],
  approved: ['ok', CircleCheck],
  active: ['ok', CircleCheck],
  defended: ['ok', CircleCheck],
  passed: ['ok', CircleCheck],
  gate_passed: ['ok', CircleCheck],
  block: ['bad', Ban],
  deny: ['bad', Ban],
  denied: ['bad', Ban],
  fail: ['bad', Ban],
  failed: ['bad', Ban],
  gate_failed: ['bad', Ban],
  vulnerable: ['bad', Ban],
  error: ['bad', TriangleAlert],
  redact: ['warn', Scissors],
  sanitize: ['warn', Scissors],
  warn: ['warn', TriangleAlert],
  partial: ['warn', TriangleAlert],
  expired: ['warn', CircleDashed],
  pending: ['accent', ShieldQuestion],
  require_approval: ['accent', ShieldQuestion],
  monitor: ['info', Eye],
  log: ['info', Eye],
  detect: ['info', Eye],
  running: ['accent', CircleDot],
  inconclusive: ['plain', CircleDashed],
  queued: ['plain', CircleDashed],
  paused: ['plain', CircleDashed],
  cancelled: ['plain', CircleDashed],
  stopped: ['plain', CircleDashed],
}

/** Badge of a decision or status: color, icon and word. Unknown words are shown unchanged. */
export function Verdict({ of }: { readonly of: string }) {
  const [tone, icon] = VERDICTS[of.toLowerCase()] ?? (['plain', CircleDot] as const)
  return (
    <Badge tone={tone} icon={icon}>
      {labelOf(of)}
    </Badge>
  )
}
