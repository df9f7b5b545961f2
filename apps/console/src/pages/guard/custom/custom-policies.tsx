import { useQuery } from '@tanstack/react-query'
import { MessageSquareWarning, Plus } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { RuleDrawer } from './rule-drawer.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/custom.ts'

export type Rule = Awaited<ReturnType<typeof guard.listCustomPolicies>>['policies'][number]

const COLUMNS: readonly Column<Rule>[] = [
  {
    id: 'name',
    title: common.rule,
    width: 'minmax(160px, 2fr)',
    cell: ({ name }) => <span className="font-medium">{visible(name)}</span>,
  },
  {
    id: 'state',
    title: common.status,
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? common.enabled : common.disabled}</Badge>,
  },
  {
    id: 'stage',
    title: messages.customPolicies.appliesTo,
    width: '96px',
    cell: ({ stage }) => (stage === 'input' ? common.prompts : common.answers),
  },
  { id: 'action', title: common.action, width: '110px', cell: ({ action }) => <Verdict of={action} /> },
  {
    id: 'prompt',
    title: messages.customPolicies.violation,
    width: 'minmax(180px, 3fr)',
    cell: ({ prompt }) => <span className="text-muted">{visible(prompt)}</span>,
  },
  {
    id: 'examples',
    title: messages.customPolicies.examples,
    number: true,
    width: '88px',
    cell: ({ examples }) => (examples.violating ?? []).length + (examples.allowed ?? []).length,
  },
  { id: 'priority', title: common.order, number: true, width: '72px', cell: ({ priority }) => priority },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function CustomPolicies() {
  return (
    <>
      <PageHeader
        title={messages.customPolicies.customPolicies}
        intro={messages.customPolicies.yourOwnRulesDescribedInA}
      />
      <Scoped needs="admin">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const [opened, setOpened] = useState<Rule | 'new'>()
  const rules = useQuery({
    queryKey: ['guard', 'custom-policies'],
    queryFn: ({ signal }) => guard.listCustomPolicies({}, { signal }),
  })
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpened('new')}>
      {messages.customPolicies.newRule}
    </Button>
  )
  return (
    <>
      <Card
        flush
        title={
          rules.data === undefined
            ? ''
            : messages.customPolicies.ofEnabled(rules.data.stats.enabled, rules.data.stats.total)
        }
        actions={add}
      >
        <Loaded query={rules} doing={messages.customPolicies.loadingRules}>
          {({ policies }) =>
            policies.length === 0 ? (
              <EmptyState icon={MessageSquareWarning} title={messages.customPolicies.noCustomPolicies}>
                {messages.customPolicies.describeAViolationInASentence}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.customPolicies.customPolicies}
                rows={policies}
                columns={COLUMNS}
                idOf={({ policy_id }) => policy_id}
                onOpen={setOpened}
              />
            )
          }
        </Loaded>
      </Card>
      <RuleDrawer rule={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
