import { useMutation } from '@tanstack/react-query'
import { Download, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { GatehouseError } from '@gatehouse/client'
import { appsec } from '../../../api/clients.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { UnifiedDiff } from '../../../ui/unified-diff.tsx'
import { type Finding, useMay } from './kinds.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** Generated repair of a finding, verified by the service on a copy of the file. */
export function FixCard({ finding: { id, scanId, filePath } }: { readonly finding: Finding }) {
  const isAllowed = useMay('DEVELOPER')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => appsec.suggestFix({ params: { scanId, findingId: id } }),
  })
  if (!isAllowed) return null
  // A final response; a retry would not change it.
  const hasNone = error instanceof GatehouseError && error.status === 409
  return (
    <Card
      title={messages.fixCard.suggestedFix}
      actions={
        data === undefined &&
        !hasNone && (
          <Button icon={Wrench} busy={isPending} onClick={() => mutate()}>
            {messages.fixCard.suggestAFix}
          </Button>
        )
      }
    >
      {error !== null &&
        (hasNone ? (
          <p className="text-sm">{error.message}</p>
        ) : (
          <ErrorState error={error} doing={messages.fixCard.creatingAFix} />
        ))}
      {data === undefined && error === null && (
        <p className="text-sm text-muted">{messages.fixCard.theRuleCanGenerateAFixTheFixIs}</p>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-3 text-sm">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <p className="min-w-0 flex-1">{data.summary}</p>
            <PatchLink text={data.diff} name={`${filePath.replace(/.*\//, '')}.patch`} />
          </div>
          <UnifiedDiff text={data.diff} label={messages.fixCard.suggestedChange} />
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

/** Patch file for `git apply`. */
function PatchLink({ text, name }: { readonly text: string; readonly name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const objectURL = URL.createObjectURL(new Blob([text], { type: 'text/x-diff' }))
    setUrl(objectURL)
    return () => URL.revokeObjectURL(objectURL)
  }, [text])
  return (
    <a
      href={url}
      download={name}
      className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-3 text-sm font-medium hover:bg-hover"
    >
      <Download size={15} aria-hidden />
      {messages.fixCard.downloadPatch}
    </a>
  )
}
