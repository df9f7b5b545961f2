import { type FormEvent, useState } from 'react'
import type { guard } from '../../../api/clients.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useChange } from '../parts/use-change.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/tenants.ts'
import { choicesOf } from '../../../ui/words.ts'

export type Tenant = Awaited<ReturnType<typeof guard.readTenant>>
export type TenantValues = Pick<Tenant, 'tenant_id' | 'name' | 'plan' | 'mode' | 'quota'> & {
  readonly unregistered_agents: 'allow' | 'block'
}

const FIELDS = ['tenant_id', 'name', 'plan', 'mode', 'quota', 'unregistered_agents']
const QUOTAS = [
  ['requests_per_minute', messages.tenantForm.requestsPerMinute],
  ['requests_per_day', messages.tenantForm.requestsPerDay],
  ['tokens_per_day', messages.tenantForm.tokensPerDay],
] as const

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** The tenant to edit; default: a new one. */
  readonly tenant?: Tenant
  readonly save: (values: TenantValues) => Promise<Tenant>
}

/** Creates a tenant, or edits its platform settings. */
export function TenantForm({ open, onClose, tenant, save }: Props) {
  const [plan, setPlan] = useState<string>(tenant?.plan ?? 'basic')
  const [mode, setMode] = useState<string>(tenant?.mode ?? 'enforce')
  const [unknown, setUnknown] = useState<string>(tenant?.unregistered_agents ?? 'allow')
  const sent = useChange(save, {
    stale: ['tenants'],
    said: ({ name }) => (tenant === undefined ? messages.tenantForm.created(name) : messages.tenantForm.saved(name)),
    onDone: onClose,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = fields.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    sent.mutate({
      tenant_id: tenant?.tenant_id ?? text('tenant_id'),
      name: text('name') === '' ? (tenant?.name ?? text('tenant_id')) : text('name'),
      plan: plan as Tenant['plan'],
      mode: mode as Tenant['mode'],
      unregistered_agents: unknown === 'block' ? 'block' : 'allow',
      quota: Object.fromEntries(
        QUOTAS.map(([name]) => [name, text(name) === '' ? null : Number(text(name))]),
      ) as Tenant['quota'],
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={tenant === undefined ? messages.tenantForm.newTenant : messages.tenantForm.editTenant}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="tenant" busy={sent.isPending}>
            {tenant === undefined ? messages.tenantForm.createTenant : messages.tenantForm.saveTenant}
          </Button>
        </>
      }
    >
      <form id="tenant" onSubmit={onSubmit} className="flex flex-col gap-4">
        {tenant === undefined && (
          <Field
            label={messages.tenantForm.id}
            help={messages.tenantForm.lettersDigitsAndTheIdCannotBe}
            error={wrongAt(sent.error, 'tenant_id')}
          >
            {(field) => (
              <Input {...field} name="tenant_id" required maxLength={64} placeholder={messages.tenantForm.shop} />
            )}
          </Field>
        )}
        <Field label={common.name} error={wrongAt(sent.error, 'name')}>
          {(field) => (
            <Input
              {...field}
              name="name"
              maxLength={100}
              defaultValue={tenant?.name}
              placeholder={messages.tenantForm.webShop}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={common.plan}>
            {(field) => (
              <Select {...field} value={plan} onPick={setPlan} options={choicesOf(['basic', 'pro', 'enterprise'])} />
            )}
          </Field>
          <Field label={common.mode}>
            {(field) => <Select {...field} value={mode} onPick={setMode} options={choicesOf(['enforce', 'monitor'])} />}
          </Field>
          <Field label={messages.tenantForm.unknownAgents}>
            {(field) => (
              <Select {...field} value={unknown} onPick={setUnknown} options={choicesOf(['allow', 'block'])} />
            )}
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {QUOTAS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              help={messages.tenantForm.leaveEmptyForNoLimit}
              error={wrongAt(sent.error, `quota.${name}`)}
            >
              {(field) => (
                <Input {...field} name={name} type="number" min={0} step={1} defaultValue={tenant?.quota[name] ?? ''} />
              )}
            </Field>
          ))}
        </div>
        <WrongLine text={wrongElsewhere(sent.error, FIELDS)} />
      </form>
    </Dialog>
  )
}
