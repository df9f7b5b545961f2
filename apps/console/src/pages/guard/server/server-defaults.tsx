import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, type Tone, Verdict } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Definition, DefinitionDrawer } from '../parts/definition-drawer.tsx'
import type { FormSection } from '../parts/form/field-spec.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { changesOf } from '../parts/changes-of.ts'

type Config = Awaited<ReturnType<typeof guard.readServerConfig>>
type Entry = Extract<Config['guardrails'][string], { readonly source: unknown }>

interface Row extends Entry {
  readonly name: string
}

const SOURCES: Readonly<Record<Entry['source'], readonly [Tone, string]>> = {
  builtin: ['plain', 'this build'],
  file: ['info', 'the file'],
  stored: ['accent', 'set here'],
}
const STAGES = { input: 'prompts', output: 'answers', agentic: 'agents' } as const

const SECTIONS: readonly FormSection[] = [
  {
    title: 'Where nobody says otherwise',
    fields: [
      { path: ['enabled'], kind: 'truth', label: 'It runs', standard: false },
      {
        path: ['action'],
        kind: 'choice',
        label: 'Action',
        options: ['detect', 'warn', 'redact', 'require_approval', 'block'],
        standard: 'as it was',
      },
      { path: ['mode'], kind: 'choice', label: 'Mode', options: ['enforce', 'monitor'], standard: 'as the policy' },
      { path: ['settings'], kind: 'text-only', label: 'Settings', help: '*** keeps what is stored.' },
    ],
  },
]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Guard',
    width: 'minmax(180px, 2fr)',
    cell: ({ name, enabled }) => (
      <span className={enabled ? 'font-mono text-xs font-medium' : 'font-mono text-xs text-muted'}>
        {visible(name)}
      </span>
    ),
  },
  { id: 'stage', title: 'Sees', width: '96px', cell: ({ stage }) => STAGES[stage] },
  {
    id: 'state',
    title: 'State',
    width: '112px',
    cell: ({ enabled, available }) =>
      available ? (
        <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>
      ) : (
        <Badge tone="warn">cannot run</Badge>
      ),
  },
  {
    id: 'action',
    title: 'Action',
    width: '164px',
    cell: ({ action }) => (action === undefined ? '–' : <Verdict of={action} />),
  },
  { id: 'mode', title: 'Mode', width: '96px', cell: ({ mode }) => mode ?? '–' },
  {
    id: 'source',
    title: 'Said by',
    width: 'minmax(110px, 1fr)',
    cell: ({ source, problems = [] }) => (
      <span className="flex gap-1">
        <Badge tone={SOURCES[source][0]}>{SOURCES[source][1]}</Badge>
        {problems.length > 0 && <Badge tone="bad">does not hold</Badge>}
      </span>
    ),
  },
]

export default function ServerDefaults() {
  return (
    <>
      <PageHeader
        title="Server defaults"
        intro="What each guard does for tenants and requests that say nothing of it. A change holds on every instance within a second."
      />
      <Scoped needs="platform">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Row>()
  const query = useQuery({
    queryKey: ['guard', 'server-config'],
    queryFn: ({ signal }) => guard.readServerConfig({}, { signal }),
  })
  const find = (
    <Input
      type="search"
      aria-label="Find a guard"
      placeholder="Find a guard"
      className="!w-48"
      value={search}
      onChange={({ target }) => setSearch(target.value)}
    />
  )
  return (
    <>
      <Card flush title={query.data === undefined ? '' : <Since config={query.data} />} actions={find}>
        <Loaded query={query} doing="Loading the defaults" lines={8}>
          {(config) => {
            const rows = rowsOf(config).filter(({ name }) => name.includes(search.trim().toLowerCase()))
            return rows.length === 0 ? (
              <EmptyState icon={SearchX} title="No guard has this in its name">
                Take a shorter part of it.
              </EmptyState>
            ) : (
              <DataTable label="Server defaults" rows={rows} columns={COLUMNS} idOf={idOf} onOpen={setOpened} />
            )
          }}
        </Loaded>
      </Card>
      <DefinitionDrawer
        definition={opened === undefined ? undefined : definitionOf(opened)}
        onClose={() => setOpened(undefined)}
        what="default"
        nameHelp=""
        help="Only what you change is stored: the rest follows the file and the build. A setting that you take out of the text stays as it is."
        sections={SECTIONS}
        within={(path) => path.replace(/^guardrails\.[^.]+\.(?:(?:input|output|agentic)\.)?/, '')}
        stale={['server-config', 'guardrails', 'policies']}
        save={async (_, value, before) => {
          await put(opened!, changesOf(before, value, false))
          return undefined
        }}
        // oxlint-disable-next-line unicorn/no-null -- null takes an entry back
        remove={opened?.source === 'stored' ? () => put(opened, null) : undefined}
        removal="Back to the default"
        removed="What was set here is forgotten: the file decides, or this build where the file is silent."
      />
    </>
  )
}

const idOf = ({ name, stage }: Row): string => `${name} (${STAGES[stage]})`

const put = ({ name, stage }: Row, entry: Readonly<Record<string, unknown>> | null): Promise<Config> =>
  guard.changeServerConfig({ body: { guardrails: { [name]: { [stage]: entry } } } })

function definitionOf(row: Row): Definition {
  const { enabled, action, mode, settings } = row
  return {
    name: idOf(row),
    value: {
      enabled,
      ...(action === undefined ? {} : { action }),
      ...(mode === undefined ? {} : { mode }),
      settings,
    },
  }
}

/** One row for each stage of a guard. */
function rowsOf({ guardrails }: Config): readonly Row[] {
  return Object.entries(guardrails).flatMap(([name, entry]) =>
    'source' in entry ? [{ name, ...entry }] : Object.values(entry).map((one) => ({ name, ...one })),
  )
}

function Since({ config: { version, updated_at, updated_by } }: { readonly config: Config }) {
  if (updated_at === null) return 'As this build and the file say'
  return (
    <span>
      Version {version}{' '}
      <span className="font-normal text-muted">
        <Time at={updated_at} /> by {visible(updated_by ?? '–')}
      </span>
    </span>
  )
}
