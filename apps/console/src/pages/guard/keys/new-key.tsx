import { type FormEvent, useState } from 'react'
import type { guard } from '../../../api/clients.ts'
import { textOf } from '../../../app/sign-in/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SecretOnce } from '../parts/secret-once.tsx'
import { useChange } from '../parts/use-change.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/keys.ts'

export type KeyRecord = Awaited<ReturnType<typeof guard.createOwnKey>>
type Body = Parameters<typeof guard.createOwnKey>[0]['body']
export type MakeKey = (body: Body) => Promise<KeyRecord>

const FIELDS = ['name', 'scope', 'expires_at', 'default_agent']

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly make: MakeKey
}

/** Creates a key and shows it once. */
export function NewKey({ open, onClose, make }: Props) {
  const [created, setMade] = useState<KeyRecord>()
  const [scope, setScope] = useState('runtime')
  const create = useChange(make, { onDone: setMade })
  const close = (): void => {
    setMade(undefined)
    create.reset()
    onClose()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [name, day, agent] = [textOf(fields, 'name'), textOf(fields, 'expires'), textOf(fields, 'agent')]
    create.mutate({
      scope: scope === 'admin' ? 'admin' : 'runtime',
      ...(name === undefined ? {} : { name }),
      ...(day === undefined ? {} : { expires_at: new Date(`${day}T23:59:59`).toISOString() }),
      ...(agent === undefined ? {} : { default_agent: agent }),
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={created === undefined ? common.newKey : messages.newKey.keyCreated}
      footer={
        created === undefined ? (
          <>
            <Button onClick={close}>{common.cancel}</Button>
            <Button look="primary" type="submit" form="new-key" busy={create.isPending}>
              {common.createKey}
            </Button>
          </>
        ) : (
          <Button look="primary" onClick={close}>
            {common.done}
          </Button>
        )
      }
    >
      {created?.api_key === undefined ? (
        <form id="new-key" onSubmit={onSubmit} className="flex flex-col gap-4">
          <Field
            label={common.name}
            help={messages.newKey.theProgramOrPersonThatUsesThe}
            error={wrongAt(create.error, 'name')}
          >
            {(field) => (
              <Input {...field} name="name" maxLength={100} placeholder={messages.newKey.webShopProduction} />
            )}
          </Field>
          <Field label={common.scope} error={wrongAt(create.error, 'scope')}>
            {(field) => (
              <Select
                {...field}
                value={scope}
                onPick={setScope}
                options={[
                  { value: 'runtime', label: messages.newKey.runtimeCheckTextsAndToolCalls },
                  { value: 'admin', label: messages.newKey.adminAlsoChangePoliciesKeysAnd },
                ]}
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={messages.newKey.expiryDate}
              help={messages.newKey.leaveEmptyForNoExpiry}
              error={wrongAt(create.error, 'expires_at')}
            >
              {(field) => <Input {...field} name="expires" type="date" />}
            </Field>
            <Field
              label={common.defaultAgent}
              help={messages.newKey.usedIfACallDoesNotNameAnAgent}
              error={wrongAt(create.error, 'default_agent')}
            >
              {(field) => <Input {...field} name="agent" maxLength={128} />}
            </Field>
          </div>
          <WrongLine text={wrongElsewhere(create.error, FIELDS)} />
        </form>
      ) : (
        <SecretOnce label={common.key} secret={created.api_key} />
      )}
    </Dialog>
  )
}
