import { ListFilter } from 'lucide-react'
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

/** One scan: how far it is while it runs, and what came of it. */
export default function ScanPage() {
  const scanId = usePathName('scanId')
  const { data: scan, error, refetch, isLive } = useLiveScan(scanId)
  return (
    <>
      <PageHeader
        title={scan === undefined ? 'Scan' : `Scan of ${scan.project.name}`}
        crumbs={[
          ['Projects', '/appsec/projects'],
          ...(scan === undefined ? [] : [[scan.project.name, `/appsec/projects/${scan.projectId}`] as const]),
        ]}
        actions={
          scan !== undefined && (
            <>
              <ScanActions scan={scan} />
              <ButtonLink to={`/appsec/scans/${scan.id}/findings`} look="primary" icon={ListFilter}>
                Findings
              </ButtonLink>
            </>
          )
        }
      />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the scan" />}
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

/** Whether it has some or is about to: what was cancelled or never got its source has nothing to tell. */
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
          label={severity.slice(0, 1) + severity.slice(1).toLowerCase()}
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
          Scanners <Verdict of={scan.status} />
        </span>
      }
      actions={isLive && <span className="text-xs text-muted">Shown as it happens; you may leave and come back.</span>}
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
          Build gate <GateVerdict of={gateResult} />
        </span>
      }
      actions={
        <TextLink to={`/appsec/projects/${projectId}`} search={{ tab: 'gate' }}>
          Limits
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
            ? 'All limits of the project are met.'
            : isOver(status)
              ? 'The scan ended before the gate decided.'
              : 'The gate decides when all scanners are done.'}
        </p>
      )}
    </Card>
  )
}

function About({ scan }: { readonly scan: Scan }) {
  const { branch, commitSha, completedAt, startedAt } = scan
  const took_s =
    completedAt === null || startedAt === null ? undefined : (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000
  return (
    <Card title="About">
      <KeyValue
        pairs={[
          ['Source', scan.sourceRef],
          ...(branch === null ? [] : [['Branch', branch] as const]),
          ...(commitSha === null
            ? []
            : [
                [
                  'Commit',
                  <code key="commit" className="font-mono text-xs">
                    {commitSha.slice(0, 12)}
                  </code>,
                ] as const,
              ]),
          ['Scanners', scanTypeName(scan.scanType)],
          ['Files', numberText(scan.filesScanned)],
          ['Packages', numberText(scan.depsScanned)],
          ['Advisories', scan.advisories ?? 'none'],
          ['Started by', scan.triggeredBy],
          ['Queued', <Time key="queued" at={scan.createdAt} />],
          ['Ended', completedAt === null ? '–' : <Time key="ended" at={completedAt} />],
          ...(took_s === undefined
            ? []
            : [['Took', `${took_s < 10 ? took_s.toFixed(1) : Math.round(took_s)} s`] as const]),
        ]}
      />
    </Card>
  )
}
