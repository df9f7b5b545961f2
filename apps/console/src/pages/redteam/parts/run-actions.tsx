import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleStop, FileChartColumn, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { redteam } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useMay } from './may.ts'
import type { Run } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/runs.ts'

/** Actions of a run: cancel during the run, open its report or delete it afterwards. */
export function RunActions({ run, isOver }: { readonly run: Run; readonly isOver: boolean }) {
  const [asking, setAsking] = useState<'cancel' | 'delete'>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (purge: boolean) =>
      redteam.cancelRun({ params: { id: run.id }, ...(purge ? { query: { purge: '1' as const } } : {}) }),
    async onSuccess(_answer, purge) {
      setAsking(undefined)
      toast(purge ? messages.runActions.runAndReportDeleted : messages.runActions.runCancelledTheReportContains)
      await queries.invalidateQueries({ queryKey: ['redteam'] })
      if (purge) await navigate({ to: '/redteam/runs' })
    },
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  const may = useMay()
  const isPurge = asking === 'delete'
  return (
    <>
      {may.attack && isOver && (
        <Button look="quiet" icon={Trash2} onClick={() => setAsking('delete')}>
          {messages.runActions.deleteRun}
        </Button>
      )}
      {may.attack && !isOver && (
        <Button look="danger" icon={CircleStop} onClick={() => setAsking('cancel')}>
          {messages.runActions.cancelRun}
        </Button>
      )}
      {run.reportFile !== undefined && (
        <Button
          look="primary"
          icon={FileChartColumn}
          onClick={() =>
            void navigate({ to: '/redteam/reports/$filename', params: { filename: run.reportFile ?? '' } })
          }
        >
          {messages.runActions.viewReport}
        </Button>
      )}
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={isPurge ? messages.runActions.deleteThisRun : messages.runActions.cancelThisRun}
        footer={
          <>
            <Button onClick={() => setAsking(undefined)}>{common.close}</Button>
            <Button look="danger" busy={isPending} onClick={() => mutate(isPurge)}>
              {isPurge ? messages.runActions.deleteRun : messages.runActions.cancelRun}
            </Button>
          </>
        }
      >
        <p className="text-sm">
          {isPurge
            ? messages.runActions.theRunAndItsReportAreDeleted
            : messages.runActions.openRequestsAreAbortedAndThe}
        </p>
      </Dialog>
    </>
  )
}
