import { createServer } from 'node:net'
import type { Mode } from '../outside/attack-agent.ts'
import type { FamilyAgent } from './family.ts'

/** Returns the target as a user describes it. */
export function targetOf(agent: FamilyAgent, port: number, mode: Mode): object {
  const url = `http://127.0.0.1:${port}`
  const { systemPrompt, canaries = [], allowedTools } = agent
  const isMcp = agent.protocol === 'mcp'
  const declared =
    mode === 'blind'
      ? {}
      : {
          canaries: canaries.map((value, at) => ({ name: `secret ${at + 1}`, value })),
          ...(systemPrompt === undefined || isMcp ? {} : { systemPrompt }),
          ...(allowedTools === undefined ? {} : { allowedTools }),
        }
  switch (agent.protocol) {
    case 'chat':
      return { baseUrl: `${url}/chat`, session: { madeBy: 'client' }, ...declared }
    case 'openai':
      return { type: 'openai', baseUrl: `${url}/v1`, model: 'demo', ...declared }
    case 'mcp':
      return { type: 'mcp', baseUrl: `${url}/mcp`, ...declared }
    case 'a2a':
      return { type: 'a2a', name: agent.name, baseUrl: `${url}/a2a/message`, ...declared }
    default:
      return agent.protocol satisfies never
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('no free port')
}
