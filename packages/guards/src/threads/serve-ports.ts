import type { AnswerSchema } from '@gatehouse/models'
import { REVIEW } from '../agentic/data-policy/model-review.ts'
import { JUDGEMENT } from '../engine/judge.ts'
import type { GuardPorts } from '../engine/ports.ts'
import type { DrawnValue, PortAnswers, PortCall } from './messages.ts'

/** Schemas of answers by name: a schema cannot be sent. */
const SCHEMAS: ReadonlyMap<string, AnswerSchema> = new Map([JUDGEMENT, REVIEW].map((item) => [item.name, item]))

/** Executes a port call of a guard in another thread. */
export async function servePort(
  ports: GuardPorts,
  request: PortCall,
  signal: AbortSignal,
): Promise<PortAnswers[PortCall['port']]> {
  switch (request.port) {
    case 'hit':
      return ports.windows.hit(request.key, request.window_ms, request.limit)
    case 'addTurn':
      return present(ports.turns, 'turns').add(request.key, request.turn, request.max, request.ttl_ms)
    case 'readTurns':
      return present(ports.turns, 'turns').read(request.key)
    case 'hash':
      return present(ports.vault, 'vault').hash(request.tenantId, request.values)
    case 'tokenise':
      return present(ports.vault, 'vault').tokenise(request.tenantId, request.values.map(withDraw))
    case 'judge': {
      const { port: _, schema, ...rest } = request
      const jsonSchema = present(SCHEMAS.get(schema), schema)
      return present(ports.model, 'model').complete({ ...rest, jsonSchema, signal })
    }
  }
}

function withDraw({ drawn, ...value }: DrawnValue) {
  let next = 0
  return { ...value, draw: () => drawn[next++ % drawn.length]! }
}

function present<Port>(port: Port | undefined, name: string): Port {
  if (port === undefined) throw new Error(`a thread called the port ${name}, which does not exist`)
  return port
}
