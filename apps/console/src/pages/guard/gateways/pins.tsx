import { useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Select } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'
import { choicesOf, labelOf } from '../../../ui/words.ts'

type PinView = Awaited<ReturnType<typeof guard.listPins>>['pins'][number]
type State = PinView['state']

const FRESH_MS = 5_000
const TONES: Readonly<Record<State, Tone>> = {
  pinned: 'ok',
  changed: 'warn',
  renamed: 'warn',
  shadowed: 'bad',
  poisoned: 'bad',
}

const COLUMNS: readonly Column<PinView>[] = [
  {
    id: 'state',
    title: common.status,
    width: '104px',
    cell: ({ state }) => <Badge tone={TONES[state]}>{labelOf(state)}</Badge>,
  },
  {
    id: 'tool',
    title: common.tool,
    width: 'minmax(140px, 2fr)',
    cell: ({ tool }) => <span className="font-mono text-xs font-medium">{visible(tool)}</span>,
  },
  { id: 'route', title: messages.pins.route, width: 'minmax(100px, 1fr)', cell: ({ route }) => visible(route) },
  {
    id: 'why',
    title: common.reason,
    width: 'minmax(180px, 3fr)',
    cell: ({ reason }) => <span className="text-muted">{visible(reason)}</span>,
  },
  { id: 'seen', title: messages.pins.lastSeen, width: '110px', cell: ({ last_seen }) => <Time at={last_seen} /> },
]

/** Lists the pinned tools and their changes. */
export function Pins() {
  const [state, setState] = useState('')
  const [opened, setOpened] = useState<PinView>()
  const pins = useQuery({
    queryKey: ['guard', 'pins', state],
    queryFn: ({ signal }) => guard.listPins({ query: state === '' ? {} : { state: state as State } }, { signal }),
    // Pins change while agents run.
    refetchInterval: FRESH_MS,
  })
  return (
    <Card
      flush
      title={messages.pins.toolPins}
      actions={
        <Select
          aria-label={messages.pins.pinStatus}
          className="!w-36"
          value={state}
          onPick={setState}
          options={[{ value: '', label: common.anyStatus }, ...choicesOf(Object.keys(TONES))]}
        />
      }
    >
      <Loaded query={pins} doing={messages.pins.loadingPins}>
        {(view) =>
          view.pins.length === 0 ? (
            <EmptyState icon={Pin} title={state === '' ? messages.pins.noPinnedTools : messages.pins.noMatchingTools}>
              {messages.pins.toolsArePinnedWhenAnAgentFirst}
            </EmptyState>
          ) : (
            <DataTable
              label={messages.pins.toolPins}
              rows={view.pins}
              columns={COLUMNS}
              idOf={({ id }) => id}
              onOpen={setOpened}
            />
          )
        }
      </Loaded>
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={visible(opened?.tool ?? '')}>
        {opened !== undefined && (
          <PinRow
            key={opened.seen_hash ?? ''}
            pin={opened}
            // The view does not change while it is open, so that users accept only what they have read.
            now={pins.data?.pins.find(({ id }) => id === opened.id)}
            onLook={setOpened}
            onDone={() => setOpened(undefined)}
          />
        )}
      </Drawer>
    </Card>
  )
}

interface PinProps {
  readonly pin: PinView
  /** Latest state from the service. */
  readonly now: PinView | undefined
  readonly onLook: (pin: PinView) => void
  readonly onDone: () => void
}

function PinRow({ pin, now, onLook, onDone }: PinProps) {
  const accept = useChange(
    (hash: string | null) => guard.acceptPin({ params: { pin_id: pin.id }, body: hash === null ? {} : { hash } }),
    { stale: ['pins'], said: () => messages.pins.accepted(pin.tool), onDone },
  )
  return (
    <div className="flex flex-col gap-5">
      <KeyValue
        pairs={[
          [
            common.status,
            <Badge key="state" tone={TONES[pin.state]}>
              {pin.state}
            </Badge>,
          ],
          [messages.pins.route, visible(pin.route)],
          [messages.pins.firstSeen, <Time key="first" at={pin.first_seen} />],
          [messages.pins.accepted2, <Time key="accepted" at={pin.accepted_at} />],
          [messages.pins.acceptedBy, visible(pin.accepted_by ?? '–')],
          [
            common.hash,
            <code key="hash" className="font-mono text-xs break-all">
              {pin.hash}
            </code>,
          ],
        ]}
      />
      {pin.reason !== '' && <p className="text-sm">{visible(pin.reason)}</p>}
      {pin.difference.length === 0 ? (
        <p className="text-sm text-muted">{visible(pin.description)}</p>
      ) : (
        pin.difference.map(({ part, before, after }) => (
          <div key={part}>
            <h3 className="mb-1 font-mono text-xs text-muted">{part}</h3>
            <DiffView
              label={messages.pins.changesIn(part)}
              before={visible(before ?? '')}
              after={visible(after ?? '')}
            />
          </div>
        ))
      )}
      <WrongLine text={accept.error === null ? undefined : explain(accept.error).sentence} />
      {now !== undefined && now.seen_hash !== pin.seen_hash && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm">
          <span className="text-warn">{messages.pins.theToolChangedAgainOnTheServer}</span>
          <Button onClick={() => onLook(now)}>{messages.pins.showTheLatestVersion}</Button>
        </div>
      )}
      {pin.state !== 'pinned' && (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate(pin.seen_hash)}>
              {messages.pins.acceptChanges}
            </Button>
            <Button onClick={onDone}>{messages.pins.keepBlocked}</Button>
          </div>
          <p className="text-xs text-muted">{messages.pins.agentsCannotSeeOrCallTheTool}</p>
        </div>
      )}
    </div>
  )
}
