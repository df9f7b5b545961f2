import { ChevronRight, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Severity } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { groupTitle } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

interface Choice {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly description: string
  readonly default: boolean
  readonly severity: string | null
  readonly needsModel?: boolean | undefined
  readonly aliases: readonly string[]
}

interface Props {
  /** Plural name of the choices, such as `categories`. */
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (names: ReadonlySet<string>) => void
  /** Meaning of an empty selection. */
  readonly none: string
}

/** Multi-select for many choices: by group, individually, or by search. */
export function Picker({ label, choices, chosen, onChoose, none }: Props) {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const found = useMemo(
    () =>
      words === ''
        ? choices
        : choices.filter(({ name, title, description, aliases }) =>
            [name, title, description, ...aliases].some((text) => text.toLowerCase().includes(words)),
          ),
    [choices, words],
  )
  const groups = [...Map.groupBy(found, ({ group }) => group)]
  const names = (some: readonly Choice[]): readonly string[] => some.map(({ name }) => name)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-40 flex-1">
          <Search size={14} aria-hidden className="pointer-events-none absolute top-[9px] left-2.5 text-muted" />
          <Input
            type="search"
            aria-label={messages.picker.search(label)}
            placeholder={messages.picker.search2(choices.length, label)}
            className="!pl-8"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Button look="quiet" onClick={() => onChoose(new Set(names(choices.filter((choice) => choice.default))))}>
          {messages.picker.recommended}
        </Button>
        <Button
          look="quiet"
          onClick={() => onChoose(new Set(names(choices.filter((choice) => choice.needsModel !== true))))}
        >
          {messages.picker.all}
        </Button>
        <Button look="quiet" onClick={() => onChoose(new Set())}>
          {common.none2}
        </Button>
      </div>
      <p className="text-xs text-muted" aria-live="polite">
        {chosen.size === 0 ? none : messages.picker.ofSelected(chosen.size, choices.length, label)}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {groups.map(([group, some]) => (
          <Group
            key={group}
            title={groupTitle(group)}
            choices={some}
            chosen={chosen}
            onChoose={onChoose}
            isOpen={words !== ''}
          />
        ))}
        {groups.length === 0 && <li className="p-3 text-sm text-muted">{messages.picker.noMatchingEntries}</li>}
      </ul>
    </div>
  )
}

interface GroupProps extends Pick<Props, 'choices' | 'chosen' | 'onChoose'> {
  readonly title: string
  readonly isOpen: boolean
}

function Group({ title, choices, chosen, onChoose, isOpen }: GroupProps) {
  const [opened, setOpened] = useState(false)
  const shown = opened || isOpen
  const count = choices.filter(({ name }) => chosen.has(name)).length
  const change = (some: readonly Choice[], isOn: boolean): void => {
    const to = new Set(chosen)
    for (const { name } of some) {
      if (isOn) to.add(name)
      else to.delete(name)
    }
    onChoose(to)
  }
  return (
    <li>
      <div className="flex min-h-10 items-center gap-2 px-3">
        <GroupBox title={title} count={count} of={choices.length} onFlip={(isOn) => change(choices, isOn)} />
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setOpened(!shown)}
          className="flex min-h-8 flex-1 items-center gap-2 text-left text-sm font-medium"
        >
          {title}
          <span className="ml-auto text-xs font-normal text-muted tabular-nums">
            {messages.picker.of(count, choices.length)}
          </span>
          <ChevronRight
            size={14}
            aria-hidden
            className={`text-muted transition-transform ${shown ? 'rotate-90' : ''}`}
          />
        </button>
      </div>
      {shown && (
        <ul className="grid gap-x-4 border-t border-line bg-raised px-3 py-1 md:grid-cols-2">
          {choices.map((choice) => (
            <li key={choice.name}>
              <label className="flex cursor-pointer items-start gap-2 py-1.5 text-sm">
                <input
                  type="checkbox"
                  checked={chosen.has(choice.name)}
                  onChange={(event) => change([choice], event.target.checked)}
                  className="mt-0.5 size-4 shrink-0 accent-accent-strong"
                />
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-x-2 font-medium">
                    {choice.title}
                    {choice.severity !== null && <Severity of={choice.severity} />}
                  </span>
                  <span className="block text-xs text-muted">
                    {choice.description}
                    {choice.needsModel === true && messages.picker.requiresAConfiguredModel}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface BoxProps {
  readonly title: string
  readonly count: number
  readonly of: number
  readonly onFlip: (isOn: boolean) => void
}

function GroupBox({ title, count, of, onFlip }: BoxProps) {
  const isMixed = count > 0 && count < of
  return (
    <input
      ref={(element) => {
        // The indeterminate state is a property without an attribute.
        if (element !== null) element.indeterminate = isMixed
      }}
      type="checkbox"
      aria-label={messages.picker.selectAllIn(title)}
      checked={count === of}
      onChange={() => onFlip(count < of)}
      className="size-4 shrink-0 accent-accent-strong"
    />
  )
}
