import { useMutation, useQuery } from '@tanstack/react-query'
import { KeySquare, RefreshCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { useRole } from '../parts/use-role.ts'
import { visible, visibleJson } from '../parts/visible.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/secrets.ts'
import { phrase } from '../../../ui/phrase.tsx'
import { labelOf } from '../../../ui/words.ts'

export default function CapabilityKeys() {
  const { isTenant } = useRole()
  return (
    <>
      <PageHeader
        title={messages.capabilityKeys.capabilityKeys}
        intro={messages.capabilityKeys.signingKeysOfSingleUse}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Published />
        {isTenant && <TokenInspector />}
      </div>
    </>
  )
}

function Published() {
  const { isPlatform } = useRole()
  const [asks, setAsks] = useState(false)
  const [revoke, setRevoke] = useState(false)
  const keys = useQuery({
    queryKey: ['guard', 'capability-keys'],
    queryFn: ({ signal }) => guard.readCapabilityKeys({}, { signal }),
  })
  const rotate = useChange((body: { revoke: boolean }) => guard.rotateCapabilityKeys({ body }), {
    stale: ['capability-keys'],
    said: () => messages.capabilityKeys.keyCreated,
    onDone: () => setAsks(false),
  })
  const ask = (): void => {
    // An irreversible option must be selected each time.
    setRevoke(false)
    if (rotate.isError) rotate.reset()
    setAsks(true)
  }
  return (
    <Card
      flush
      title={messages.capabilityKeys.publicKeys}
      actions={
        isPlatform && (
          <Button icon={RefreshCw} onClick={ask}>
            {messages.capabilityKeys.rotateKey}
          </Button>
        )
      }
    >
      <Loaded query={keys} doing={common.loadingKeys}>
        {(view) =>
          view.keys.length === 0 ? (
            <EmptyState icon={KeySquare} title={messages.capabilityKeys.noKeys}>
              {messages.capabilityKeys.theFirstCapabilityTokenCreates}
            </EmptyState>
          ) : (
            <ul aria-label={messages.capabilityKeys.publicKeys} className="divide-y divide-line">
              {view.keys.map(({ kid, alg, crv, x }) => (
                <li key={kid} className="flex flex-col gap-1 px-4 py-3 text-sm">
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="font-mono text-xs font-medium break-all">{kid}</span>
                    <Badge>
                      {alg} {crv}
                    </Badge>
                  </span>
                  <span className="font-mono text-xs break-all text-muted">{x}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {rotate.data !== undefined && <Rotated keys={rotate.data.keys} />}
      <p className="border-t border-line px-4 py-3 text-xs text-muted">
        {phrase(messages.capabilityKeys.publishedAtOfTheGuard, {
          code: <code className="font-mono">{messages.capabilityKeys.wellKnownJwksJson}</code>,
          value: !isPlatform && messages.capabilityKeys.rotationRequiresTheAdminKey,
        })}
      </p>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={messages.capabilityKeys.rotateTheSigningKey}
        action={revoke ? messages.capabilityKeys.rotateAndRevoke : messages.capabilityKeys.rotateKey}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ revoke })}
      >
        <p className="mb-3">{messages.capabilityKeys.previousKeysStayPublishedUntil}</p>
        <Checkbox label={messages.capabilityKeys.revokeThePreviousKeysAndTheir} checked={revoke} onFlip={setRevoke} />
      </Confirm>
    </Card>
  )
}

type Rotation = Awaited<ReturnType<typeof guard.rotateCapabilityKeys>>

/** Cached keys can be a minute old, but the response to the rotation is current. */
function Rotated({ keys }: Pick<Rotation, 'keys'>) {
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-2 text-xs font-semibold text-muted">{messages.capabilityKeys.keysSinceTheRotation}</h3>
      <ul aria-label={messages.capabilityKeys.keysSinceTheRotation} className="flex flex-col gap-2 text-sm">
        {keys.map(({ kid, state, signs_from }) => (
          <li key={kid} className="flex flex-wrap items-center gap-2">
            <Badge tone={state === 'signing' ? 'ok' : state === 'next' ? 'accent' : 'plain'}>{labelOf(state)}</Badge>
            <span className="font-mono text-xs break-all">{kid}</span>
            <span className="ml-auto text-xs text-muted">
              {phrase(messages.capabilityKeys.signsFrom, { time: <Time at={signs_from} /> })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Inspects a token without spending it. */
function TokenInspector() {
  const [token, setToken] = useState('')
  const look = useMutation({
    mutationFn: (cap_token: string) => guard.verifyCapability({ body: { cap_token, burn_nonce: false } }),
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    look.mutate(token.trim())
  }
  return (
    <Card title={messages.capabilityKeys.tokenInspection}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field
          label={messages.capabilityKeys.token}
          help={messages.capabilityKeys.theTokenIsVerifiedAndNot}
          error={wrongAt(look.error, 'cap_token')}
        >
          {(field) => (
            <Textarea
              {...field}
              code
              required
              rows={4}
              value={token}
              onChange={({ target }) => setToken(target.value)}
            />
          )}
        </Field>
        <WrongLine text={wrongElsewhere(look.error, ['cap_token'])} />
        <div>
          <Button type="submit" busy={look.isPending}>
            {messages.capabilityKeys.inspectToken}
          </Button>
        </div>
      </form>
      {look.data !== undefined && (
        <section aria-label={messages.capabilityKeys.tokenStatus} className="mt-4 flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm" role="status">
            <Badge tone={look.data.valid ? 'ok' : 'bad'}>
              {look.data.valid ? messages.capabilityKeys.valid : messages.capabilityKeys.invalid}
            </Badge>
            {visible(look.data.message ?? '')}
          </p>
          {look.data.claims !== undefined && (
            <CodeBlock label={messages.capabilityKeys.grantedCall} text={visibleJson(look.data.claims)} />
          )}
        </section>
      )}
    </Card>
  )
}
