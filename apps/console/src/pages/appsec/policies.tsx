import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../api/clients.ts'
import { explain } from '../../api/explain.ts'
import { Severity } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMay } from './parts/kinds.ts'
import { type Policy, PolicyDialog } from './parts/policy-dialog.tsx'

/** What the organization takes and what it does not. */
export default function Policies() {
  const mayChange = useMay('SECURITY')
  const [opened, setOpened] = useState<Policy | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'policies'],
    queryFn: ({ signal }) => appsec.listSecurityPolicies({}, { signal }),
  })
  const columns: readonly Column<Policy>[] = [
    { id: 'on', title: 'On', width: '72px', cell: (policy) => <OnOff policy={policy} disabled={!mayChange} /> },
    {
      id: 'name',
      title: 'Policy',
      width: 'minmax(160px, 2fr)',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'category',
      title: 'Category',
      width: '128px',
      cell: ({ category }) => <span className="text-muted">{category}</span>,
    },
    { id: 'severity', title: 'Severity', width: '104px', cell: ({ severity }) => <Severity of={severity} /> },
    {
      id: 'rule',
      title: 'Rule',
      width: 'minmax(200px, 3fr)',
      cell: ({ rule }) => <span className="text-muted">{rule}</span>,
    },
    { id: 'changed', title: 'Changed', width: '112px', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ]
  const add = mayChange && (
    <Button look="primary" icon={Plus} onClick={() => setOpened('new')}>
      New policy
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Code policies"
        intro="What code of this organization must keep to. Those of the category “licence” are held against every package."
        actions={add}
      />
      <Card flush>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the policies" />}
        {data === undefined && error === null && <Skeleton />}
        {data?.policies.length === 0 && (
          <EmptyState icon={ScrollText} title="No policies yet" action={add}>
            Begin with licences: a rule such as “deny: AGPL-3.0-only, SSPL-1.0” reports each package that is under one
            of them.
          </EmptyState>
        )}
        {data !== undefined && data.policies.length > 0 && (
          <DataTable
            label="Policies"
            rows={data.policies}
            columns={columns}
            idOf={({ id }) => id}
            {...(mayChange ? { onOpen: setOpened } : {})}
          />
        )}
      </Card>
      <PolicyDialog opened={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

function OnOff({ policy: { id, name, enabled }, disabled }: { readonly policy: Policy; readonly disabled: boolean }) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (to: boolean) => appsec.changeSecurityPolicy({ params: { policyId: id }, body: { enabled: to } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['appsec', 'policies'] }),
    onError: (error) => toast(explain(error).sentence, 'bad'),
  })
  return <Switch label={<span className="sr-only">{name}</span>} on={enabled} disabled={disabled} onFlip={mutate} />
}
