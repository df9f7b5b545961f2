import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import type { Agent } from './agents.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/agents.ts'

interface Cell {
  readonly agent: Agent
  readonly role: string
}

/** Editable matrix of roles and agents. */
export function RolesMatrix({ agents }: { readonly agents: readonly Agent[] }) {
  const [cell, setCell] = useState<Cell>()
  const roles = useQuery({ queryKey: ['guard', 'roles'], queryFn: ({ signal }) => guard.listRoles({}, { signal }) })
  return (
    <Card flush title={messages.rolesMatrix.rolePermissions}>
      <Loaded query={roles} doing={messages.rolesMatrix.loadingRoles}>
        {({ tenant_roles }) =>
          tenant_roles.length === 0 ? (
            <p className="p-4 text-sm text-muted">{messages.rolesMatrix.noRolesAreConfiguredEveryRole}</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            <div
              tabIndex={0}
              role="region"
              aria-label={messages.rolesMatrix.rolePermissions}
              className="max-h-[480px] overflow-auto"
            >
              <table className="w-max min-w-full text-sm">
                <thead>
                  <tr className="bg-raised text-xs text-muted">
                    <th scope="col" className="sticky left-0 h-9 bg-raised px-4 text-left font-medium">
                      {common.role}
                    </th>
                    {agents.map(({ agent_id }) => (
                      <th key={agent_id} scope="col" className="px-2 text-left font-medium">
                        {visible(agent_id)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {tenant_roles.map((role) => (
                    <tr key={role} className="border-t border-line">
                      <th scope="row" className="sticky left-0 bg-surface px-4 text-left font-medium">
                        {visible(role)}
                      </th>
                      {agents.map((agent) => (
                        <td key={agent.agent_id} className="p-1">
                          <button
                            type="button"
                            onClick={() => setCell({ agent, role })}
                            aria-label={messages.rolesMatrix.through(
                              visible(role),
                              visible(agent.agent_id),
                              shown(agent, role),
                            )}
                            className="min-h-8 w-full max-w-64 truncate rounded-md px-2 text-left font-mono text-xs hover:bg-hover"
                          >
                            {shown(agent, role)}
                          </button>
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
      <CellDialog key={`${cell?.role} ${cell?.agent.agent_id}`} cell={cell} onClose={() => setCell(undefined)} />
    </Card>
  )
}

function shown({ role_permissions }: Agent, role: string): string {
  const tools = Object.hasOwn(role_permissions, role) ? role_permissions[role]! : undefined
  return tools === undefined ? '–' : tools.length === 0 ? common.none : visible(tools.join(', '))
}

function CellDialog({ cell, onClose }: { readonly cell: Cell | undefined; readonly onClose: () => void }) {
  const [text, setText] = useState((cell?.agent.role_permissions[cell.role] ?? []).join('\n'))
  const save = useChange(
    ({ agent, role }: Cell) => {
      const tools = text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
      // oxlint-disable-next-line unicorn/no-null -- null takes a role away
      const to = text.trim() === '' ? null : tools
      return guard.changeAgent({ params: { agent_id: agent.agent_id }, body: { role_permissions: { [role]: to } } })
    },
    { stale: ['agents', 'roles'], said: () => messages.rolesMatrix.rolePermissionsSaved, onDone: onClose },
  )
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (cell !== undefined) save.mutate(cell)
  }
  return (
    <Dialog
      open={cell !== undefined}
      onClose={onClose}
      title={cell === undefined ? '' : messages.rolesMatrix.through2(visible(cell.role), visible(cell.agent.agent_id))}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="cell" busy={save.isPending}>
            {messages.rolesMatrix.save}
          </Button>
        </>
      }
    >
      <form id="cell" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label={common.allowedTools} help={messages.rolesMatrix.onePerLineUseAsASuffixWildcard}>
          {(field) => (
            <Textarea {...field} code rows={5} value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
        <WrongLine text={save.error === null ? undefined : explain(save.error).sentence} />
      </form>
    </Dialog>
  )
}
