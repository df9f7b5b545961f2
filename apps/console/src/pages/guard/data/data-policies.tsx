import { useQuery } from '@tanstack/react-query'
import { DatabaseZap } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { DATA_POLICY_SECTIONS } from './data-policy-fields.ts'
import { Frameworks } from './frameworks.tsx'
import { SanitizationPreview } from './sanitization-preview.tsx'
import { saveMessage, writable } from './stored-policy.ts'
import { TenantWide } from './tenant-wide.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/data.ts'
import { labelOf } from '../../../ui/words.ts'

type Policy = Awaited<ReturnType<typeof guard.listDataPolicies>>['items'][number]

const FIRST = {
  sanitization_rules: [
    { pattern_id: 'card', regex: '\\b4\\d{15}\\b', replacement: '[CARD]', severity: 'critical', action: 'redact' },
  ],
  role_policies: [],
}

const COLUMNS: readonly Column<Policy>[] = [
  {
    id: 'tool',
    title: common.tool,
    width: 'minmax(160px, 2fr)',
    cell: ({ tool_name }) => <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>,
  },
  {
    id: 'state',
    title: common.status,
    width: '96px',
    cell: ({ enabled, mode }) =>
      enabled ? (
        <Badge tone={mode === 'enforce' ? 'ok' : 'info'}>{labelOf(mode)}</Badge>
      ) : (
        <Badge>{common.disabled}</Badge>
      ),
  },
  {
    id: 'rules',
    title: common.patterns,
    number: true,
    width: '88px',
    cell: ({ sanitization_rules }) => sanitization_rules.length,
  },
  { id: 'roles', title: common.roles, number: true, width: '72px', cell: ({ role_policies }) => role_policies.length },
  {
    id: 'by',
    title: messages.dataPolicies.detection,
    width: '96px',
    cell: ({ sanitization_mode }) => sanitization_mode,
  },
  {
    id: 'who',
    title: messages.dataPolicies.updatedBy,
    width: 'minmax(120px, 1fr)',
    cell: ({ updated_by }) => <span className="text-muted">{visible(updated_by)}</span>,
  },
  { id: 'updated', title: common.updated, width: '110px', cell: ({ updated_at }) => <Time at={updated_at} /> },
]

export default function DataPolicies() {
  return (
    <>
      <PageHeader
        title={messages.dataPolicies.dataPolicies}
        intro={messages.dataPolicies.sensitiveDataInToolArguments}
      />
      <Scoped needs="admin">
        <div className="flex flex-col gap-4">
          <OfTools />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <TenantWide />
            <Frameworks />
          </div>
          <SanitizationPreview />
        </div>
      </Scoped>
    </>
  )
}

function OfTools() {
  const policies = useQuery({
    queryKey: ['guard', 'data-policies', 'tools'],
    queryFn: ({ signal }) => guard.listDataPolicies({}, { signal }),
  })
  return (
    <Definitions
      query={policies}
      title={messages.dataPolicies.policiesByTool}
      label={messages.dataPolicies.dataPolicies}
      rowsOf={({ items }) => items}
      columns={COLUMNS}
      nameOf={({ tool_name }) => tool_name}
      valueOf={writable}
      first={FIRST}
      empty={() => (
        <EmptyState icon={DatabaseZap} title={messages.dataPolicies.noDataPolicies}>
          {messages.dataPolicies.aDataPolicyRedactsValuesSuchAs}
        </EmptyState>
      )}
      what={messages.dataPolicies.dataPolicy}
      nameHelp={common.aToolNameUseAsASuffixWildcard}
      help={messages.dataPolicies.thisPolicyIsAppliedInAddition}
      sections={DATA_POLICY_SECTIONS}
      stale={['data-policies']}
      save={async (tool, value) => saveMessage(await guard.replaceDataPolicy({ params: { tool }, body: value }))}
      remove={(tool) => guard.deleteDataPolicy({ params: { tool } })}
      removed={messages.dataPolicies.argumentsAndResultsOfTheTool}
    />
  )
}
