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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/tenants.ts'
import { labelOf } from '../../../ui/words.ts'

const COLUMNS: readonly Column<Tenant>[] = [
  {
    id: 'tenant_id',
    title: common.tenant,
    width: 'minmax(140px, 2fr)',
    cell: ({ tenant_id }) => <span className="font-medium">{tenant_id}</span>,
  },
  { id: 'name', title: common.name, width: 'minmax(140px, 2fr)', cell: ({ name }) => visible(name) },
  { id: 'plan', title: common.plan, cell: ({ plan }) => <Badge>{labelOf(plan)}</Badge> },
  {
    id: 'mode',
    title: common.mode,
    cell: ({ mode, deleted_at }) =>
      deleted_at === null ? (
        <Badge tone={mode === 'enforce' ? 'ok' : 'info'}>{labelOf(mode)}</Badge>
      ) : (
        <Badge tone="bad">{messages.tenants.deleted}</Badge>
      ),
  },
  { id: 'keys', title: messages.tenants.keys, number: true, width: '72px', cell: ({ api_keys }) => api_keys.length },
  {
    id: 'version',
    title: common.policy,
    number: true,
    width: '80px',
    cell: ({ policy_version }) => messages.tenants.v(policy_version),
  },
  {
    id: 'updated',
    title: common.updated,
    width: 'minmax(110px, 1fr)',
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
]

/** Lists the tenants of the guard. */
export default function Tenants() {
  const { data: session } = useSession()
  const isAdmin = session?.guard.admin === true
  const [isNew, setIsNew] = useState(false)
  const add = isAdmin && (
    <Button look="primary" icon={Plus} onClick={() => setIsNew(true)}>
      {messages.tenants.newTenant}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={messages.tenants.tenants}
        intro={messages.tenants.teamsAndProductsWithSeparate}
        actions={add}
      />
      {!isAdmin && session !== undefined ? (
        <div className="max-w-md">
          <Card title={common.adminKeyRequired}>
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
          guard.createTenant({ body: Object.values(quota).every((item) => item === null) ? rest : { ...rest, quota } })
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
        title={rows === undefined ? '' : messages.tenants.total(total)}
        actions={<Checkbox label={messages.tenants.showDeletedTenants} checked={withDeleted} onFlip={setWithDeleted} />}
      >
        {error !== null && (
          <ErrorState error={error} onRetry={() => void refetch()} doing={messages.tenants.loadingTenants} />
        )}
        {rows === undefined && error === null && <Skeleton />}
        {rows?.length === 0 && (
          <EmptyState icon={Building2} title={messages.tenants.noTenantsYet} action={add}>
            {messages.tenants.createATenantForEachTeamOr}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            label={messages.tenants.tenants}
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
