import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../api/clients.ts'
import { useSession } from '../../api/session.ts'
import { GuardForm } from '../../app/sign-in/guard-form.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { Badge } from '../../ui/badge.tsx'

type Tenant = Awaited<ReturnType<typeof guard.listTenants>>['tenants'][number]

const COLUMNS: readonly Column<Tenant>[] = [
  {
    id: 'tenant_id',
    title: 'Tenant',
    width: 'minmax(140px, 2fr)',
    cell: ({ tenant_id }) => <span className="font-medium">{tenant_id}</span>,
  },
  { id: 'name', title: 'Name', width: 'minmax(140px, 2fr)', cell: ({ name }) => name },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => <Badge>{plan}</Badge> },
  { id: 'mode', title: 'Mode', cell: ({ mode }) => <Badge tone={mode === 'enforce' ? 'ok' : 'info'}>{mode}</Badge> },
  { id: 'keys', title: 'Keys', number: true, width: '72px', cell: ({ api_keys }) => api_keys.length },
  { id: 'version', title: 'Policy', number: true, width: '80px', cell: ({ policy_version }) => `v${policy_version}` },
  { id: 'updated', title: 'Changed', width: 'minmax(110px, 1fr)', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

/** Everybody whom the guard knows. */
export default function Tenants() {
  const { data: session } = useSession()
  const isAdmin = session?.guard.admin === true
  const { data, error, refetch } = useQuery({
    queryKey: ['guard', 'tenants'],
    queryFn: ({ signal }) => guard.listTenants({}, { signal }),
    enabled: isAdmin,
  })
  const [opened, setOpened] = useState<Tenant>()
  return (
    <>
      <PageHeader title="Tenants" intro="Teams and products with keys, policies and quotas of their own." />
      {!isAdmin && session !== undefined ? (
        <div className="max-w-md">
          <Card title="The list of tenants needs the admin key">
            <GuardForm session={session} />
          </Card>
        </div>
      ) : (
        <Card flush>
          {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the tenants" />}
          {data === undefined && error === null && <Skeleton />}
          {data?.tenants.length === 0 && (
            <EmptyState icon={Building2} title="No tenants yet">
              Without keys every call acts for the tenant “default”, which appears here at its first call.
            </EmptyState>
          )}
          {data !== undefined && data.tenants.length > 0 && (
            <DataTable
              label="Tenants"
              rows={data.tenants}
              total={data.total}
              columns={COLUMNS}
              idOf={({ tenant_id }) => tenant_id}
              onOpen={setOpened}
            />
          )}
        </Card>
      )}
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.name ?? ''}>
        {opened !== undefined && <Details tenant={opened} />}
      </Drawer>
    </>
  )
}

function Details({ tenant }: { readonly tenant: Tenant }) {
  return (
    <div className="flex flex-col gap-4">
      <KeyValue
        pairs={[
          ['Tenant', tenant.tenant_id],
          ['Plan', tenant.plan],
          ['Mode', tenant.mode],
          ['Made', <Time key="made" at={tenant.created_at} />],
          ['Keys', tenant.api_keys.length],
        ]}
      />
      <JsonView label="Guards of inputs" value={tenant.input_guardrails} />
    </div>
  )
}
