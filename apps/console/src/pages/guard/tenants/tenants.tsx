import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { useSession } from '../../../api/session.ts'
import { GuardForm } from '../../../app/sign-in/guard-form.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { visible } from '../parts/visible.ts'
import { TenantDetail } from './tenant-detail.tsx'
import { type Tenant, TenantForm } from './tenant-form.tsx'

const COLUMNS: readonly Column<Tenant>[] = [
  {
    id: 'tenant_id',
    title: 'Tenant',
    width: 'minmax(140px, 2fr)',
    cell: ({ tenant_id }) => <span className="font-medium">{tenant_id}</span>,
  },
  { id: 'name', title: 'Name', width: 'minmax(140px, 2fr)', cell: ({ name }) => visible(name) },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => <Badge>{plan}</Badge> },
  {
    id: 'mode',
    title: 'Mode',
    cell: ({ mode, deleted_at }) =>
      deleted_at === null ? (
        <Badge tone={mode === 'enforce' ? 'ok' : 'info'}>{mode}</Badge>
      ) : (
        <Badge tone="bad">deleted</Badge>
      ),
  },
  { id: 'keys', title: 'Keys', number: true, width: '72px', cell: ({ api_keys }) => api_keys.length },
  { id: 'version', title: 'Policy', number: true, width: '80px', cell: ({ policy_version }) => `v${policy_version}` },
  { id: 'updated', title: 'Changed', width: 'minmax(110px, 1fr)', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

/** Everybody whom the guard knows. */
export default function Tenants() {
  const { data: session } = useSession()
  const isAdmin = session?.guard.admin === true
  const [isNew, setIsNew] = useState(false)
  const add = isAdmin && (
    <Button look="primary" icon={Plus} onClick={() => setIsNew(true)}>
      New tenant
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Tenants"
        intro="Teams and products with keys, policies and quotas of their own."
        actions={add}
      />
      {!isAdmin && session !== undefined ? (
        <div className="max-w-md">
          <Card title="The list of tenants needs the admin key">
            <GuardForm session={session} />
          </Card>
        </div>
      ) : (
        <List add={add} />
      )}
      <TenantForm
        key={String(isNew)}
        open={isNew}
        onClose={() => setIsNew(false)}
        save={({ quota, ...rest }) =>
          guard.createTenant({ body: Object.values(quota).every((one) => one === null) ? rest : { ...rest, quota } })
        }
      />
    </>
  )
}

function List({ add }: { readonly add: React.ReactNode }) {
  const [opened, setOpened] = useState<string>()
  const [withDeleted, setWithDeleted] = useState(false)
  const { data, error, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: ['guard', 'tenants', 'list', withDeleted],
    queryFn: ({ signal, pageParam }) =>
      guard.listTenants(
        { query: { include_deleted: String(withDeleted), ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = data?.pages.flatMap(({ tenants }) => tenants)
  const total = data?.pages[0]?.total ?? 0
  return (
    <>
      <Card
        flush
        title={rows === undefined ? '' : `${total} in all`}
        actions={<Checkbox label="Deleted ones too" checked={withDeleted} onFlip={setWithDeleted} />}
      >
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the tenants" />}
        {rows === undefined && error === null && <Skeleton />}
        {rows?.length === 0 && (
          <EmptyState icon={Building2} title="No tenants yet" action={add}>
            Without keys every call acts for the tenant “default”, which appears here at its first call.
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            label="Tenants"
            rows={rows}
            total={total}
            columns={COLUMNS}
            idOf={({ tenant_id }) => tenant_id}
            onOpen={({ tenant_id }) => setOpened(tenant_id)}
            onEnd={() => void fetchNextPage()}
          />
        )}
      </Card>
      <TenantDetail id={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
