import { useQuery } from '@tanstack/react-query'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import { KeyList } from '../keys/key-list.tsx'
import { UsageBars } from '../keys/usage-bars.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { type Tenant, TenantForm } from './tenant-form.tsx'

/** One tenant: what it is, its keys, what it uses, and its guards. */
export function TenantDetail({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const one = useQuery({
    queryKey: ['guard', 'tenants', id],
    queryFn: ({ signal }) => guard.readTenant({ params: { tenant_id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={visible(one.data?.name ?? id ?? '')}>
      <Loaded query={one} doing="Loading the tenant">
        {(tenant) => (
          <Tabs
            label="Tenant"
            tabs={[
              {
                value: 'about',
                label: 'About',
                content: <About key={tenant.updated_at} tenant={tenant} onGone={onClose} />,
              },
              { value: 'keys', label: `Keys ${tenant.api_keys.length}`, content: <Keys tenant={tenant} /> },
              { value: 'usage', label: 'Usage', content: <Usage id={tenant.tenant_id} /> },
              { value: 'guards', label: 'Guards', content: <Guards tenant={tenant} /> },
            ]}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

function About({ tenant, onGone }: { readonly tenant: Tenant; readonly onGone: () => void }) {
  const [asks, setAsks] = useState<'change' | 'delete'>()
  const params = { tenant_id: tenant.tenant_id }
  const remove = useChange(() => guard.deleteTenant({ params }), {
    stale: ['tenants'],
    said: () => `${tenant.name} is deleted. It can be restored.`,
    onDone: onGone,
  })
  const restore = useChange(() => guard.restoreTenant({ params }), {
    stale: ['tenants'],
    loud: true,
    said: ({ name }) => `${name} is back.`,
  })
  return (
    <div className="flex flex-col gap-5">
      <KeyValue
        pairs={[
          ['Id', tenant.tenant_id],
          ['Plan', <Badge key="plan">{tenant.plan}</Badge>],
          [
            'Mode',
            <Badge key="mode" tone={tenant.mode === 'enforce' ? 'ok' : 'info'}>
              {tenant.mode}
            </Badge>,
          ],
          ['Policy', `v${tenant.policy_version}`],
          ['Unknown agents', tenant.unregistered_agents ?? 'as the deployment says'],
          ['Made', <Time key="made" at={tenant.created_at} />],
          ['Changed', <Time key="changed" at={tenant.updated_at} />],
          ...(tenant.deleted_at === null ? [] : [['Deleted', <Time key="deleted" at={tenant.deleted_at} />] as const]),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {tenant.deleted_at === null ? (
          <>
            <Button icon={Pencil} onClick={() => setAsks('change')}>
              Change
            </Button>
            <Button look="danger" icon={Trash2} onClick={() => setAsks('delete')}>
              Delete
            </Button>
          </>
        ) : (
          <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
            Restore
          </Button>
        )}
      </div>
      <TenantForm
        open={asks === 'change'}
        onClose={() => setAsks(undefined)}
        tenant={tenant}
        save={({ tenant_id, ...body }) => guard.changeTenant({ params: { tenant_id }, body })}
      />
      <Confirm
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={`Delete ${visible(tenant.name)}?`}
        action="Delete"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        Its keys open nothing any more. What it has is kept until it is restored.
      </Confirm>
    </div>
  )
}

function Keys({ tenant }: { readonly tenant: Tenant }) {
  const params = { tenant_id: tenant.tenant_id }
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <KeyList
        keys={tenant.api_keys}
        make={(body) => guard.createTenantKey({ params, body })}
        revoke={(id) => guard.revokeTenantKey({ params, query: { id }, body: undefined })}
      />
    </div>
  )
}

function Usage({ id }: { readonly id: string }) {
  const usage = useQuery({
    queryKey: ['guard', 'tenants', id, 'usage'],
    queryFn: ({ signal }) => guard.readTenantUsage({ params: { tenant_id: id } }, { signal }),
  })
  return (
    <Loaded query={usage} doing="Loading the usage">
      {(view) => <UsageBars view={view} />}
    </Loaded>
  )
}

function Guards({ tenant }: { readonly tenant: Tenant }) {
  return (
    <div className="flex flex-col gap-4">
      {(['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const).map((stage) => (
        <div key={stage}>
          <h3 className="mb-1 font-mono text-xs text-muted">{stage}</h3>
          <JsonView label={stage} value={tenant[stage]} />
        </div>
      ))}
    </div>
  )
}
