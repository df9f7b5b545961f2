import { useMutation } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { appsec } from '../../../api/clients.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { UnifiedDiff } from '../../../ui/unified-diff.tsx'
import { type Finding, useMay } from './kinds.ts'

/** The repair that the rule of a finding writes, proved by the service on a copy of the file. */
export function FixCard({ finding: { id, scanId } }: { readonly finding: Finding }) {
  const isAllowed = useMay('DEVELOPER')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => appsec.suggestFix({ params: { scanId, findingId: id } }),
  })
  if (!isAllowed) return null
  return (
    <Card
      title="Repair"
      actions={
        data === undefined && (
          <Button icon={Wrench} busy={isPending} onClick={() => mutate()}>
            Suggest a repair
          </Button>
        )
      }
    >
      {error !== null && <ErrorState error={error} doing="Repairing it" />}
      {data === undefined && error === null && (
        <p className="text-sm text-muted">
          The rule that found this can write a change. It is tried on a copy of the file first: the finding must be gone
          and nothing new found.
        </p>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-3 text-sm">
          <p>{data.summary}</p>
          <UnifiedDiff text={data.diff} label="Change that repairs it" />
          <ul className="list-disc pl-4">
            {data.verificationSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
