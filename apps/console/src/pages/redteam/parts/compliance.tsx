import { documentsOf } from '@gatehouse/client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Landmark, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { redteam } from '../../../api/clients.ts'
import { Badge, Severity } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Report } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'

/** Result of the run for one control. */
interface ControlLine {
  readonly code: string
  readonly title: string
  readonly status: Report['compliance'][number]['status']
  readonly summary: string
  readonly details: string
  readonly recommendations: readonly string[]
  readonly attacksAnalyzed: number
  readonly relevantFindings: readonly { readonly id: string; readonly title: string; readonly severity: string }[]
}

const STATUSES = {
  vulnerable: ['bad', TriangleAlert, messages.compliance.attacksSucceeded],
  at_risk: ['warn', TriangleAlert, messages.compliance.atRisk],
  secure: ['ok', CircleCheck, messages.compliance.secure],
  not_tested: ['plain', CircleDashed, messages.compliance.notTested],
  error: ['plain', TriangleAlert, common.notJudged],
} as const
const STALE_MS = 3_600_000

interface Props {
  readonly filename: string
  readonly onFinding: (id: string) => void
}

/** Results of the run for the controls of a framework: evidence for an auditor, not a certificate. */
export function Compliance({ filename, onFinding }: Props) {
  const [framework, setFramework] = useState('owasp-llm-2025')
  const [withUntested, setWithUntested] = useState(false)
  const frameworks = useQuery({
    queryKey: ['redteam', 'frameworks'],
    queryFn: ({ signal }) => redteam.listFrameworks({}, { signal }),
    staleTime: STALE_MS,
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['redteam', 'compliance', filename, framework],
    queryFn: ({ signal }) => analyse(filename, framework, signal),
    staleTime: STALE_MS,
  })
  const shown = data?.filter(({ status }) => withUntested || status !== 'not_tested')
  const untested = (data?.length ?? 0) - (data?.filter(({ status }) => status !== 'not_tested').length ?? 0)
  return (
    <Card
      flush
      title={common.controls}
      actions={
        <>
          <Switch label={messages.compliance.notTested2(untested)} on={withUntested} onFlip={setWithUntested} />
          <Select
            aria-label={messages.compliance.framework}
            className="!w-auto max-w-80"
            options={(frameworks.data ?? []).map(({ id, name, controlCount }) => ({
              value: id,
              label: `${name} (${controlCount})`,
            }))}
            value={framework}
            onPick={setFramework}
          />
        </>
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.compliance.loadingControls} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {shown?.length === 0 && (
        <EmptyState icon={Landmark} title={messages.compliance.noControlsOfThisFramework}>
          {messages.compliance.noCategoryOfThisRunMapsToThis}
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {shown?.map((line) => (
          <Control key={line.code} line={line} onFinding={onFinding} />
        ))}
      </ul>
    </Card>
  )
}

function Control({ line, onFinding }: { readonly line: ControlLine; readonly onFinding: (id: string) => void }) {
  const { code, title, status, summary, details, recommendations, relevantFindings, attacksAnalyzed } = line
  const [tone, icon, word] = STATUSES[status]
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-hover">
          <code className="w-24 shrink-0 font-mono text-xs text-muted">{code}</code>
          <span className="min-w-40 flex-1 font-medium">{title}</span>
          <span className="text-xs text-muted tabular-nums">
            {attacksAnalyzed === 0 ? '' : messages.compliance.attacks(attacksAnalyzed)}
          </span>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </summary>
        <div className="flex flex-col gap-3 border-t border-line bg-raised px-4 py-3 text-sm">
          <p className="font-medium">{summary}</p>
          <p className="text-muted">{details}</p>
          {relevantFindings.length > 0 && (
            <ul className="flex flex-col gap-1">
              {relevantFindings.map(({ id, title: name, severity }) => (
                <li key={id} className="flex items-center gap-2">
                  <Severity of={severity} />
                  <button
                    type="button"
                    className="min-h-6 text-left text-accent-ink underline underline-offset-2"
                    onClick={() => onFinding(id)}
                  >
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {recommendations.length > 0 && (
            <ul className="list-disc pl-5">
              {recommendations.map((recommendation) => (
                <li key={recommendation}>{recommendation}</li>
              ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
}

async function analyse(
  reportFilename: string,
  framework: string,
  signal: AbortSignal,
): Promise<readonly ControlLine[]> {
  const response = await redteam.analyzeOwasp({ body: { reportFilename, frameworkIds: [framework] } }, { signal })
  return Array.fromAsync(documentsOf<ControlLine>(response))
}
