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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/tenants.ts'
import { labelOf } from '../../../ui/words.ts'

/** Details of a tenant: properties, keys, usage, and guards. */
export function TenantDetail({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const item = useQuery({
    queryKey: ['guard', 'tenants', id],
    queryFn: ({ signal }) => guard.readTenant({ params: { tenant_id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={visible(item.data?.name ?? id ?? '')}>
      <Loaded query={item} doing={messages.tenantDetail.loadingTheTenant}>
        {(tenant) => (
          <Tabs
            label={common.tenant}
            tabs={[
              {
                value: 'about',
                label: messages.tenantDetail.about,
                content: <About key={tenant.updated_at} tenant={tenant} onGone={onClose} />,
              },
              {
                value: 'keys',
                label: messages.tenantDetail.apiKeys(tenant.api_keys.length),
                content: <Keys tenant={tenant} />,
              },
              { value: 'usage', label: common.usage, content: <Usage id={tenant.tenant_id} /> },
              { value: 'guards', label: common.guards, content: <Guards tenant={tenant} /> },
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
    said: () => messages.tenantDetail.deletedYouCanRestoreTheTenant(tenant.name),
    onDone: onGone,
  })
  const restore = useChange(() => guard.restoreTenant({ params }), {
    stale: ['tenants'],
    loud: true,
    said: ({ name }) => messages.tenantDetail.restored(name),
  })
  return (
    <div className="flex flex-col gap-5">
      <KeyValue
        pairs={[
          [messages.tenantDetail.id, tenant.tenant_id],
          [common.plan, <Badge key="plan">{labelOf(tenant.plan)}</Badge>],
          [
            common.mode,
            <Badge key="mode" tone={tenant.mode === 'enforce' ? 'ok' : 'info'}>
              {labelOf(tenant.mode)}
            </Badge>,
          ],
          [common.policy, messages.tenantDetail.v(tenant.policy_version)],
          [messages.tenantDetail.unknownAgents, tenant.unregistered_agents ?? messages.tenantDetail.deploymentDefault],
          [common.created, <Time key="made" at={tenant.created_at} />],
          [common.updated, <Time key="changed" at={tenant.updated_at} />],
          ...(tenant.deleted_at === null
            ? []
            : [[messages.tenantDetail.deleted, <Time key="deleted" at={tenant.deleted_at} />] as const]),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {tenant.deleted_at === null ? (
          <>
            <Button icon={Pencil} onClick={() => setAsks('change')}>
              {messages.tenantDetail.edit}
            </Button>
            <Button look="danger" icon={Trash2} onClick={() => setAsks('delete')}>
              {common.delete}
            </Button>
          </>
        ) : (
          <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
            {messages.tenantDetail.restore}
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
        title={messages.tenantDetail.delete(visible(tenant.name))}
        action={common.delete}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        {messages.tenantDetail.allKeysOfTheTenantStopWorking}
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
    <Loaded query={usage} doing={messages.tenantDetail.loadingTheUsage}>
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
