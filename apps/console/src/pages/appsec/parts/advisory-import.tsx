import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, FileUp, RotateCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { bytesText, numberText, useMay } from './kinds.ts'
import { messages } from '../../../messages/appsec/organization.ts'
import { phrase } from '../../../ui/phrase.tsx'

type State = Awaited<ReturnType<typeof appsec.readAdvisories>>
type Running = NonNullable<State['import']>

const POLL_MS = 1_000
const QUERY = ['appsec', 'advisories'] as const

interface Props {
  /** Scan to repeat after the import. */
  readonly scanId?: string
  /** Ecosystems of its packages; empty: all programming languages. */
  readonly ecosystems?: readonly string[]
}

/** Shows the current advisories and imports new ones. */
export function AdvisoryImport({ scanId, ecosystems = [] }: Props) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => appsec.readAdvisories({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.import?.status === 'RUNNING' ? POLL_MS : false),
  })
  const start = useMutation({
    mutationFn: (file?: File) =>
      appsec.importAdvisories({
        body: file === undefined ? (ecosystems.length === 0 ? {} : { ecosystems: [...ecosystems] }) : { file },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY }),
  })
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.advisoryImport.loadingAdvisories} />
  if (data === undefined) return <Skeleton />
  const isRunning = data.import?.status === 'RUNNING'
  const isDone = data.import?.status === 'COMPLETED' && data.snapshot !== null
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Present state={data} isGap={scanId !== undefined} ecosystems={ecosystems} />
      {data.import !== null && <Latest of={data.import} />}
      {start.error !== null && (
        <p role="alert" className="text-bad">
          {explain(start.error).sentence}
        </p>
      )}
      {data.mode !== 'online' && (
        <Actions state={data} isBusy={isRunning || start.isPending} onStart={(file) => start.mutate(file)}>
          {isDone && scanId !== undefined && <RescanButton scanId={scanId} />}
        </Actions>
      )}
      {scanId === undefined && data.mode === 'offline' && data.snapshot?.isShared === false && (
        <Removal isBusy={isRunning} />
      )}
    </div>
  )
}

/** Removal of the organization's own advisories, for administrators. */
function Removal({ isBusy }: { readonly isBusy: boolean }) {
  const queries = useQueryClient()
  const mayRemove = useMay('ADMIN')
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => appsec.removeAdvisories({}),
    onSuccess: ({ removed }) => toast(messages.advisoryImport.advisoriesRemoved(removed)),
    onSettled: () => {
      setAsked(false)
      return queries.invalidateQueries({ queryKey: QUERY })
    },
  })
  if (!mayRemove) return null
  return (
    <div className="flex flex-col items-start gap-2">
      {remove.error !== null && (
        <p role="alert" className="text-bad">
          {explain(remove.error).sentence}
        </p>
      )}
      <Button icon={Trash2} disabled={isBusy} onClick={() => setAsked(true)}>
        {messages.advisoryImport.removeAdvisories}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={messages.advisoryImport.removeAllAdvisories}
        does={messages.advisoryImport.removeAdvisories}
        busy={remove.isPending}
        onYes={() => remove.mutate()}
      >
        {messages.advisoryImport.scansCannotDetectUntilTheNext}
      </ConfirmDialog>
    </div>
  )
}

function Present({ state, isGap, ecosystems }: Pick<Props, 'ecosystems'> & { state: State; isGap: boolean }) {
  const { mode, snapshot, importUrl } = state
  if (mode === 'online') return <p>{messages.advisoryImport.scansQueryTheOsvApiNoImportIs}</p>
  if (snapshot !== null) {
    const names = Object.keys(snapshot.ecosystems).toSorted()
    return (
      <p className="break-words">
        {phrase(messages.advisoryImport.forImported, {
          records: messages.advisoryImport.advisories(snapshot.records),
          ecosystems: names.slice(0, 8).join(', '),
          others: names.length > 8 ? messages.advisoryImport.andMore(names.length - 8) : '',
          time: <Time at={snapshot.importedAt} />,
        })}
      </p>
    )
  }
  const which = (ecosystems?.length ?? 0) > 0 ? messages.advisoryImport.for((ecosystems ?? []).join(', ')) : ''
  return (
    <p className="break-words">
      {phrase(messages.advisoryImport.noAdvisoriesAreImportedImport, {
        effect: isGap
          ? messages.advisoryImport.soTheBuildGateFails
          : messages.advisoryImport.scansCannotDetectVulnerable,
        ecosystems: which,
        source: <span className="break-words">{importUrl}</span>,
      })}
    </p>
  )
}

function Latest({ of: { status, phase, source, percent, error, ...done } }: { readonly of: Running }) {
  if (status === 'FAILED') {
    return (
      <p role="alert" className="break-words text-bad">
        {messages.advisoryImport.importOfFailed(source, error ?? '')}
      </p>
    )
  }
  if (status === 'COMPLETED') {
    return (
      <p role="status" className="break-words text-muted">
        {phrase(messages.advisoryImport.importedFrom, {
          records: messages.advisoryImport.records(done.records),
          source,
          time: <Time at={done.finishedAt} />,
        })}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-1" role="status">
      <Progress label={messages.advisoryImport.advisoryImport} value={percent ?? 0} max={100} />
      <p className="break-words text-muted tabular-nums">{progressText(phase, done)}</p>
    </div>
  )
}

function progressText(
  phase: Running['phase'],
  done: Omit<Running, 'status' | 'phase' | 'source' | 'percent' | 'error'>,
) {
  const { sourcesDone, sourcesTotal, bytes, bytesTotal, records, recordsTotal } = done
  if (phase === 'IMPORTING') {
    return messages.advisoryImport.importingRecords(
      numberText(records),
      recordsTotal === null ? '' : messages.advisoryImport.of(numberText(recordsTotal)),
    )
  }
  const which = sourcesTotal > 1 ? messages.advisoryImport.fileOf(sourcesDone + 1, sourcesTotal) : ''
  return messages.advisoryImport.downloading(
    which,
    bytesText(bytes),
    bytesTotal === null ? '' : messages.advisoryImport.of2(bytesText(bytesTotal)),
  )
}

interface ActionProps {
  readonly state: State
  readonly isBusy: boolean
  readonly onStart: (file?: File) => void
  readonly children: React.ReactNode
}

function Actions({ state: { mode, snapshot }, isBusy, onStart, children }: ActionProps) {
  const input = useRef<HTMLInputElement>(null)
  const mayImport = useMay('SECURITY')
  if (!mayImport) return <div>{children ?? messages.advisoryImport.importingAdvisoriesRequiresThe}</div>
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <Button look={snapshot === null ? 'primary' : 'plain'} icon={Download} busy={isBusy} onClick={() => onStart()}>
        {mode === 'mirror'
          ? messages.advisoryImport.updateFromMirror
          : snapshot === null
            ? messages.advisoryImport.importAdvisories
            : messages.advisoryImport.updateAdvisories}
      </Button>
      {mode === 'offline' && (
        <Button icon={FileUp} disabled={isBusy} onClick={() => input.current?.click()}>
          {messages.advisoryImport.importFile}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.advisoryImport.advisoryFile}
        accept=".zip,.json,.jsonl,.ndjson,.gz"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) onStart(file)
        }}
      />
    </div>
  )
}

function RescanButton({ scanId }: { readonly scanId: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => appsec.rescan({ params: { scanId } }),
    async onSuccess({ scanId: next }) {
      await navigate({ to: `/appsec/scans/${next}` })
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
  })
  return (
    <Button look="primary" icon={RotateCw} busy={isPending} onClick={() => mutate()}>
      {messages.advisoryImport.scanAgain}
    </Button>
  )
}
