import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, Verdict } from '../../../ui/badge.tsx'
import { labelOf } from '../../../ui/words.ts'
import { type GradeTone, gradeTone, hasScore } from './judged.ts'
import type { Run } from './types.ts'

const ICONS: Readonly<Record<GradeTone, LucideIcon>> = {
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: TriangleAlert,
  plain: CircleDashed,
}

/** Status of a run. The grade decides the color of a completed run; one with too few judged attacks is inconclusive. */
export function RunStatus({ run: { status, summary } }: { readonly run: Pick<Run, 'status' | 'summary'> }) {
  if (status !== 'done' || summary === undefined) return <Verdict of={status} />
  if (!hasScore(summary)) return <Verdict of="inconclusive" />
  const tone = gradeTone(summary)
  return (
    <Badge tone={tone} icon={ICONS[tone]}>
      {labelOf(status)}
    </Badge>
  )
}
