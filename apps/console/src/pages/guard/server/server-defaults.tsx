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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/server.ts'
import { phrase } from '../../../ui/phrase.tsx'
import { labelOf } from '../../../ui/words.ts'

type Config = Awaited<ReturnType<typeof guard.readServerConfig>>
type Entry = Extract<Config['guardrails'][string], { readonly source: unknown }>

interface Row extends Entry {
  readonly name: string
}

const SOURCES: Readonly<Record<Entry['source'], readonly [Tone, string]>> = {
  builtin: ['plain', messages.serverDefaults.builtIn],
  file: ['info', messages.serverDefaults.configurationFile],
  stored: ['accent', messages.serverDefaults.console],
}
const STAGES = { input: common.prompts, output: common.answers, agentic: common.toolCalls } as const

const SECTIONS: readonly FormSection[] = [
  {
    title: common.general,
    fields: [
      { path: ['enabled'], kind: 'truth', label: common.enabled, standard: false },
      {
        path: ['action'],
        kind: 'choice',
        label: common.action,
        options: ['detect', 'warn', 'redact', 'require_approval', 'block'],
        standard: messages.serverDefaults.unchanged,
      },
      {
        path: ['mode'],
        kind: 'choice',
        label: common.mode,
        options: ['enforce', 'monitor'],
        standard: messages.serverDefaults.policyMode,
      },
      { path: ['settings'], kind: 'text-only', label: common.settings, help: common.keepsTheStoredValue },
    ],
  },
]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: common.guard,
    width: 'minmax(180px, 2fr)',
    cell: ({ name, enabled }) => (
      <span className={enabled ? 'font-mono text-xs font-medium' : 'font-mono text-xs text-muted'}>
        {visible(name)}
      </span>
    ),
  },
  { id: 'stage', title: messages.serverDefaults.input, width: '96px', cell: ({ stage }) => STAGES[stage] },
  {
    id: 'state',
    title: common.status,
    width: '112px',
    cell: ({ enabled, available }) =>
      available ? (
        <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? common.enabled : common.disabled}</Badge>
      ) : (
        <Badge tone="warn">{messages.serverDefaults.unavailable}</Badge>
      ),
  },
  {
    id: 'action',
    title: common.action,
    width: '164px',
    cell: ({ action }) => (action === undefined ? '–' : <Verdict of={action} />),
  },
  { id: 'mode', title: common.mode, width: '96px', cell: ({ mode }) => (mode === undefined ? '–' : labelOf(mode)) },
  {
    id: 'source',
    title: common.source,
    width: 'minmax(110px, 1fr)',
    cell: ({ source, problems = [] }) => (
      <span className="flex gap-1">
        <Badge tone={SOURCES[source][0]}>{SOURCES[source][1]}</Badge>
        {problems.length > 0 && <Badge tone="bad">{messages.serverDefaults.invalid}</Badge>}
      </span>
    ),
  },
]

export default function ServerDefaults() {
  return (
    <>
      <PageHeader
        title={messages.serverDefaults.serverDefaults}
        intro={messages.serverDefaults.defaultSettingsOfEachGuardFor}
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
      aria-label={messages.serverDefaults.findAGuard}
      placeholder={messages.serverDefaults.findAGuard}
      className="!w-48"
      value={search}
      onChange={({ target }) => setSearch(target.value)}
    />
  )
  return (
    <>
      <Card flush title={query.data === undefined ? '' : <Since config={query.data} />} actions={find}>
        <Loaded query={query} doing={messages.serverDefaults.loadingDefaults} lines={8}>
          {(config) => {
            const rows = rowsOf(config).filter(({ name }) => name.includes(search.trim().toLowerCase()))
            return rows.length === 0 ? (
              <EmptyState icon={SearchX} title={messages.serverDefaults.noMatchingGuards}>
                {messages.serverDefaults.enterAShorterPartOfTheName}
              </EmptyState>
            ) : (
              <DataTable
                label={messages.serverDefaults.serverDefaults}
                rows={rows}
                columns={COLUMNS}
                idOf={idOf}
                onOpen={setOpened}
              />
            )
          }}
        </Loaded>
      </Card>
      <DefinitionDrawer
        definition={opened === undefined ? undefined : definitionOf(opened)}
        onClose={() => setOpened(undefined)}
        what={messages.serverDefaults.guardDefault}
        nameHelp=""
        help={messages.serverDefaults.onlyYourChangesAreStoredOther}
        sections={SECTIONS}
        within={(path) => path.replace(/^guardrails\.[^.]+\.(?:(?:input|output|agentic)\.)?/, '')}
        stale={['server-config', 'guardrails', 'policies']}
        save={async (_, value, before) => {
          await saveDefault(opened!, changesOf(before, value, false))
          return undefined
        }}
        // oxlint-disable-next-line unicorn/no-null -- null takes an entry back
        remove={opened?.source === 'stored' ? () => saveDefault(opened, null) : undefined}
        removal={messages.serverDefaults.resetToDefault}
        removed={messages.serverDefaults.theSettingsOfThisPageAre}
      />
    </>
  )
}

const idOf = ({ name, stage }: Row): string => `${name} (${STAGES[stage]})`

const saveDefault = ({ name, stage }: Row, entry: Readonly<Record<string, unknown>> | null): Promise<Config> =>
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

/** Returns one row per stage of a guard. */
function rowsOf({ guardrails }: Config): readonly Row[] {
  return Object.entries(guardrails).flatMap(([name, entry]) =>
    'source' in entry ? [{ name, ...entry }] : Object.values(entry).map((item) => ({ name, ...item })),
  )
}

function Since({ config: { version, updated_at, updated_by } }: { readonly config: Config }) {
  if (updated_at === null) return messages.serverDefaults.builtInAndFileSettings
  return (
    <span>
      {phrase(messages.serverDefaults.version, {
        version,
        span: (
          <span className="font-normal text-muted">
            {phrase(messages.serverDefaults.by, {
              time: <Time at={updated_at} />,
              updatedBy: visible(updated_by ?? '–'),
            })}
          </span>
        ),
      })}
    </span>
  )
}
