import type { Framework } from './framework.ts'
import { owaspLlm2025 } from './owasp-llm-2025.ts'

/** Code, title, and the code of the same risk in 2025. */
const RISKS = [
  ['LLM01', 'Prompt Injection', 'LLM01'],
  ['LLM02', 'Sensitive Information Disclosure', 'LLM02'],
  ['LLM03', 'Excessive Agency', 'LLM06'],
  ['LLM04', 'Supply Chain', 'LLM03'],
  ['LLM05', 'Data and Model Poisoning', 'LLM04'],
  ['LLM06', 'Unbounded Consumption', 'LLM10'],
  ['LLM07', 'Misinformation', 'LLM09'],
  ['LLM08', 'Hidden Context Exposure', 'LLM07'],
  ['LLM09', 'Vector and Embedding Weaknesses', 'LLM08'],
  ['LLM10', 'Improper Output Handling', 'LLM05'],
] as const

export const owaspLlm2026: Framework = {
  id: 'owasp-llm-2026',
  name: 'OWASP Top 10 for LLM Applications 2026',
  version: '2026',
  scope: 'Attacks can prove that weaknesses exist, but not that there are none.',
  controls: RISKS.map(([code, title, before]) => {
    const old = owaspLlm2025.controls.find((control) => control.code === before)!
    return { ...old, code, title }
  }),
  codesOf: ({ owasp }) => owasp.flatMap((code) => RISKS.find(([, , before]) => before === code)?.[0] ?? []),
}
