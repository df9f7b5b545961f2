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
import { groupTitle } from './parts/words.ts'

/** All that runs can look for, and all ways in which it can be said. */
export default function Attacks() {
  const { tab }: { readonly tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const categories = useCategories()
  const strategies = useStrategies()
  return (
    <>
      <PageHeader title="Attacks" intro="What runs look for, and the ways in which it is said." />
      <Tabs
        label="Attacks"
        value={tab === 'strategies' ? 'strategies' : 'categories'}
        onPick={(to) => void navigate({ to: '/redteam/attacks', search: { tab: to }, replace: true })}
        tabs={[
          {
            value: 'categories',
            label: `Categories${categories.data === undefined ? '' : ` (${categories.data.length})`}`,
            content: <Catalogue label="categories" {...categories} />,
          },
          {
            value: 'strategies',
            label: `Strategies${strategies.data === undefined ? '' : ` (${strategies.data.length})`}`,
            content: <Catalogue label="strategies" {...strategies} />,
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
      (one) => words === '' || textsOf(one).some((text) => text.toLowerCase().includes(words)),
    )
    return [...Map.groupBy(found, ({ group }) => group)]
  }, [data, words])
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} doing={`Loading the ${label}`} />
  if (data === undefined) return <Skeleton lines={8} />
  return (
    <div className="flex flex-col gap-4">
      <Input
        type="search"
        aria-label={`Search ${label}`}
        placeholder="A word, an id of a control, another name"
        className="max-w-96"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.length === 0 && (
        <Card flush>
          <EmptyState icon={LibraryBig} title="Nothing has such a word in it">
            Search by what an attacker wants, such as “secret”, or by a control, such as LLM01.
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
                    {!isCategory(entry) && entry.steps > 1 && <Badge>{entry.steps} messages</Badge>}
                    {!isCategory(entry) && entry.needsModel === true && <Badge tone="info">needs a model</Badge>}
                    {entry.default && <Badge tone="accent">recommended</Badge>}
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
    ...(isCategory(entry) ? [entry.remediation] : []),
  ]
}

const NEEDS: Readonly<Record<string, string>> = {
  tool_calls: 'where its tool calls stand',
  canaries: 'a secret that it keeps, or its system prompt',
  sessions: 'several messages of one conversation',
  two_sessions: 'two conversations at once',
  sink: 'that it reaches an address of the run',
  content: 'that it reads pages of the run',
  mcp: 'that it is a server of tools',
  no_credentials: 'that nobody signs in at it',
}

function Details({ entry }: { readonly entry: Entry }) {
  const { name, description, aliases, mappings } = entry
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{description}</p>
      {isCategory(entry) && (
        <Part title="What helps">
          <p className="text-sm">{entry.remediation}</p>
        </Part>
      )}
      <KeyValue
        pairs={[
          [
            'Name',
            <code key="name" className="font-mono text-xs">
              {name}
            </code>,
          ],
          ...(aliases.length === 0
            ? []
            : [
                [
                  'Also',
                  <span key="also" className="font-mono text-xs">
                    {aliases.join(', ')}
                  </span>,
                ] as const,
              ]),
          ...(isCategory(entry)
            ? ([
                ['Ideas', String(entry.seeds)],
                [
                  'Has to be known',
                  entry.needs.length === 0
                    ? 'only the address'
                    : entry.needs.map((need) => NEEDS[need] ?? need).join('; '),
                ],
                ['OWASP LLM 2025', <Controls key="25" ids={mappings.owaspLlm2025} />],
                ['OWASP LLM 2026', <Controls key="26" ids={mappings.owaspLlm2026} />],
                ['OWASP agentic', <Controls key="asi" ids={mappings.asi} />],
                ['MITRE ATLAS', <Controls key="atlas" ids={mappings.atlas} />],
              ] as const)
            : ([['Messages', String(entry.steps)]] as const)),
        ]}
      />
    </div>
  )
}
