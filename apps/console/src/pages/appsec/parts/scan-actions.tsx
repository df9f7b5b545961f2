import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, OctagonX, Pause, Play, RotateCw, Square, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { isOver, type Scan, useMay } from './kinds.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Available actions of a scan, by its status and the user's role. */
export function ScanActions({ scan }: { readonly scan: Scan }) {
  const { id, status } = scan
  const [question, setAsked] = useState<'cancel' | 'delete'>()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isDeveloper, isSecurity] = [useMay('DEVELOPER'), useMay('SECURITY')]
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (action: 'pause' | 'resume' | 'stop' | 'cancel' | 'again' | 'delete') => {
      const params = { scanId: id }
      switch (action) {
        case 'pause':
          return appsec.pauseScan({ params })
        case 'resume':
          return appsec.resumeScan({ params })
        case 'stop':
          return appsec.stopScan({ params })
        case 'cancel':
          return appsec.cancelScan({ params })
        case 'again':
          return appsec.rescan({ params })
        case 'delete':
        default:
          return appsec.deleteScan({ params })
      }
    },
    async onSuccess(answer, action) {
      setAsked(undefined)
      if (action === 'delete') {
        await navigate({ to: `/appsec/projects/${scan.projectId}` })
        queries.removeQueries({ queryKey: ['appsec', 'scan', id] })
        toast(messages.scanActions.scanDeleted)
      } else if (action === 'again' && answer !== undefined && 'scanId' in answer) {
        await navigate({ to: `/appsec/scans/${answer.scanId}` })
      }
      await queries.invalidateQueries({ queryKey: ['appsec'] })
    },
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  const busy = (action: string): boolean => isPending && variables === action
  const over = isOver(status)
  const more = [
    ...(over && isDeveloper && status !== 'FAILED'
      ? [{ label: messages.scanActions.scanAgain, icon: RotateCw, onPick: () => mutate('again') }]
      : []),
    ...(!over && isSecurity
      ? [
          {
            label: messages.scanActions.cancelScanAndDeleteResults,
            icon: OctagonX,
            danger: true,
            onPick: () => setAsked('cancel'),
          },
        ]
      : []),
    ...(over && isSecurity
      ? [{ label: messages.scanActions.deleteScan, icon: Trash2, danger: true, onPick: () => setAsked('delete') }]
      : []),
  ]
  return (
    <>
      {isDeveloper && status === 'RUNNING' && (
        <Button icon={Pause} busy={busy('pause')} onClick={() => mutate('pause')}>
          {messages.scanActions.pauseScan}
        </Button>
      )}
      {isDeveloper && (status === 'PAUSED' || status === 'STOPPED') && (
        <Button icon={Play} busy={busy('resume')} onClick={() => mutate('resume')}>
          {messages.scanActions.resumeScan}
        </Button>
      )}
      {isDeveloper && status === 'FAILED' && (
        <Button icon={RotateCw} busy={busy('again')} onClick={() => mutate('again')}>
          {messages.scanActions.scanAgain}
        </Button>
      )}
      {isDeveloper && !over && (
        <Button icon={Square} busy={busy('stop')} onClick={() => mutate('stop')}>
          {messages.scanActions.stopScan}
        </Button>
      )}
      {more.length > 0 && (
        <Menu trigger={<IconButton icon={Ellipsis} label={messages.scanActions.moreActions} />} items={more} />
      )}
      <ConfirmDialog
        open={question !== undefined}
        onClose={() => setAsked(undefined)}
        title={question === 'cancel' ? messages.scanActions.cancelThisScan : messages.scanActions.deleteThisScan}
        does={question === 'cancel' ? messages.scanActions.cancelScan : messages.scanActions.deleteScan}
        busy={isPending}
        onYes={() => mutate(question ?? 'cancel')}
      >
        {question === 'cancel'
          ? messages.scanActions.theScanEndsImmediatelyAndIts
          : messages.scanActions.findingsDocumentsAndSignatures}
      </ConfirmDialog>
    </>
  )
}
