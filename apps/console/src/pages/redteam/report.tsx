import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Download, GitCompareArrows, Repeat } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { AttackDrawer } from './parts/attack-drawer.tsx'
import { AttackList } from './parts/attack-list.tsx'
import { Breakdown } from './parts/breakdown.tsx'
import { Compliance } from './parts/compliance.tsx'
import { readReport } from './parts/earlier.tsx'
import { FindingDrawer } from './parts/finding-drawer.tsx'
import { FindingList } from './parts/finding-list.tsx'
import { useMay } from './parts/may.ts'
import { PolicyDialog } from './parts/policy-dialog.tsx'
import { Score } from './parts/score.tsx'
import { gradeTone, judgedCount } from './parts/judged.ts'
import { ToDeclare } from './parts/to-declare.tsx'
import type { Finding, Report as ReportOf } from './parts/types.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/reports.ts'
import { phrase } from '../../ui/phrase.tsx'

const FORMATS = [
  ['html', messages.report.html],
  ['md', messages.report.markdown],
  ['json', messages.report.jsonComplete],
  ['csv', common.csv],
  ['junit', messages.report.junit],
  ['sarif', messages.report.sarif],
] as const
const STALE_MS = 3_600_000

/** Report of a run: score, successful attacks, reproduction and remediation. */
export default function Report() {
  const { filename = '' }: { readonly filename?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['redteam', 'report', filename],
    queryFn: ({ signal }) => readReport(filename, signal),
    staleTime: STALE_MS,
  })
  return (
    <>
      <PageHeader
        title={data?.targetUrl ?? messages.report.report}
        crumbs={[[common.reports, '/redteam/reports']]}
        intro={data !== undefined && <>{phrase(messages.report.run, { time: <Time at={data.timestamp} /> })}</>}
        actions={data !== undefined && <Actions filename={filename} />}
      />
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.report.loadingTheReport} />
      )}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <Content report={data} filename={filename} />}
    </>
  )
}

function Actions({ filename }: { readonly filename: string }) {
  const navigate = useNavigate()
  const may = useMay()
  return (
    <>
      <Button
        look="quiet"
        icon={GitCompareArrows}
        onClick={() => void navigate({ to: '/redteam/reports/compare', search: { after: filename } })}
      >
        {messages.report.compare}
      </Button>
      {may.attack && (
        <Button
          look="quiet"
          icon={Repeat}
          onClick={() => void navigate({ to: '/redteam/runs/new', search: { report: filename } })}
        >
          {messages.report.runAgain}
        </Button>
      )}
      <Menu
        trigger={<Button icon={Download}>{messages.report.export}</Button>}
        items={FORMATS.map(([format, label]) => ({ label, icon: Download, onPick: () => download(filename, format) }))}
      />
    </>
  )
}

/** Saves the response as a file, so that it is never rendered as a page. */
function download(filename: string, format: string): void {
  const link = document.createElement('a')
  link.href = `/api/redteam/api/report/${encodeURIComponent(filename)}?format=${format}`
  link.download = filename.replace(/\.json$/, `.${format === 'junit' ? 'xml' : format}`)
  link.click()
}

const TABS = ['findings', 'attacks', 'breakdown', 'compliance', 'about'] as const

function Content({ report, filename }: { readonly report: ReportOf; readonly filename: string }) {
  const search: { readonly tab?: unknown; readonly finding?: unknown; readonly attack?: unknown } = useSearch({
    strict: false,
  })
  const navigate = useNavigate()
  const [guarded, setGuarded] = useState<Finding>()
  const records = useMemo(() => report.rounds.flatMap(({ results }) => results), [report])
  const byId = useMemo(() => new Map(records.toReversed().map((record) => [record.attack.id, record])), [records])
  const tab = TABS.find((item) => item === search.tab) ?? 'findings'
  const go = (to: { readonly tab?: string; readonly finding?: string; readonly attack?: string }): void =>
    void navigate({
      to: '/redteam/reports/$filename',
      params: { filename },
      search: { tab, ...to },
      replace: true,
    })
  const finding = report.findings.find(({ id }) => id === search.finding)
  const record = typeof search.attack === 'string' ? byId.get(search.attack) : undefined
  // A drawer that is replaced emits a close event, which must not close its replacement.
  return (
    <div className="flex flex-col gap-4">
      <Head report={report} />
      <ToDeclare summary={report.summary} />
      <Tabs
        label={messages.report.report}
        value={tab}
        onPick={(to) => go({ tab: to })}
        tabs={[
          {
            value: 'findings',
            label: messages.report.findings(report.findings.length),
            content: (
              <FindingList findings={report.findings} summary={report.summary} onOpen={(id) => go({ finding: id })} />
            ),
          },
          {
            value: 'attacks',
            label: messages.report.attacks(records.length),
            content: <AttackList records={records} onOpen={(id) => go({ attack: id })} />,
          },
          { value: 'breakdown', label: messages.report.breakdown, content: <Breakdown report={report} /> },
          {
            value: 'compliance',
            label: messages.report.compliance,
            content: <Compliance filename={filename} onFinding={(id) => go({ tab: 'findings', finding: id })} />,
          },
          { value: 'about', label: messages.report.setup, content: <Setup report={report} /> },
        ]}
      />
      <FindingDrawer
        finding={finding}
        records={byId}
        filename={filename}
        onClose={() => finding !== undefined && go({})}
        onAttack={(id) => go({ attack: id })}
        onPolicy={setGuarded}
      />
      <AttackDrawer record={record} filename={filename} onClose={() => record !== undefined && go({})} />
      {guarded !== undefined && (
        <PolicyDialog
          finding={guarded}
          report={report}
          records={byId}
          filename={filename}
          onClose={() => setGuarded(undefined)}
        />
      )}
    </div>
  )
}

function Head({ report: { summary, models } }: { readonly report: ReportOf }) {
  const undecided = summary.inconclusive + summary.errors
  const cost = models?.costUsd
  return (
    <div className="grid gap-3 lg:grid-cols-[320px_1fr]">
      <Score summary={summary} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Stat
          label={common.succeeded}
          value={summary.failed}
          note={messages.report.ofJudged(judgedCount(summary))}
          tone={summary.failed > 0 ? 'bad' : gradeTone(summary) === 'ok' ? 'ok' : 'plain'}
        />
        <Stat
          label={messages.report.defended}
          value={summary.passed}
          note={
            summary.partial > 0
              ? messages.report.partiallySucceeded(summary.partial)
              : messages.report.ofJudged(judgedCount(summary))
          }
        />
        <Stat
          label={messages.report.inconclusive}
          value={undecided}
          note={messages.report.ofThemErrors(summary.errors)}
          tone={undecided > summary.totalAttacks / 5 ? 'warn' : 'plain'}
        />
        <Stat
          label={messages.report.falseRefusals}
          value={`${summary.overRefusal.refused}/${summary.overRefusal.asked}`}
          note={messages.report.ofBenignRequests}
        />
        <Stat
          label={common.requests}
          value={summary.requests.toLocaleString('en')}
          note={messages.report.sentToTheTarget}
        />
        <Stat
          label={common.models}
          value={
            models === undefined
              ? 'none'
              : cost === null || cost === undefined
                ? models.calls.toLocaleString('en')
                : `$${cost.toFixed(2)}`
          }
          note={
            models === undefined
              ? messages.report.ruleBasedJudges
              : messages.report.callsTokens(models.calls.toLocaleString('en'), models.tokens.toLocaleString('en'))
          }
        />
      </div>
    </div>
  )
}

function Setup({ report }: { readonly report: ReportOf }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <JsonView label={messages.report.targetSecretsRemoved} value={report.target} />
      <JsonView label={messages.report.configuration} value={report.config} />
      {report.models !== undefined && <JsonView label={common.models} value={report.models} />}
    </div>
  )
}
