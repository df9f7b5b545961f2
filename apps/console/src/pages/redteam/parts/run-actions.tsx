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

/** What can be done with a run: cancel it while it goes on, read its report or delete it afterwards. */
export function RunActions({ run, isOver }: { readonly run: Run; readonly isOver: boolean }) {
  const [asking, setAsking] = useState<'cancel' | 'delete'>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (purge: boolean) =>
      redteam.cancelRun({ params: { id: run.id }, ...(purge ? { query: { purge: '1' as const } } : {}) }),
    async onSuccess(_answer, purge) {
      setAsking(undefined)
      toast(purge ? 'The run and its report are deleted.' : 'The run was cancelled; its report is of what was done.')
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
          Delete
        </Button>
      )}
      {may.attack && !isOver && (
        <Button look="danger" icon={CircleStop} onClick={() => setAsking('cancel')}>
          Cancel the run
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
          Read the report
        </Button>
      )}
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={isPurge ? 'Delete this run?' : 'Cancel this run?'}
        footer={
          <>
            <Button onClick={() => setAsking(undefined)}>Keep it</Button>
            <Button look="danger" busy={isPending} onClick={() => mutate(isPurge)}>
              {isPurge ? 'Delete' : 'Cancel the run'}
            </Button>
          </>
        }
      >
        <p className="text-sm">
          {isPurge
            ? 'The run and its report are gone for good. The audit log keeps that it was.'
            : 'Requests on their way are broken off. What was done by now is in the report; it cannot be taken up again.'}
        </p>
      </Dialog>
    </>
  )
}
