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
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/policies.ts'

/** Policies of the organization. */
export default function Policies() {
  const mayChange = useMay('SECURITY')
  const [opened, setOpened] = useState<Policy | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'policies'],
    queryFn: ({ signal }) => appsec.listSecurityPolicies({}, { signal }),
  })
  const columns: readonly Column<Policy>[] = [
    {
      id: 'on',
      title: common.enabled,
      width: '72px',
      cell: (policy) => <OnOff policy={policy} disabled={!mayChange} />,
    },
    {
      id: 'name',
      title: common.policy,
      width: 'minmax(160px, 2fr)',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'category',
      title: common.category,
      width: '128px',
      cell: ({ category }) => <span className="text-muted">{category}</span>,
    },
    { id: 'severity', title: common.severity, width: '104px', cell: ({ severity }) => <Severity of={severity} /> },
    {
      id: 'rule',
      title: common.rule,
      width: 'minmax(200px, 3fr)',
      cell: ({ rule }) => <span className="text-muted">{rule}</span>,
    },
    { id: 'changed', title: common.updated, width: '112px', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ]
  const add = mayChange && (
    <Button look="primary" icon={Plus} onClick={() => setOpened('new')}>
      {messages.policies.newPolicy}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={messages.policies.codePolicies}
        intro={messages.policies.codeRulesOfThisOrganization}
        actions={add}
      />
      <Card flush>
        {error !== null && (
          <ErrorState error={error} onRetry={() => void refetch()} doing={messages.policies.loadingPolicies} />
        )}
        {data === undefined && error === null && <Skeleton />}
        {data?.policies.length === 0 && (
          <EmptyState icon={ScrollText} title={messages.policies.noCodePolicies} action={add}>
            {messages.policies.startWithLicensesARuleSuchAs}
          </EmptyState>
        )}
        {data !== undefined && data.policies.length > 0 && (
          <DataTable
            label={common.policies}
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
