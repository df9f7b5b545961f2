import { useQuery } from '@tanstack/react-query'
import { Power, PowerOff, Zap } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { textOf } from '../../../app/sign-in/use-form.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { useChange } from '../parts/use-change.ts'
import { useRole } from '../parts/use-role.ts'
import { visible } from '../parts/visible.ts'
import { Holds } from './holds.tsx'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'

type Off = Awaited<ReturnType<typeof guard.listDisabledTools>>['disabled'][number]
type Breaker = Awaited<ReturnType<typeof guard.listBreakers>>['circuit_breakers'][number]

const FRESH_MS = 5_000
const STATES = { closed: ['ok', 'closed'], open: ['bad', 'open'], half_open: ['warn', 'trying'] } as const
const toolCell = ({ tool_name }: { readonly tool_name: string }) => (
  <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>
)

export default function Switches() {
  const { mayChange } = useRole()
  const [isNew, setIsNew] = useState(false)
  const off = mayChange && (
    <Button look="danger" icon={PowerOff} onClick={() => setIsNew(true)}>
      Switch a tool off
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Kill switches"
        intro="Tools that people have switched off, whoever is held stricter after attacks, and breakers that opened because calls failed. All of it holds on every instance within a second."
        actions={off}
      />
      <Scoped needs="tenant">
        <div className="flex flex-col gap-4">
          <SwitchedOff mayChange={mayChange} />
          {mayChange && <Holds />}
          <Breakers mayChange={mayChange} />
        </div>
      </Scoped>
      <SwitchOff open={isNew} onClose={() => setIsNew(false)} />
    </>
  )
}

function SwitchedOff({ mayChange }: { readonly mayChange: boolean }) {
  const query = useQuery({
    queryKey: ['guard', 'disabled-tools'],
    queryFn: ({ signal }) => guard.listDisabledTools({}, { signal }),
    refetchInterval: FRESH_MS,
  })
  const on = useChange((tool: string) => guard.enableTool({ params: { tool }, body: { reason: '' } }), {
    stale: ['disabled-tools'],
    loud: true,
    said: ({ tool_name, still_disabled_by }) =>
      still_disabled_by === null ? `${tool_name} is on again.` : `${tool_name} is still off: ${still_disabled_by} is.`,
  })
  const columns: readonly Column<Off>[] = [
    { id: 'tool', title: 'Tool', width: 'minmax(140px, 2fr)', cell: toolCell },
    {
      id: 'reason',
      title: 'Why',
      width: 'minmax(160px, 3fr)',
      cell: ({ reason }) => visible(reason === '' ? '–' : reason),
    },
    {
      id: 'by',
      title: 'By',
      width: 'minmax(120px, 1fr)',
      cell: ({ disabled_by }) => <span className="text-muted">{visible(disabled_by)}</span>,
    },
    { id: 'at', title: 'Since', width: '110px', cell: ({ disabled_at }) => <Time at={disabled_at} /> },
    ...(mayChange
      ? [
          {
            id: 'on',
            title: 'Action',
            width: '132px',
            cell: ({ tool_name }: Off) => (
              <Button
                icon={Power}
                busy={on.isPending && on.variables === tool_name}
                onClick={() => on.mutate(tool_name)}
              >
                Switch on
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Card flush title="Switched off by hand">
      <Loaded query={query} doing="Loading the switches">
        {({ disabled }) =>
          disabled.length === 0 ? (
            <EmptyState icon={Power} title="Every tool is on">
              Switch one off when it must stop at once: every check of it then answers block, until somebody switches it
              on again.
            </EmptyState>
          ) : (
            <DataTable
              label="Tools that are off"
              rows={disabled}
              columns={columns}
              idOf={({ tool_name }) => tool_name}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function Breakers({ mayChange }: { readonly mayChange: boolean }) {
  const query = useQuery({
    queryKey: ['guard', 'breakers'],
    queryFn: ({ signal }) => guard.listBreakers({}, { signal }),
    refetchInterval: FRESH_MS,
  })
  const reset = useChange((tool: string) => guard.resetBreaker({ params: { tool } }), {
    stale: ['breakers'],
    loud: true,
    said: ({ circuit_breaker }) => `The breaker of ${circuit_breaker.tool_name} is closed.`,
  })
  const columns: readonly Column<Breaker>[] = [
    {
      id: 'state',
      title: 'State',
      width: '96px',
      cell: ({ state }) => <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>,
    },
    { id: 'tool', title: 'Tool', width: 'minmax(140px, 2fr)', cell: toolCell },
    { id: 'failures', title: 'Failures', number: true, width: '88px', cell: ({ failures }) => failures },
    {
      id: 'error',
      title: 'Last error',
      width: 'minmax(160px, 3fr)',
      cell: ({ last_error }) => <span className="text-muted">{visible(last_error ?? '–')}</span>,
    },
    { id: 'opened', title: 'Opened', width: '110px', cell: ({ opened_at }) => <Time at={opened_at} /> },
    {
      id: 'retry',
      title: 'Tries again',
      width: '110px',
      cell: ({ retry_at }) => (retry_at === null ? '–' : <Time at={retry_at} />),
    },
    ...(mayChange
      ? [
          {
            id: 'reset',
            title: 'Action',
            width: '96px',
            cell: ({ tool_name, state }: Breaker) =>
              state !== 'closed' && (
                <Button busy={reset.isPending && reset.variables === tool_name} onClick={() => reset.mutate(tool_name)}>
                  Close
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <Card flush title="Breakers">
      <Loaded query={query} doing="Loading the breakers">
        {({ circuit_breakers }) =>
          circuit_breakers.length === 0 ? (
            <EmptyState icon={Zap} title="No tool has failed lately">
              Report how calls went to{' '}
              <code className="font-mono text-xs">/v1/tenant/me/agentic/circuit-breakers/report</code>: three failures
              in a row open the breaker of a tool for five minutes.
            </EmptyState>
          ) : (
            <DataTable
              label="Breakers of tools"
              rows={circuit_breakers}
              columns={columns}
              idOf={({ tool_name }) => tool_name}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function SwitchOff({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const off = useChange(
    ({ tool, reason }: { tool: string; reason: string }) => guard.disableTool({ params: { tool }, body: { reason } }),
    { stale: ['disabled-tools'], said: ({ tool }) => `${tool.tool_name} is off.`, onDone: onClose },
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    off.mutate({ tool: textOf(fields, 'tool') ?? '', reason: textOf(fields, 'reason') ?? '' })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Switch a tool off"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form="switch-off" busy={off.isPending}>
            Switch off
          </Button>
        </>
      }
    >
      <form id="switch-off" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label="Tool" help="A name, or a beginning of names with * behind it." error={wrongAt(off.error, 'tool')}>
          {(field) => <Input {...field} name="tool" required maxLength={200} placeholder="refund" />}
        </Field>
        <Field label="Why" help="Shown to whoever is refused." error={wrongAt(off.error, 'reason')}>
          {(field) => <Input {...field} name="reason" maxLength={500} />}
        </Field>
        <WrongLine text={wrongElsewhere(off.error, ['tool', 'reason'])} />
      </form>
    </Dialog>
  )
}
