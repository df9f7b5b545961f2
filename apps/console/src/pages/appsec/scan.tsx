import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { usePathName } from './parts/address.ts'
import { AdvisoryGap } from './parts/advisory-gap.tsx'
import { Artifacts } from './parts/artifacts.tsx'
import { ButtonLink } from './parts/button-link.tsx'
import { countText, isOver, numberText, type Scan, scanTypeName, SEVERITIES } from './parts/kinds.ts'
import { useLiveScan } from './parts/live-scan.ts'
import { ScanActions } from './parts/scan-actions.tsx'
import { GateVerdict } from './parts/scan-columns.tsx'
import { ScannerList } from './parts/scanner-list.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/scans.ts'
import { labelOf } from '../../ui/words.ts'

/** Details of one scan: its progress and its results. */
export default function ScanPage() {
  const scanId = usePathName('scanId')
  const { data: scan, error, refetch, isLive } = useLiveScan(scanId)
  return (
    <>
      <PageHeader
        title={scan === undefined ? common.scan : messages.scan.scanOf(scan.project.name)}
        crumbs={[
          [common.projects, '/appsec/projects'],
          ...(scan === undefined ? [] : [[scan.project.name, `/appsec/projects/${scan.projectId}`] as const]),
        ]}
        actions={
          scan !== undefined && (
            <>
              <ScanActions scan={scan} />
              <ButtonLink to={`/appsec/scans/${scan.id}/findings`} look="primary" icon={ListFilter}>
                {common.findings}
              </ButtonLink>
            </>
          )
        }
      />
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.scan.loadingTheScan} />
      )}
      {scan === undefined && error === null && <Skeleton lines={8} />}
      {scan !== undefined && (
        <div className="flex flex-col gap-4">
          <Counts scan={scan} />
          <AdvisoryGap scan={scan} />
          <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <div className="flex min-w-0 flex-col gap-4">
              <Progressing scan={scan} isLive={isLive} />
              {hasDocuments(scan, isLive) && <Artifacts scan={scan} isMaking={isLive} />}
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <Gate scan={scan} />
              <About scan={scan} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** Returns whether the scan has documents or will have them. A canceled scan and a scan without a source have none. */
function hasDocuments({ status, artifacts }: Scan, isLive: boolean): boolean {
  return isOver(status) && status !== 'CANCELLED' && (isLive || status !== 'FAILED' || artifacts.length > 0)
}

const TONES = { CRITICAL: 'bad', HIGH: 'bad', MEDIUM: 'warn', LOW: 'plain', INFO: 'plain' } as const

function Counts({ scan }: { readonly scan: Scan }) {
  const counts = {
    CRITICAL: scan.criticalCount,
    HIGH: scan.highCount,
    MEDIUM: scan.mediumCount,
    LOW: scan.lowCount,
    INFO: scan.infoCount,
  }
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      {SEVERITIES.map((severity) => (
        <Stat
          key={severity}
          label={labelOf(severity)}
          value={
            <TextLink
              to={`/appsec/scans/${scan.id}/findings`}
              search={{ severity }}
              className="!text-inherit !no-underline hover:!underline"
            >
              {countText(scan, severity)}
            </TextLink>
          }
          tone={counts[severity] > 0 ? TONES[severity] : 'plain'}
        />
      ))}
    </div>
  )
}

function Progressing({ scan, isLive }: { readonly scan: Scan; readonly isLive: boolean }) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {common.scanners} <Verdict of={scan.status} />
        </span>
      }
      actions={isLive && <span className="text-xs text-muted">{messages.scan.liveResultsTheScanContinuesIf}</span>}
      flush
    >
      {scan.errorMessage !== null && (
        <p role="alert" className="border-b border-line bg-bad-soft px-4 py-2 text-sm text-bad">
          {scan.errorMessage}
        </p>
      )}
      <ScannerList scan={scan} />
    </Card>
  )
}

function Gate({ scan: { gateResult, gateReasons, projectId, status } }: { readonly scan: Scan }) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {messages.scan.buildGate} <GateVerdict of={gateResult} />
        </span>
      }
      actions={
        <TextLink to={`/appsec/projects/${projectId}`} search={{ tab: 'gate' }}>
          {common.limits}
        </TextLink>
      }
    >
      {gateReasons.length > 0 ? (
        <ul className="list-disc pl-4 text-sm">
          {gateReasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">
          {gateResult === 'PASSED'
            ? messages.scan.allLimitsAreMet
            : isOver(status)
              ? messages.scan.theScanEndedBeforeTheGate
              : messages.scan.theGateDecisionFollowsWhenAll}
        </p>
      )}
    </Card>
  )
}

/** Returns the number and age of the imported advisories; empty if the scan used none. */
function coverageRows(coverage: Scan['advisoryCoverage']): readonly (readonly [string, ReactNode])[] {
  if (coverage === null) return []
  const { importedAt, ecosystems } = coverage
  const lines = ecosystems.map(({ ecosystem, packages }) => (
    <li key={ecosystem} className={packages === 0 ? 'text-bad' : ''}>
      {messages.scan.advisoriesFor(ecosystem, packages)}
    </li>
  ))
  return [
    ...(lines.length === 0 ? [] : [[messages.scan.advisoryCoverage, <ul key="coverage">{lines}</ul>] as const]),
    ...(importedAt === null
      ? []
      : [[messages.scan.advisoriesImported, <Time key="imported" at={importedAt} />] as const]),
  ]
}

function About({ scan }: { readonly scan: Scan }) {
  const { branch, commitSha, completedAt, startedAt } = scan
  const took_s =
    completedAt === null || startedAt === null ? undefined : (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000
  return (
    <Card title={common.details}>
      <KeyValue
        pairs={[
          [common.source, scan.sourceRef],
          ...(branch === null ? [] : [[common.branch, branch] as const]),
          ...(commitSha === null
            ? []
            : [
                [
                  messages.scan.commit,
                  <code key="commit" className="font-mono text-xs">
                    {commitSha.slice(0, 12)}
                  </code>,
                ] as const,
              ]),
          [common.scanners, scanTypeName(scan.scanType)],
          [messages.scan.files, numberText(scan.filesScanned)],
          [messages.scan.packages, numberText(scan.depsScanned)],
          [messages.scan.advisories, scan.advisories ?? common.none],
          ...coverageRows(scan.advisoryCoverage),
          [messages.scan.startedBy, scan.triggeredBy],
          [messages.scan.queued, <Time key="queued" at={scan.createdAt} />],
          [messages.scan.ended, completedAt === null ? '–' : <Time key="ended" at={completedAt} />],
          ...(took_s === undefined
            ? []
            : [
                [
                  messages.scan.duration,
                  messages.scan.s(took_s < 10 ? took_s.toFixed(1) : Math.round(took_s)),
                ] as const,
              ]),
        ]}
      />
    </Card>
  )
}
