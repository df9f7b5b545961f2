import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { type Definition, DefinitionDrawer } from './definition-drawer.tsx'
import { Loaded } from './loaded.tsx'
import { messages } from '../../../messages/guard/parts.ts'

type Drawn = Omit<ComponentProps<typeof DefinitionDrawer>, 'definition' | 'onClose' | 'isTaken'>

interface Props<Item, Page> extends Drawn {
  readonly query: ComponentProps<typeof Loaded<Page>>['query']
  readonly title: string
  /** Label of the list, e.g. "Tool policies". */
  readonly label: string
  readonly rowsOf: (page: Page) => readonly Item[]
  readonly columns: readonly Column<Item>[]
  readonly nameOf: (item: Item) => string
  /** Returns the request that would create this item. */
  readonly valueOf: (item: Item) => unknown
  /** Initial text of a new one. */
  readonly first: unknown
  /** Content of an empty list. */
  readonly empty: (page: Page) => ReactNode
}

/** List of named definitions; see `DefinitionDrawer`. */
export function Definitions<Item, Page>(props: Props<Item, Page>) {
  const { query, title, label, rowsOf, columns, nameOf, valueOf, first, empty, ...drawn } = props
  const [opened, setOpened] = useState<Definition>()
  const itemOf = (name: string): Item | undefined =>
    query.data === undefined ? undefined : rowsOf(query.data).find((item) => nameOf(item) === name)
  // Latest stored state, which another user may change while it is open.
  const now = opened?.name === undefined ? undefined : itemOf(opened.name)
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpened({ value: first })}>
      {messages.definitions.new(drawn.what)}
    </Button>
  )
  return (
    <>
      <Card flush title={title} actions={add}>
        <Loaded query={query} doing={messages.definitions.loading(label.toLowerCase())}>
          {(page) =>
            rowsOf(page).length === 0 ? (
              empty(page)
            ) : (
              <DataTable
                label={label}
                rows={rowsOf(page)}
                columns={columns}
                idOf={nameOf}
                onOpen={(item) => setOpened({ name: nameOf(item), value: valueOf(item) })}
              />
            )
          }
        </Loaded>
      </Card>
      <DefinitionDrawer
        {...drawn}
        definition={now === undefined ? opened : { ...opened, value: valueOf(now) }}
        onClose={() => setOpened(undefined)}
        isTaken={(name) => itemOf(name) !== undefined}
      />
    </>
  )
}
