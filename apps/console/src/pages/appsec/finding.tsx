import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../api/clients.ts'
import { Severity } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePathName } from './parts/address.ts'
import { DataFlow } from './parts/data-flow.tsx'
import { DependencyPath } from './parts/dependency-path.tsx'
import { StatusBadge } from './parts/finding-columns.tsx'
import { type FindingFacts, factsOf } from './parts/finding-facts.ts'
import { FindingHistory } from './parts/finding-history.tsx'
import { FixCard } from './parts/fix-card.tsx'
import { type Finding, type FindingStatus, SCANNER_TITLES, useMay } from './parts/kinds.ts'
import { ReasonDialog } from './parts/reason-dialog.tsx'
import { useTriage } from './parts/triage.ts'
import { VexCard } from './parts/vex-card.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/findings.ts'

/** Details of one finding: description, location, data flow, remediation, and history. */
export default function FindingPage() {
  const findingId = usePathName('findingId')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'finding', findingId],
    queryFn: ({ signal }) => appsec.readFinding({ params: { findingId } }, { signal }),
  })
  return (
    <>
      <PageHeader
        title={data?.title ?? messages.finding.finding}
        crumbs={
          data === undefined
            ? [[common.projects, '/appsec/projects']]
            : [
                [common.project, `/appsec/projects/${data.projectId}`],
                [common.scan, `/appsec/scans/${data.scanId}`],
                [common.findings, `/appsec/scans/${data.scanId}/findings`],
              ]
        }
      />
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.finding.loadingTheFinding} />
      )}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && <Shown key={data.id} finding={data} />}
    </>
  )
}

function Shown({ finding }: { readonly finding: Finding }) {
  const facts = factsOf(finding)
  const { snippet, startLine, endLine, filePath } = finding
  const marked = new Set(Array.from({ length: Math.min(500, endLine - startLine + 1) }, (_, at) => startLine + at))
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={common.description}>
          <Description text={finding.description} />
        </Card>
        {snippet !== null && snippet !== '' && (
          <Card title={<span className="font-mono text-xs">{`${filePath}:${startLine}`}</span>}>
            <CodeBlock label={messages.finding.codeIn(filePath)} text={snippet} from={startLine} marked={marked} />
          </Card>
        )}
        {facts.flow.length > 0 && (
          <Card title={messages.finding.dataFlow}>
            <DataFlow steps={facts.flow} />
          </Card>
        )}
        {facts.path.length > 0 && (
          <Card title={messages.finding.dependencyPath}>
            <DependencyPath path={facts.path} />
          </Card>
        )}
        {facts.hasFix && <FixCard finding={finding} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <TriageCard finding={finding} />
        <About finding={finding} facts={facts} />
        {facts.purl !== undefined && <VexCard finding={finding} purl={facts.purl} />}
        <FindingHistory finding={finding} />
      </div>
    </div>
  )
}

/** Text of rules and advisories, without trailing addresses, which are listed as links. */
function Description({ text }: { readonly text: string }) {
  const prose = text
    .split('\n')
    .filter((line) => !/^See https?:\/\/\S+$/.test(line))
    .join('\n')
    .trim()
  return <p className="text-sm whitespace-pre-line">{prose === '' ? text : prose}</p>
}

function TriageCard({ finding }: { readonly finding: Finding }) {
  const queries = useQueryClient()
  // State when the user started. Optimistic updates must not change the dialog's text.
  const [request, setAsked] = useState<{ ids: readonly string[]; status: FindingStatus; note?: string }>()
  const { id, status, statusNote } = finding
  const triage = useTriage((_ids, by) =>
    queries.setQueryData<Finding>(['appsec', 'finding', id], (before) => before && { ...before, ...by }),
  )
  const mayTriage = useMay('DEVELOPER')
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {common.status} <StatusBadge of={status} />
        </span>
      }
      actions={
        mayTriage && (
          <Button onClick={() => setAsked({ ids: [id], status, ...(statusNote === null ? {} : { note: statusNote }) })}>
            {messages.finding.triage}
          </Button>
        )
      }
    >
      <p className="text-sm whitespace-pre-line">
        {statusNote ?? <span className="text-muted">{messages.finding.noNote}</span>}
      </p>
      <ReasonDialog
        asked={request}
        onClose={() => setAsked(undefined)}
        busy={triage.isPending}
        onSay={(to, note) =>
          triage.mutate(
            { ids: [id], status: to, ...(note === undefined ? {} : { statusNote: note }) },
            { onSuccess: () => setAsked(undefined) },
          )
        }
      />
    </Card>
  )
}

function About({ finding, facts }: { readonly finding: Finding; readonly facts: FindingFacts }) {
  const { severity, scanner, seenBy, ruleId, cweId, cveId, owasp, confidence, filePath } = finding
  const cwe = /^CWE-(\d{1,6})$/.exec(cweId ?? '')?.[1]
  const links = [
    ...facts.references,
    ...(cwe === undefined ? [] : [`https://cwe.mitre.org/data/definitions/${cwe}.html`]),
  ]
  const mono = (text: string) => <span className="font-mono text-xs">{text}</span>
  return (
    <Card title={common.details}>
      <div className="flex flex-col gap-4">
        <KeyValue
          pairs={[
            [common.severity, <Severity key="severity" of={severity} />],
            ...(filePath === '' ? [] : [[messages.finding.location, mono(filePath)] as const]),
            [
              common.scanner,
              seenBy.map((item) => SCANNER_TITLES[item] ?? item).join(', ') || (SCANNER_TITLES[scanner] ?? scanner),
            ],
            [common.rule, mono(ruleId)],
            ...(cveId === null ? [] : [[messages.finding.cve, cveId] as const]),
            ...(cweId === null ? [] : [[messages.finding.weakness, cweId] as const]),
            ...(owasp.length === 0 ? [] : [[messages.finding.owasp, owasp.join(', ')] as const]),
            ...(facts.cvss === undefined ? [] : [[messages.finding.cvss, facts.cvss.toFixed(1)] as const]),
            ...(facts.epss === undefined
              ? []
              : [[messages.finding.epss, messages.finding.in30Days((facts.epss * 100).toFixed(1))] as const]),
            ...(facts.kev ? [[messages.finding.exploited, messages.finding.yesCisaKev] as const] : []),
            ...(facts.reachable === undefined
              ? []
              : [
                  [
                    messages.finding.reachability,
                    facts.reachable ? messages.finding.importedByTheCode : messages.finding.notImported,
                  ] as const,
                ]),
            ...(facts.pathClass === undefined
              ? []
              : [
                  [
                    messages.finding.pathClass,
                    facts.originalSeverity === undefined
                      ? facts.pathClass
                      : messages.finding.inProductionCode(facts.pathClass, facts.originalSeverity.toLowerCase()),
                  ] as const,
                ]),
            ...(facts.fixedVersion === undefined ? [] : [[messages.finding.fixedIn, facts.fixedVersion] as const]),
            ...(facts.safeVersion === undefined
              ? []
              : [[messages.finding.firstSafeVersion, facts.safeVersion] as const]),
            [messages.finding.confidence, `${Math.round(confidence * 100)}%`],
          ]}
        />
        {links.length > 0 && (
          <ul
            className="flex flex-col gap-1 border-t border-line pt-3 text-sm"
            aria-label={messages.finding.references}
          >
            {links.map((link) => (
              <li key={link}>
                <a
                  href={link}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="inline-flex min-h-6 items-center gap-1 text-accent-ink underline underline-offset-2"
                >
                  {link.replace(/^https?:\/\//, '')}
                  <ExternalLink
                    size={12}
                    aria-label={messages.finding.opensInANewTab}
                    role="img"
                    className="shrink-0"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
