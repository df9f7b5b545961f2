import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { explain } from '../../api/explain.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddressQuery } from './parts/address.ts'
import { ChoiceList } from './parts/choice-list.tsx'
import { DropZone } from './parts/drop-zone.tsx'
import { bytesText, SCAN_TYPES, type ScanType, useMay } from './parts/kinds.ts'
import { ProjectCard, useDraftProject } from './parts/project-card.tsx'
import { bodyOfDraft, type ScanDraft, useScanDraft } from './parts/scan-draft.ts'
import { failureOfSending, forgetSending, type Sending, sendScan, useSending } from './parts/sending.ts'
import { GitFields, SvnFields } from './parts/source-fields.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/scans.ts'

const HERE = '/appsec/new-scan'

/** Form for a scan: source, scanners, and project. Then opens the scan's page. */
export default function NewScan() {
  const { projectId, source } = useAddressQuery()
  const { draft, set, forget } = useScanDraft({
    ...(projectId === undefined ? {} : { projectId }),
    ...(source === 'git' ? { kind: 'git' as const } : {}),
  })
  const repoUrl = useDraftProject(draft)?.repoUrl ?? undefined
  const [missing, setMissing] = useState<string>()
  const sending = useSending()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isAllowed = useMay('DEVELOPER')
  const busy = sending !== undefined && sending.error === undefined
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = bodyOfDraft(draft, repoUrl)
    setMissing(typeof body === 'string' ? body : undefined)
    if (typeof body === 'string') return
    const file = draft.kind === 'upload' ? draft.source?.file : undefined
    const name = file?.name ?? (draft.kind === 'svn' ? draft.svnUrl : draft.repoUrl || (repoUrl ?? ''))
    const scanId = await sendScan(body, name, file?.size ?? 0)
    // Notifies users who have left the page instead of redirecting them.
    const isHere = location.pathname === HERE
    if (scanId === undefined) {
      const failure = failureOfSending()
      if (failure !== undefined && !isHere) {
        toast(messages.newScan.uploadOfFailedYourInputIsKept(name, explain(failure).sentence), 'bad')
      }
      return
    }
    forget()
    await queries.invalidateQueries({ queryKey: ['appsec'] })
    if (isHere) await navigate({ to: `/appsec/scans/${scanId}` })
    else toast(messages.newScan.uploadedTheScanAppearsUnder(name))
  }
  return (
    <>
      <PageHeader title={common.newScan} intro={messages.newScan.uploadSourceCodeOrEnterA} />
      {!isAllowed ? (
        <Card>
          <p className="text-sm">{messages.newScan.yourRoleCannotStartScansAskAn}</p>
        </Card>
      ) : (
        <form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
          <SourceCard draft={draft} set={set} known={repoUrl} />
          <Card title={common.scanners}>
            <ChoiceList
              label={common.scanners}
              name="scanType"
              choices={SCAN_TYPES}
              value={draft.scanType}
              onPick={(scanType) => set({ scanType: scanType as ScanType })}
            />
          </Card>
          <ProjectCard draft={draft} set={set} />
          {missing !== undefined && missing === bodyOfDraft(draft, repoUrl) && (
            <p role="alert" className="text-sm text-bad">
              {missing}
            </p>
          )}
          {sending === undefined || !busy ? (
            <>
              {sending?.error !== undefined && <Failed error={sending.error} />}
              <div className="flex flex-wrap items-center gap-3">
                <Button look="primary" type="submit" icon={Play} onClick={forgetSending}>
                  {messages.newScan.startScan}
                </Button>
                {sending?.error !== undefined && (
                  <span className="text-sm text-muted">{messages.newScan.yourInputIsKept}</span>
                )}
              </div>
            </>
          ) : (
            <InView>
              <Upload sending={sending} />
            </InView>
          )}
        </form>
      )}
    </>
  )
}

/** Scrolls into view when it appears, so that a returning user sees the upload first. */
function InView({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In newer browsers it returns a promise, which must not be used as an effect cleanup.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={place}>{children}</div>
}

function Failed({ error }: { readonly error: unknown }) {
  return (
    <InView>
      <Card flush>
        <ErrorState error={error} doing={messages.newScan.uploadingTheSource} />
      </Card>
    </InView>
  )
}

function Upload({ sending: { name, sent_bytes, total_bytes, cancel } }: { readonly sending: Sending }) {
  const isSent = total_bytes === 0 || sent_bytes >= total_bytes
  return (
    <Card
      title={isSent ? messages.newScan.startingTheScan : messages.newScan.uploading}
      actions={<Button onClick={cancel}>{common.cancel}</Button>}
    >
      <div className="flex flex-col gap-2 text-sm" aria-live="polite">
        <p className="flex flex-wrap justify-between gap-2">
          <span className="min-w-0 truncate font-medium">{name}</span>
          {total_bytes > 0 && (
            <span className="text-muted tabular-nums">
              {messages.newScan.of(bytesText(Math.min(sent_bytes, total_bytes)), bytesText(total_bytes))}
            </span>
          )}
        </p>
        {total_bytes > 0 && (
          <Progress
            label={messages.newScan.uploadProgress}
            value={Math.min(sent_bytes, total_bytes)}
            max={total_bytes}
          />
        )}
        <p className="text-xs text-muted">{messages.newScan.youCanOpenOtherPagesKeepThis}</p>
      </div>
    </Card>
  )
}

interface SourceProps extends Pick<ReturnType<typeof useScanDraft>, 'draft' | 'set'> {
  /** The repository of the project. */
  readonly known: string | undefined
}

function SourceCard({ draft, set, known }: SourceProps) {
  return (
    <Card title={common.source}>
      <Tabs
        label={common.source}
        value={draft.kind}
        onPick={(kind) => set({ kind: kind as ScanDraft['kind'] })}
        tabs={[
          {
            value: 'upload',
            label: messages.newScan.upload,
            content: <DropZone chosen={draft.source} onChoose={(chosen) => set({ source: chosen })} />,
          },
          {
            value: 'git',
            label: messages.newScan.git,
            content: <GitFields draft={draft} set={set} known={known} />,
          },
          { value: 'svn', label: messages.newScan.subversion, content: <SvnFields draft={draft} set={set} /> },
        ]}
      />
    </Card>
  )
}
