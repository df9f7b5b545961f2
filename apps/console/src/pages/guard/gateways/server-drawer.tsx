import { RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { useChange } from '../parts/use-change.ts'
import { useRole } from '../parts/use-role.ts'
import { visible } from '../parts/visible.ts'
import type { McpServer } from './mcp-servers.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/gateways.ts'

interface Props {
  readonly server: McpServer | undefined
  readonly onClose: () => void
  /** Called to register the changed tools again. */
  readonly onAgain: (server: McpServer) => void
}

/** Details of a registered tool server, with the findings in its tool descriptions. */
export function ServerDrawer({ server, onClose, onAgain }: Props) {
  return (
    <Drawer open={server !== undefined} onClose={onClose} title={visible(server?.server_id ?? '')}>
      {server !== undefined && <ServerDetails server={server} onClose={onClose} onAgain={onAgain} />}
    </Drawer>
  )
}

function ServerDetails({ server, onClose, onAgain }: Props & { readonly server: McpServer }) {
  const { mayChange } = useRole()
  const [asks, setAsks] = useState(false)
  const removed = useChange((server_id: string) => guard.deleteMcpServer({ params: { server_id } }), {
    stale: ['mcp-servers'],
    said: (_, id) => messages.serverDrawer.deleted(id),
    onDone: onClose,
  })
  return (
    <div className="flex flex-col gap-5">
      <KeyValue
        pairs={[
          [
            common.url,
            <span key="url" className="font-mono text-xs break-all">
              {visible(server.url ?? '–')}
            </span>,
          ],
          [common.trust, server.trust_score.toFixed(2)],
          [common.description, visible(server.description) || '–'],
          [messages.serverDrawer.registered, <Time key="at" at={server.registered_at} />],
          [common.updated, <Time key="changed" at={server.updated_at} />],
          [messages.serverDrawer.registeredBy, visible(server.updated_by)],
        ]}
      />
      <div>
        <h3 className="mb-1 text-sm font-medium">{common.tools}</h3>
        {server.tools.length === 0 && (
          <p className="text-sm text-muted">{messages.serverDrawer.noRegisteredToolsOnlyTheTrust}</p>
        )}
        <ul aria-label={messages.serverDrawer.registeredTools} className="flex flex-col gap-2">
          {server.tools.map(({ name, hash, findings }) => (
            <li key={name} className="rounded-md border border-line p-3 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-mono text-xs font-medium">{visible(name)}</span>
                <Badge tone={findings.length === 0 ? 'ok' : 'bad'}>
                  {findings.length === 0 ? messages.serverDrawer.pinned : messages.serverDrawer.blocked}
                </Badge>
              </p>
              {findings.map((finding) => (
                <p key={finding} className="mt-1 text-bad">
                  {visible(finding)}
                </p>
              ))}
              <p className="mt-1 font-mono text-xs break-all text-muted">{hash}</p>
            </li>
          ))}
        </ul>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button icon={RotateCw} onClick={() => onAgain(server)}>
            {messages.serverDrawer.registerAgain}
          </Button>
          <Button look="danger" icon={Trash2} className="ml-auto" onClick={() => setAsks(true)}>
            {common.delete}
          </Button>
        </div>
      )}
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={messages.serverDrawer.delete(visible(server.server_id))}
        action={common.delete}
        busy={removed.isPending}
        error={removed.error}
        onConfirm={() => removed.mutate(server.server_id)}
      >
        {messages.serverDrawer.theToolPinsAreDeletedTooThe}
      </Confirm>
    </div>
  )
}
