import type { Framework } from './framework.ts'
import { mapped } from './taxonomy.ts'

/** Code, title, and a description in our own words. @see https://genai.owasp.org/llm-top-10/ */
const RISKS = [
  ['LLM01', 'Prompt Injection', 'Content that the model reads changes its behavior.'],
  [
    'LLM02',
    'Sensitive Information Disclosure',
    'Personal data, secrets or business data come out in answers or calls.',
  ],
  ['LLM03', 'Supply Chain', 'Third-party models, tools, plugins or data introduce a weakness.'],
  ['LLM04', 'Data and Model Poisoning', 'What the model learned or remembers was tampered with.'],
  ['LLM05', 'Improper Output Handling', 'What the model writes is run, shown or passed on unchecked.'],
  ['LLM06', 'Excessive Agency', 'The agent can do, or does, more than its task needs.'],
  ['LLM07', 'System Prompt Leakage', 'The system prompt and its contents are disclosed.'],
  ['LLM08', 'Vector and Embedding Weaknesses', 'Stored retrieval data can be poisoned, or read by other users.'],
  ['LLM09', 'Misinformation', 'Answers that are wrong and believed.'],
  ['LLM10', 'Unbounded Consumption', 'Requests use up time, money or capacity without a limit.'],
] as const

export const owaspLlm2025: Framework = {
  id: 'owasp-llm-2025',
  name: 'OWASP Top 10 for LLM Applications 2025',
  version: '2025',
  scope: 'Attacks can prove that weaknesses exist, but not that there are none.',
  controls: RISKS.map(([code, title, about]) => ({
    code,
    title,
    about,
    categories: mapped(({ owaspLlm2025: own }) => own, code),
  })),
  codesOf: ({ owasp }) => owasp,
}
