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

export default function CapabilityKeys() {
  const { isTenant } = useRole()
  return (
    <>
      <PageHeader
        title="Capability keys"
        intro="Keys under which tokens for one use of one tool are signed. Whoever verifies tokens by itself reads the public ones."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Published />
        {isTenant && <Look />}
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
    said: () => 'A new key is made.',
    onDone: () => setAsks(false),
  })
  const ask = (): void => {
    // What cannot be undone is chosen anew each time.
    setRevoke(false)
    if (rotate.isError) rotate.reset()
    setAsks(true)
  }
  return (
    <Card
      flush
      title="Published"
      actions={
        isPlatform && (
          <Button icon={RefreshCw} onClick={ask}>
            Rotate
          </Button>
        )
      }
    >
      <Loaded query={keys} doing="Loading the keys">
        {(view) =>
          view.keys.length === 0 ? (
            <EmptyState icon={KeySquare} title="No key yet">
              The first token that is asked for makes one.
            </EmptyState>
          ) : (
            <ul aria-label="Published keys" className="divide-y divide-line">
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
        Read from <code className="font-mono">/.well-known/jwks.json</code> of the guard.
        {!isPlatform && ' Rotating them needs the admin key.'}
      </p>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Sign under a new key?"
        action={revoke ? 'Rotate and revoke' : 'Rotate'}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ revoke })}
      >
        <p className="mb-3">Keys before it stay published until the last token that they signed has expired.</p>
        <Checkbox
          label="Erase the keys before it at once, with every token that they signed"
          checked={revoke}
          onFlip={setRevoke}
        />
      </Confirm>
    </Card>
  )
}

type Rotation = Awaited<ReturnType<typeof guard.rotateCapabilityKeys>>

/** What readers may keep for a minute is not what is in force: the answer to the rotation tells that. */
function Rotated({ keys }: Pick<Rotation, 'keys'>) {
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-2 text-xs font-semibold text-muted">Since the rotation</h3>
      <ul aria-label="Keys since the rotation" className="flex flex-col gap-2 text-sm">
        {keys.map(({ kid, state, signs_from }) => (
          <li key={kid} className="flex flex-wrap items-center gap-2">
            <Badge tone={state === 'signing' ? 'ok' : state === 'next' ? 'accent' : 'plain'}>{state}</Badge>
            <span className="font-mono text-xs break-all">{kid}</span>
            <span className="ml-auto text-xs text-muted">
              signs from <Time at={signs_from} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a token says and whether it holds, without spending it. */
function Look() {
  const [token, setToken] = useState('')
  const look = useMutation({
    mutationFn: (cap_token: string) => guard.verifyCapability({ body: { cap_token, burn_nonce: false } }),
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    look.mutate(token.trim())
  }
  return (
    <Card title="Look at a token">
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label="Token" help="It is checked and not spent." error={wrongAt(look.error, 'cap_token')}>
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
            Look
          </Button>
        </div>
      </form>
      {look.data !== undefined && (
        <section aria-label="What the token is" className="mt-4 flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm" role="status">
            <Badge tone={look.data.valid ? 'ok' : 'bad'}>{look.data.valid ? 'valid' : 'not valid'}</Badge>
            {visible(look.data.message ?? '')}
          </p>
          {look.data.claims !== undefined && <CodeBlock label="What it allows" text={visibleJson(look.data.claims)} />}
        </section>
      )}
    </Card>
  )
}
