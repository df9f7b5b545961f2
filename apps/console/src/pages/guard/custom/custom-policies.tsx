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

export type Rule = Awaited<ReturnType<typeof guard.listCustomPolicies>>['policies'][number]

const COLUMNS: readonly Column<Rule>[] = [
  {
    id: 'name',
    title: 'Rule',
    width: 'minmax(160px, 2fr)',
    cell: ({ name }) => <span className="font-medium">{visible(name)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>,
  },
  { id: 'stage', title: 'For', width: '96px', cell: ({ stage }) => (stage === 'input' ? 'prompts' : 'answers') },
  { id: 'action', title: 'Action', width: '110px', cell: ({ action }) => <Verdict of={action} /> },
  {
    id: 'prompt',
    title: 'Violation',
    width: 'minmax(180px, 3fr)',
    cell: ({ prompt }) => <span className="text-muted">{visible(prompt)}</span>,
  },
  {
    id: 'examples',
    title: 'Examples',
    number: true,
    width: '88px',
    cell: ({ examples }) => (examples.violating ?? []).length + (examples.allowed ?? []).length,
  },
  { id: 'priority', title: 'Order', number: true, width: '72px', cell: ({ priority }) => priority },
  { id: 'updated', title: 'Changed', width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function CustomPolicies() {
  return (
    <>
      <PageHeader
        title="Custom policies"
        intro="Rules of your own, in plain words and by examples. Examples are compiled into a small local classifier, which is measured on them."
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
      New rule
    </Button>
  )
  return (
    <>
      <Card
        flush
        title={rules.data === undefined ? '' : `${rules.data.stats.enabled} of ${rules.data.stats.total} on`}
        actions={add}
      >
        <Loaded query={rules} doing="Loading the rules">
          {({ policies }) =>
            policies.length === 0 ? (
              <EmptyState icon={MessageSquareWarning} title="No rule of your own yet">
                Say in a sentence what must not be, for example “Questions that ask for investment advice”, and give a
                few texts that break it and a few that do not.
              </EmptyState>
            ) : (
              <DataTable
                label="Custom policies"
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
