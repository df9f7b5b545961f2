import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useMay } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'

/** Public keys with which recipients verify documents. */
export function SigningKeys() {
  const queries = useQueryClient()
  const mayRotate = useMay('ADMIN')
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'signing-keys'],
    queryFn: ({ signal }) => appsec.listSigningKeys({}, { signal }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => appsec.rotateSigningKey(),
    onSuccess: () => toast(messages.signingKeys.keyCreatedNewDocumentsAre),
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
    async onSettled() {
      setIsAsked(false)
      await queries.invalidateQueries({ queryKey: ['appsec', 'signing-keys'] })
    },
  })
  return (
    <Card
      title={messages.signingKeys.signingKeys}
      actions={
        mayRotate && (
          <Button icon={RefreshCw} onClick={() => setIsAsked(true)}>
            {common.newKey}
          </Button>
        )
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingKeys} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.keys.length === 0 && (
        <p className="text-sm text-muted">{messages.signingKeys.theFirstSignedDocumentCreates}</p>
      )}
      <ul className="flex flex-col gap-4">
        {data?.keys.map(({ id, identity, publicKeyPem, createdAt, retiredAt }) => (
          <li key={id} className="flex flex-col gap-2 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {retiredAt === null ? (
                <Badge tone="ok">{common.active}</Badge>
              ) : (
                <Badge>{messages.signingKeys.retired}</Badge>
              )}
              <span className="min-w-0 font-mono text-xs">{identity}</span>
              <span className="text-muted">
                <Time at={createdAt} />
              </span>
            </p>
            <CodeBlock label={messages.signingKeys.publicKey(id)} text={publicKeyPem} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={messages.signingKeys.rotateTheSigningKey}
        does={common.createKey}
        busy={isPending}
        onYes={() => mutate()}
      >
        {messages.signingKeys.theCurrentKeyIsRetiredExisting}
      </ConfirmDialog>
    </Card>
  )
}
