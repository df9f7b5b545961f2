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

export type Tenant = Awaited<ReturnType<typeof guard.readTenant>>
export type TenantValues = Pick<Tenant, 'tenant_id' | 'name' | 'plan' | 'mode' | 'quota'> & {
  readonly unregistered_agents: 'allow' | 'block'
}

const FIELDS = ['tenant_id', 'name', 'plan', 'mode', 'quota', 'unregistered_agents']
const QUOTAS = [
  ['requests_per_minute', 'Requests a minute'],
  ['requests_per_day', 'Requests a day'],
  ['tokens_per_day', 'Tokens a day'],
] as const

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** The tenant to change; absent: a new one is made. */
  readonly tenant?: Tenant
  readonly save: (values: TenantValues) => Promise<Tenant>
}

/** Makes a tenant, or changes what the platform says of it. */
export function TenantForm({ open, onClose, tenant, save }: Props) {
  const [plan, setPlan] = useState<string>(tenant?.plan ?? 'basic')
  const [mode, setMode] = useState<string>(tenant?.mode ?? 'enforce')
  const [unknown, setUnknown] = useState<string>(tenant?.unregistered_agents ?? 'allow')
  const sent = useChange(save, {
    stale: ['tenants'],
    said: ({ name }) => (tenant === undefined ? `The tenant ${name} is there.` : `${name} is changed.`),
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
      title={tenant === undefined ? 'New tenant' : 'Change the tenant'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="tenant" busy={sent.isPending}>
            {tenant === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <form id="tenant" onSubmit={onSubmit} className="flex flex-col gap-4">
        {tenant === undefined && (
          <Field label="Id" help="Letters, digits, _ and -. It stays." error={wrongAt(sent.error, 'tenant_id')}>
            {(field) => <Input {...field} name="tenant_id" required maxLength={64} placeholder="shop" />}
          </Field>
        )}
        <Field label="Name" error={wrongAt(sent.error, 'name')}>
          {(field) => (
            <Input {...field} name="name" maxLength={100} defaultValue={tenant?.name} placeholder="Web shop" />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Plan">
            {(field) => <Select {...field} value={plan} onPick={setPlan} options={['basic', 'pro', 'enterprise']} />}
          </Field>
          <Field label="Mode">
            {(field) => <Select {...field} value={mode} onPick={setMode} options={['enforce', 'monitor']} />}
          </Field>
          <Field label="Unknown agents">
            {(field) => <Select {...field} value={unknown} onPick={setUnknown} options={['allow', 'block']} />}
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {QUOTAS.map(([name, label]) => (
            <Field key={name} label={label} help="Empty: no limit." error={wrongAt(sent.error, `quota.${name}`)}>
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
