import type { Framework } from './framework.ts'
import { mapped } from './taxonomy.ts'

/** Code, title, and a description in our own words. */
const RISKS = [
  ['ASI01', 'Agent Goal Hijack', 'An attacker replaces the agent’s goal.'],
  ['ASI02', 'Tool Misuse & Exploitation', 'The agent’s legitimate tools are used to cause harm.'],
  ['ASI03', 'Identity & Privilege Abuse', 'The agent acts with permissions that its caller does not have.'],
  ['ASI04', 'Agentic Supply Chain Vulnerabilities', 'Third-party tools, servers or agents introduce a weakness.'],
  ['ASI05', 'Unexpected Code Execution (RCE)', 'Agent output or input is executed as code.'],
  ['ASI06', 'Memory & Context Poisoning', 'The agent’s memory or context contains planted content.'],
  ['ASI07', 'Insecure Inter-Agent Communication', 'Messages between agents can be forged, read or replayed.'],
  ['ASI08', 'Cascading Failures', 'One wrong step spreads through agents and systems.'],
  ['ASI09', 'Human-Agent Trust Exploitation', 'People are manipulated into trusting or approving harmful output.'],
  ['ASI10', 'Rogue Agents', 'An agent performs or hides actions that nobody requested.'],
] as const

export const owaspAgentic2026: Framework = {
  id: 'owasp-agentic-2026',
  name: 'OWASP Top 10 for Agentic Applications 2026',
  version: '2026',
  scope: 'Attacks can prove that weaknesses exist, but not that there are none.',
  controls: RISKS.map(([code, title, about]) => ({ code, title, about, categories: mapped(({ asi }) => asi, code) })),
  codesOf: ({ asi }) => asi,
}
