import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { appsec } from '../../api/clients.ts'
import { explain } from '../../api/explain.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RangeTable } from '../../ui/range-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { usePathName } from './parts/address.ts'
import { BulkBar } from './parts/bulk-bar.tsx'
import { ExportMenu } from './parts/export-menu.tsx'
import { FINDING_COLUMNS } from './parts/finding-columns.tsx'
import { FindingFilters } from './parts/finding-filters.tsx'
import { PAGE, useFindingPages } from './parts/finding-pages.ts'
import { NEEDS_REASON, STATUS_KEYS, useFindingQuery } from './parts/finding-query.ts'
import { useFindingSelection } from './parts/finding-selection.ts'
import { type FindingStatus, useMay } from './parts/kinds.ts'
import { ReasonDialog } from './parts/reason-dialog.tsx'
import { idsOf, SELECT_ALL_MAX, useTriage } from './parts/triage.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/findings.ts'

/** Limit of the service's count. */
const SEARCH_HITS_MAX = 2_000
const PATH_HITS_MAX = 10_000
/** Own limit of the wait for the second key after `g`, which is then not a status key. */
const SECOND_MS = 1_200

/** Scroll positions of lists, restored when the user returns from a finding. */
const scrollPositions = new Map<string, number>()

/** Findings of a scan, for any number of them, with filters, sorting and triage by mouse or keyboard. */
export default function Findings() {
  const scanId = usePathName('scanId')
  const navigate = useNavigate()
  const { query, sort, change } = useFindingQuery()
  const { data: scan } = useQuery({
    queryKey: ['appsec', 'scan', scanId],
    queryFn: ({ signal }) => appsec.readScan({ params: { scanId } }, { signal }),
  })
  const { total, error, retry, rowAt, onRange, patch, isOld } = useFindingPages(scanId, query)
  const { selected, clear, set, flip } = useFindingSelection(rowAt)
  const place = `${scanId} ${JSON.stringify(query)}`
  const [active, setActive] = useState(scrollPositions.get(place) ?? 0)
  const [asked, setAsked] = useState<{ ids: readonly string[]; status: FindingStatus }>()
  const triage = useTriage(patch)
  const mayTriage = useMay('DEVELOPER')
  useOtherList(place, () => {
    clear()
    setActive(0)
  })
  const onKey = useStatusKeys(mayTriage, (status, index) => {
    const row = rowAt(index)
    const ids = selected.size > 0 ? [...selected] : row === undefined ? [] : [row.id]
    if (ids.length === 0) return
    if (NEEDS_REASON.has(status)) setAsked({ ids, status })
    else triage.mutate({ ids, status })
  })
  const selectAll = (): void => {
    idsOf(scanId, query, total ?? 0).then(set, (thrown: unknown) => toast(explain(thrown).sentence, 'bad'))
  }
  const sayAsked = (status: FindingStatus, statusNote: string | undefined): void => {
    if (asked === undefined) return
    const done = (): void => {
      setAsked(undefined)
      clear()
    }
    triage.mutate({ ids: asked.ids, status, ...(statusNote === undefined ? {} : { statusNote }) }, { onSuccess: done })
  }
  const isFiltered = Object.keys(query).some((name) => name !== 'sort')
  return (
    <>
      <PageHeader
        title={common.findings}
        crumbs={crumbsOf(scanId, scan)}
        actions={<ExportMenu scanId={scanId} query={query} />}
      />
      <Card
        flush
        title={total === undefined ? common.findings : messages.findings.findings(total)}
        actions={mayTriage && <KeyHelp />}
      >
        <FindingFilters query={query} change={change} />
        {selected.size > 0 && (
          <BulkBar
            count={selected.size}
            total={total ?? 0}
            busy={triage.isPending}
            onSay={(status) => setAsked({ ids: [...selected], status })}
            onClear={clear}
            {...(total !== undefined && total <= SELECT_ALL_MAX && selected.size < total ? { onAll: selectAll } : {})}
          />
        )}
        {error !== null && <ErrorState error={error} onRetry={retry} doing={messages.findings.loadingFindings} />}
        {total === undefined && error === null && <Skeleton lines={8} />}
        {total === 0 && <NoFindings isFiltered={isFiltered} change={change} />}
        {total !== undefined && total > 0 && (
          <div aria-busy={isOld}>
            <RangeTable
              label={common.findings}
              total={total}
              rowAt={rowAt}
              onRange={onRange}
              columns={FINDING_COLUMNS}
              idOf={({ id }) => id}
              active={active}
              onActive={(index) => {
                scrollPositions.set(place, index)
                setActive(index)
              }}
              onOpen={({ id }) => void navigate({ to: `/appsec/findings/${id}` })}
              sort={sort}
              onSort={({ by, descending }) => change({ sort: descending ? `-${by}` : by === 'severity' ? '' : by })}
              onKey={onKey}
              {...(mayTriage
                ? {
                    selected,
                    onSelect: flip,
                    onSelectAll: (isOn: boolean) => (isOn ? set(loadedIds(rowAt, active)) : clear()),
                  }
                : {})}
              foot={footOf(query.search, query.filePath, total)}
            />
          </div>
        )}
      </Card>
      <ReasonDialog asked={asked} onClose={() => setAsked(undefined)} busy={triage.isPending} onSay={sayAsked} />
    </>
  )
}

type Scan = Awaited<ReturnType<typeof appsec.readScan>>

function crumbsOf(scanId: string, scan: Scan | undefined): readonly (readonly [string, string])[] {
  const project = scan === undefined ? [] : [[scan.project.name, `/appsec/projects/${scan.projectId}`] as const]
  return [[common.projects, '/appsec/projects'], ...project, [common.scan, `/appsec/scans/${scanId}`]]
}

/** Resets the selection when the list changes. */
function useOtherList(place: string, leave: () => void): void {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    leave()
  }, [place, leave])
}

/** Handles status keys. After `g` they are navigation shortcuts. */
function useStatusKeys(isOn: boolean, say: (status: FindingStatus, index: number) => void) {
  const goes_at = useRef(-Infinity)
  return (event: KeyboardEvent, index: number): boolean => {
    const isSecond = event.timeStamp - goes_at.current < SECOND_MS
    goes_at.current = event.key === 'g' ? event.timeStamp : -Infinity
    const status = STATUS_KEYS[event.key]
    if (isSecond || status === undefined || !isOn) return false
    say(status, index)
    return true
  }
}

function NoFindings({
  isFiltered,
  change,
}: {
  readonly isFiltered: boolean
  readonly change: ReturnType<typeof useFindingQuery>['change']
}) {
  return (
    <EmptyState
      icon={ShieldCheck}
      title={isFiltered ? messages.findings.noMatchingFindings : messages.findings.noFindings}
      action={
        isFiltered && (
          <Button onClick={() => change({ severity: '', status: '', scanner: '', filePath: '', search: '' })}>
            {messages.findings.clearFilters}
          </Button>
        )
      }
    >
      {isFiltered ? messages.findings.removeAFilterToSeeMoreFindings : messages.findings.theScannersFoundNoIssuesInThe}
    </EmptyState>
  )
}

/** Returns the ids of the page around a row. */
function loadedIds(rowAt: (index: number) => { readonly id: string } | undefined, active: number): string[] {
  const first = Math.floor(active / PAGE) * PAGE
  return Array.from({ length: PAGE }, (_, at) => rowAt(first + at)?.id).filter((id) => id !== undefined)
}

function footOf(search: string | undefined, filePath: string | undefined, total: number): string | undefined {
  if (search !== undefined && total >= SEARCH_HITS_MAX) return messages.findings.onlyTheFirst2000MatchesAre
  if (filePath !== undefined && total >= PATH_HITS_MAX) return messages.findings.onlyTheFirst10000MatchesAre
  return undefined
}

function KeyHelp() {
  const keys = [
    [['j', 'k'], messages.findings.move],
    [['x'], messages.findings.select],
    [['o', 'p', 'r', 'f', 'a'], messages.findings.openInProgressResolvedFalse],
  ] as const
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted max-md:hidden">
      {keys.map(([names, does]) => (
        <span key={does} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <kbd key={name} className="rounded-sm border border-line bg-raised px-1 font-mono text-[11px]">
              {name}
            </kbd>
          ))}
          {does}
        </span>
      ))}
    </span>
  )
}
