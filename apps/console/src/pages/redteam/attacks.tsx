import { useNavigate, useSearch } from '@tanstack/react-router'
import { LibraryBig } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Badge, Severity } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Controls, Part } from './parts/attack-drawer.tsx'
import { useCategories, useStrategies } from './parts/lists.ts'
import type { Category, Strategy } from './parts/types.ts'
import { domainTitle, groupTitle } from './parts/words.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/attacks.ts'

/** Lists all attack categories and mutations. */
export default function Attacks() {
  const { tab }: { readonly tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const categories = useCategories()
  const strategies = useStrategies()
  return (
    <>
      <PageHeader title={common.attacks} intro={messages.attacks.attackCategoriesAndStrategies} />
      <Tabs
        label={common.attacks}
        value={tab === 'strategies' ? 'strategies' : 'categories'}
        onPick={(to) => void navigate({ to: '/redteam/attacks', search: { tab: to }, replace: true })}
        tabs={[
          {
            value: 'categories',
            label: messages.attacks.categories(categories.data === undefined ? '' : ` (${categories.data.length})`),
            content: <Catalogue label={messages.attacks.ofCategories} {...categories} />,
          },
          {
            value: 'strategies',
            label: messages.attacks.strategies(strategies.data === undefined ? '' : ` (${strategies.data.length})`),
            content: <Catalogue label={messages.attacks.ofStrategies} {...strategies} />,
          },
        ]}
      />
    </>
  )
}

type Entry = Category | Strategy
const isCategory = (entry: Entry): entry is Category => 'seeds' in entry

interface Props {
  readonly label: string
  readonly data: readonly Entry[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

function Catalogue({ label, data, error, refetch }: Props) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Entry>()
  const words = search.trim().toLowerCase()
  const groups = useMemo(() => {
    const found = (data ?? []).filter(
      (item) => words === '' || textsOf(item).some((text) => text.toLowerCase().includes(words)),
    )
    return [...Map.groupBy(found, ({ group }) => group)]
  }, [data, words])
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.attacks.loading(label)} />
  if (data === undefined) return <Skeleton lines={8} />
  return (
    <div className="flex flex-col gap-4">
      <Input
        type="search"
        aria-label={messages.attacks.search(label)}
        placeholder={messages.attacks.nameDescriptionOrControlId}
        className="max-w-96"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.length === 0 && (
        <Card flush>
          <EmptyState icon={LibraryBig} title={common.noMatchingEntries}>
            {messages.attacks.searchByAttackObjectiveSuchAs}
          </EmptyState>
        </Card>
      )}
      {groups.map(([group, some]) => (
        <Card
          key={group}
          flush
          title={groupTitle(group)}
          actions={<span className="text-muted tabular-nums">{some.length}</span>}
        >
          <ul className="grid lg:grid-cols-2">
            {some.map((entry) => (
              <li key={entry.name} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => setOpened(entry)}
                  className="flex h-full w-full flex-col gap-0.5 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover"
                >
                  <span className="flex w-full flex-wrap items-center gap-2 text-sm font-medium">
                    {entry.title}
                    {isCategory(entry) && <Severity of={entry.severity} />}
                    {!isCategory(entry) && entry.steps > 1 && <Badge>{messages.attacks.messages(entry.steps)}</Badge>}
                    {!isCategory(entry) && entry.needsModel === true && (
                      <Badge tone="info">{messages.attacks.requiresAModel}</Badge>
                    )}
                    {entry.default && <Badge tone="accent">{messages.attacks.recommended}</Badge>}
                  </span>
                  <span className="text-xs text-muted">{entry.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      ))}
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.title ?? ''}>
        {opened !== undefined && <Details entry={opened} />}
      </Drawer>
    </div>
  )
}

function textsOf(entry: Entry): readonly string[] {
  const { name, title, description, aliases, mappings } = entry
  return [
    name,
    title,
    description,
    ...aliases,
    ...Object.values(mappings).flat(),
    ...(isCategory(entry) ? [entry.remediation, ...entry.domains] : []),
  ]
}

const NEEDS: Readonly<Record<string, string>> = {
  tool_calls: messages.attacks.locationOfToolCallsInThe,
  canaries: messages.attacks.canarySecretOrSystemPrompt,
  sessions: messages.attacks.conversationsWithSeveral,
  two_sessions: messages.attacks.twoParallelConversations,
  sink: messages.attacks.targetCanReachAUrlOfTheRun,
  content: messages.attacks.targetCanReadPagesOfTheRun,
  mcp: common.mcpServer,
  a2a: messages.attacks.agentToAgent,
  no_credentials: messages.attacks.noClientAuthentication,
}

function Details({ entry }: { readonly entry: Entry }) {
  const { name, description, aliases, mappings } = entry
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{description}</p>
      {isCategory(entry) && (
        <Part title={common.remediation}>
          <p className="text-sm">{entry.remediation}</p>
        </Part>
      )}
      <KeyValue
        pairs={[
          [
            common.name,
            <code key="name" className="font-mono text-xs">
              {name}
            </code>,
          ],
          ...(aliases.length === 0
            ? []
            : [
                [
                  messages.attacks.aliases,
                  <span key="also" className="font-mono text-xs">
                    {aliases.join(', ')}
                  </span>,
                ] as const,
              ]),
          ...(isCategory(entry)
            ? ([
                [messages.attacks.seedPrompts, String(entry.seeds)],
                ...(entry.domains.length === 0
                  ? []
                  : [[messages.attacks.domainPacks, entry.domains.map(domainTitle).join(', ')] as const]),
                [
                  messages.attacks.requirements,
                  entry.needs.length === 0
                    ? messages.attacks.targetUrlOnly
                    : entry.needs.map((need) => NEEDS[need] ?? need).join('; '),
                ],
                [messages.attacks.owaspLlm2025, <Controls key="25" ids={mappings.owaspLlm2025} />],
                [messages.attacks.owaspLlm2026, <Controls key="26" ids={mappings.owaspLlm2026} />],
                [messages.attacks.owaspAgentic, <Controls key="asi" ids={mappings.asi} />],
                [messages.attacks.mitreAtlas, <Controls key="atlas" ids={mappings.atlas} />],
              ] as const)
            : ([[messages.attacks.messagesPerAttack, String(entry.steps)]] as const)),
        ]}
      />
    </div>
  )
}
