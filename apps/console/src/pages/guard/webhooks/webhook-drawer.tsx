import { Send, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { SecretOnce } from '../parts/secret-once.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import type { Hook } from './webhooks.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/webhooks.ts'
import { labelOf } from '../../../ui/words.ts'

type Body = Parameters<typeof guard.createWebhook>[0]['body']
const FIELDS = ['url', 'events', 'description']
const STALE = ['webhooks', 'deliveries']

interface Props {
  readonly hook: Hook | 'new' | undefined
  readonly events: readonly string[]
  readonly onClose: () => void
}

/** Creates, edits, tests, and removes a webhook. Its secret is shown once, at creation. */
export function WebhookDrawer({ hook, events, onClose }: Props) {
  return (
    <Drawer
      open={hook !== undefined}
      onClose={onClose}
      title={hook === 'new' ? messages.webhookDrawer.newWebhook : messages.webhookDrawer.webhook}
    >
      {hook !== undefined && (
        <Form
          key={hook === 'new' ? '' : hook.id}
          hook={hook === 'new' ? undefined : hook}
          events={events}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}

function Form({
  hook,
  events,
  onClose,
}: {
  readonly hook: Hook | undefined
  readonly events: readonly string[]
  readonly onClose: () => void
}) {
  const [url, setUrl] = useState(hook?.url ?? '')
  const [description, setDescription] = useState(hook?.description ?? '')
  const [enabled, setEnabled] = useState(hook?.enabled ?? true)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(hook?.events ?? ['*']))
  const [created, setMade] = useState<Hook>()
  const save = useChange(
    (body: Body) =>
      hook === undefined
        ? guard.createWebhook({ body })
        : guard.changeWebhook({ params: { webhook_id: hook.id }, body }),
    {
      stale: STALE,
      said: ({ warning }) =>
        warning === undefined ? messages.webhookDrawer.webhookSaved : messages.webhookDrawer.webhookSaved2(warning),
      onDone: (saved) => (hook === undefined ? setMade(saved) : onClose()),
    },
  )
  if (created !== undefined) {
    return (
      <div className="flex flex-col gap-4">
        <SecretOnce label={messages.webhookDrawer.signingSecret} secret={created.secret} />
        <p className="text-sm text-muted">{messages.webhookDrawer.useThisSecretToVerifyTheHmacOf}</p>
        <div>
          <Button look="primary" onClick={onClose}>
            {common.done}
          </Button>
        </div>
      </div>
    )
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({
      url,
      description,
      enabled,
      events: (picked.has('*') ? ['*'] : [...picked]) as NonNullable<Body['events']>,
    })
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {hook?.disabled_reason !== undefined && hook.disabled_reason !== null && (
        <WrongLine text={messages.webhookDrawer.theWebhookWasDisabled(visible(hook.disabled_reason))} />
      )}
      <Field label={common.url} error={wrongAt(save.error, 'url')}>
        {(field) => (
          <Input
            {...field}
            required
            maxLength={2048}
            placeholder={messages.webhookDrawer.httpsHooksExampleComGatehouse}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Field label={common.description} error={wrongAt(save.error, 'description')}>
        {(field) => (
          <Input
            {...field}
            maxLength={500}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <EventBoxes events={events} picked={picked} onPick={setPicked} error={wrongAt(save.error, 'events')} />
      <Switch label={common.enabled} on={enabled} onFlip={setEnabled} />
      <WrongLine text={wrongElsewhere(save.error, FIELDS)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={save.isPending} disabled={picked.size === 0}>
          {hook === undefined ? messages.webhookDrawer.createWebhook : messages.webhookDrawer.saveWebhook}
        </Button>
        {hook !== undefined && <Existing hook={hook} onClose={onClose} />}
      </div>
    </form>
  )
}

interface BoxesProps {
  readonly events: readonly string[]
  readonly picked: ReadonlySet<string>
  readonly onPick: (to: ReadonlySet<string>) => void
  readonly error: string | undefined
}

function EventBoxes({ events, picked, onPick, error }: BoxesProps) {
  const isAll = picked.has('*')
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{messages.webhookDrawer.events}</legend>
      <Checkbox
        label={messages.webhookDrawer.allEventsIncludingFutureOnes}
        checked={isAll}
        onFlip={(on) => onPick(new Set(on ? ['*'] : []))}
      />
      {!isAll && (
        <div className="grid gap-1 sm:grid-cols-2">
          {events
            .filter((event) => event !== '*')
            .map((event) => (
              <Checkbox
                key={event}
                label={labelOf(event)}
                checked={picked.has(event)}
                onFlip={(on) => onPick(new Set(on ? [...picked, event] : [...picked].filter((item) => item !== event)))}
              />
            ))}
        </div>
      )}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  )
}

function Existing({ hook, onClose }: { readonly hook: Hook; readonly onClose: () => void }) {
  const [asks, setAsks] = useState(false)
  const params = { webhook_id: hook.id }
  const test = useChange(() => guard.testWebhook({ params }), { stale: STALE })
  const remove = useChange(() => guard.deleteWebhook({ params }), {
    stale: STALE,
    said: () => messages.webhookDrawer.webhookDeleted,
    onDone: onClose,
  })
  const answer = test.data?.delivery
  return (
    <>
      <Button icon={Send} busy={test.isPending} onClick={() => test.mutate(undefined)}>
        {messages.webhookDrawer.sendTestEvent}
      </Button>
      <Button look="danger" icon={Trash2} className="ml-auto" onClick={() => setAsks(true)}>
        {common.delete}
      </Button>
      <p role="status" aria-label={messages.webhookDrawer.testEventResponse} className="w-full text-sm">
        {test.error !== null && <span className="text-bad">{explain(test.error).sentence}</span>}
        {test.data?.ok === true && (
          <span className="text-ok">{messages.webhookDrawer.deliveredStatus(String(answer?.response_status))}</span>
        )}
        {test.data?.ok === false && (
          <span className="text-bad">
            {messages.webhookDrawer.deliveryFailed(visible(answer?.error ?? String(answer?.response_status)))}
          </span>
        )}
      </p>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={messages.webhookDrawer.deleteThisWebhook}
        action={common.delete}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        {messages.webhookDrawer.theWebhookAndItsDelivery}
      </Confirm>
    </>
  )
}
