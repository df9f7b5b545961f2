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
import { Lockouts } from './holds.tsx'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/approvals.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Off = Awaited<ReturnType<typeof guard.listDisabledTools>>['disabled'][number]
type Breaker = Awaited<ReturnType<typeof guard.listBreakers>>['circuit_breakers'][number]

const FRESH_MS = 5_000
const STATES = {
  closed: ['ok', messages.switches.closed],
  open: ['bad', messages.switches.open],
  half_open: ['warn', messages.switches.halfOpen],
} as const
const toolCell = ({ tool_name }: { readonly tool_name: string }) => (
  <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>
)

export default function Switches() {
  const { mayChange } = useRole()
  const [isNew, setIsNew] = useState(false)
  const off = mayChange && (
    <Button look="danger" icon={PowerOff} onClick={() => setIsNew(true)}>
      {messages.switches.disableTool}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={messages.switches.killSwitches}
        intro={messages.switches.disabledToolsCircuitBreakers}
        actions={off}
      />
      <Scoped needs="tenant">
        <div className="flex flex-col gap-4">
          <SwitchedOff mayChange={mayChange} />
          {mayChange && <Lockouts />}
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
      still_disabled_by === null
        ? messages.switches.enabled(tool_name)
        : messages.switches.remainsDisabledBy(tool_name, still_disabled_by),
  })
  const columns: readonly Column<Off>[] = [
    { id: 'tool', title: common.tool, width: 'minmax(140px, 2fr)', cell: toolCell },
    {
      id: 'reason',
      title: common.reason,
      width: 'minmax(160px, 3fr)',
      cell: ({ reason }) => visible(reason === '' ? '–' : reason),
    },
    {
      id: 'by',
      title: messages.switches.disabledBy,
      width: 'minmax(120px, 1fr)',
      cell: ({ disabled_by }) => <span className="text-muted">{visible(disabled_by)}</span>,
    },
    { id: 'at', title: common.disabled, width: '110px', cell: ({ disabled_at }) => <Time at={disabled_at} /> },
    ...(mayChange
      ? [
          {
            id: 'on',
            title: common.action,
            width: '132px',
            cell: ({ tool_name }: Off) => (
              <Button
                icon={Power}
                busy={on.isPending && on.variables === tool_name}
                onClick={() => on.mutate(tool_name)}
              >
                {messages.switches.enable}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Card flush title={messages.switches.disabledTools}>
      <Loaded query={query} doing={messages.switches.loadingSwitches}>
        {({ disabled }) =>
          disabled.length === 0 ? (
            <EmptyState icon={Power} title={messages.switches.noDisabledTools}>
              {messages.switches.disableAToolToBlockAllOfIts}
            </EmptyState>
          ) : (
            <DataTable
              label={messages.switches.disabledTools}
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
    said: ({ circuit_breaker }) => messages.switches.circuitBreakerOfClosed(circuit_breaker.tool_name),
  })
  const columns: readonly Column<Breaker>[] = [
    {
      id: 'state',
      title: common.status,
      width: '96px',
      cell: ({ state }) => <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>,
    },
    { id: 'tool', title: common.tool, width: 'minmax(140px, 2fr)', cell: toolCell },
    {
      id: 'failures',
      title: messages.switches.failures,
      number: true,
      width: '88px',
      cell: ({ failures }) => failures,
    },
    {
      id: 'error',
      title: messages.switches.lastError,
      width: 'minmax(160px, 3fr)',
      cell: ({ last_error }) => <span className="text-muted">{visible(last_error ?? '–')}</span>,
    },
    { id: 'opened', title: messages.switches.opened, width: '110px', cell: ({ opened_at }) => <Time at={opened_at} /> },
    {
      id: 'retry',
      title: messages.switches.nextAttempt,
      width: '110px',
      cell: ({ retry_at }) => (retry_at === null ? '–' : <Time at={retry_at} />),
    },
    ...(mayChange
      ? [
          {
            id: 'reset',
            title: common.action,
            width: '96px',
            cell: ({ tool_name, state }: Breaker) =>
              state !== 'closed' && (
                <Button busy={reset.isPending && reset.variables === tool_name} onClick={() => reset.mutate(tool_name)}>
                  {common.close}
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <Card flush title={messages.switches.circuitBreakers}>
      <Loaded query={query} doing={messages.switches.loadingBreakers}>
        {({ circuit_breakers }) =>
          circuit_breakers.length === 0 ? (
            <EmptyState icon={Zap} title={messages.switches.noOpenCircuitBreakers}>
              {phrase(messages.switches.reportCallResultsToThree, {
                code: <code className="font-mono text-xs">{messages.switches.v1TenantMeAgenticCircuit}</code>,
              })}
            </EmptyState>
          ) : (
            <DataTable
              label={messages.switches.circuitBreakers}
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
    { stale: ['disabled-tools'], said: ({ tool }) => messages.switches.disabled(tool.tool_name), onDone: onClose },
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
      title={messages.switches.disableTool}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" type="submit" form="switch-off" busy={off.isPending}>
            {messages.switches.disable}
          </Button>
        </>
      }
    >
      <form id="switch-off" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={common.tool} help={common.aToolNameUseAsASuffixWildcard} error={wrongAt(off.error, 'tool')}>
          {(field) => <Input {...field} name="tool" required maxLength={200} placeholder={common.refund} />}
        </Field>
        <Field
          label={common.reason}
          help={messages.switches.shownInTheResponseToBlocked}
          error={wrongAt(off.error, 'reason')}
        >
          {(field) => <Input {...field} name="reason" maxLength={500} />}
        </Field>
        <WrongLine text={wrongElsewhere(off.error, ['tool', 'reason'])} />
      </form>
    </Dialog>
  )
}
