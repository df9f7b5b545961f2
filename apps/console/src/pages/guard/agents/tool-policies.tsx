import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { TOOL_POLICY_SECTIONS } from './tool-policy-fields.ts'

type ToolPolicy = Awaited<ReturnType<typeof guard.listToolPolicies>>['items'][number]

const FIRST = {
  enabled: true,
  parameter_policy: { numeric_limits: { amount: { max: 100 } } },
  rate_limit: { limit: 100, window_seconds: 60 },
  approval: { required: true, min_approvals: 1 },
}

const COLUMNS: readonly Column<ToolPolicy>[] = [
  {
    id: 'tool',
    title: 'Tool',
    width: 'minmax(160px, 2fr)',
    cell: ({ tool_name }) => <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>,
  },
  { id: 'holds', title: 'Holds', width: 'minmax(200px, 3fr)', cell: (policy) => <Holds policy={policy} /> },
  {
    id: 'rate',
    title: 'Calls',
    number: true,
    width: '120px',
    cell: ({ rate_limit: { limit, window_seconds } }) => `${limit} in ${window_seconds} s`,
  },
  { id: 'session', title: 'A session', number: true, width: '96px', cell: ({ session_limit }) => session_limit },
]

function Holds({ policy }: { readonly policy: ToolPolicy }) {
  const parts = [
    policy.argument_schema !== undefined && 'schema',
    policy.parameter_policy !== undefined && 'arguments',
    Object.keys(policy.role_restrictions).length > 0 && 'roles',
    policy.workflow !== undefined && 'order',
    policy.approval?.required === true && 'approval',
    policy.issue_capability && 'capability',
  ].filter((part) => typeof part === 'string')
  return (
    <span className="flex gap-1">
      {parts.map((part) => (
        <Badge key={part} tone={part === 'approval' ? 'accent' : 'plain'}>
          {part}
        </Badge>
      ))}
    </span>
  )
}

export default function ToolPolicies() {
  return (
    <>
      <PageHeader
        title="Tool policies"
        intro="What calls of a tool are held to: schema, arguments, order, rates, roles, and whether people must agree."
      />
      <Scoped needs="admin">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const policies = useQuery({
    queryKey: ['guard', 'tool-policies'],
    queryFn: ({ signal }) => guard.listToolPolicies({}, { signal }),
  })
  return (
    <Definitions
      query={policies}
      title={policies.data === undefined ? '' : `${policies.data.total} in all`}
      label="Tool policies"
      rowsOf={({ items }) => items}
      columns={COLUMNS}
      nameOf={({ tool_name }) => tool_name}
      valueOf={(policy) => {
        const { tool_name: _, ...value } = policy
        return value
      }}
      first={FIRST}
      empty={() => (
        <EmptyState icon={Wrench} title="No tool has a policy yet">
          A policy bounds what a tool may be called with, for example refunds up to 100, and only after somebody agreed.
        </EmptyState>
      )}
      what="tool policy"
      nameHelp="The name of the tool, or the beginning of names with * behind."
      help="Each part holds by itself: what is left out is not asked. The policy of the longest name that fits a tool is its own."
      sections={TOOL_POLICY_SECTIONS}
      stale={['tool-policies']}
      save={async (tool_name, value) => {
        const { warnings } = await guard.saveToolPolicy({ params: { tool_name }, body: value })
        return warnings.join(' ')
      }}
      remove={(name) => guard.deleteToolPolicy({ params: { tool_name: name } })}
      removed="Calls of the tool are then held to the rest alone: agents, roles and the guards of the policy."
    />
  )
}
