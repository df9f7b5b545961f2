import type { Framework } from './framework.ts'
import { mapped } from './taxonomy.ts'

/** Code, title, and in our words what it is about. */
const RISKS = [
  ['ASI01', 'Agent Goal Hijack', 'Somebody else’s words become the goal of the agent.'],
  ['ASI02', 'Tool Misuse & Exploitation', 'Tools that the agent may use are used to do harm.'],
  ['ASI03', 'Identity & Privilege Abuse', 'The agent acts with rights that its caller does not have.'],
  ['ASI04', 'Agentic Supply Chain Vulnerabilities', 'Tools, servers or agents of others bring a weakness along.'],
  ['ASI05', 'Unexpected Code Execution (RCE)', 'What the agent writes or is given is run as code.'],
  ['ASI06', 'Memory & Context Poisoning', 'What the agent remembers or is shown was planted.'],
  ['ASI07', 'Insecure Inter-Agent Communication', 'Messages between agents can be forged, read or replayed.'],
  ['ASI08', 'Cascading Failures', 'One wrong step spreads through agents and systems.'],
  ['ASI09', 'Human-Agent Trust Exploitation', 'People are led to believe or approve what they should not.'],
  ['ASI10', 'Rogue Agents', 'An agent goes on doing what nobody asked for, or hides it.'],
] as const

export const owaspAgentic2026: Framework = {
  id: 'owasp-agentic-2026',
  name: 'OWASP Top 10 for Agentic Applications 2026',
  version: '2026',
  scope: 'Attacks show weaknesses that are there; that none was found is no proof that there is none.',
  controls: RISKS.map(([code, title, about]) => ({ code, title, about, categories: mapped(({ asi }) => asi, code) })),
  codesOf: ({ asi }) => asi,
}
