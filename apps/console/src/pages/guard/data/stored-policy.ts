import { messages } from '../../../messages/guard/data.ts'
/** Fields that the service returns but does not accept. */
const READ_ONLY = new Set(['tool_name', 'created_at', 'updated_at', 'updated_by'])

/** Returns a stored policy without read-only fields. */
export const writable = (policy: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(policy).filter(([name]) => !READ_ONLY.has(name)))

interface Saved {
  readonly warnings: readonly string[]
  readonly backends: readonly { readonly backend: string }[]
}

/** Message after a policy was saved, with its warnings. */
export function saveMessage({ warnings, backends }: Saved): string {
  const length = backends.filter(({ backend }) => backend === 'llm').length
  const models = length === 0 ? [] : [messages.storedPolicy.rulesUseTheModel(length)]
  return [...warnings, ...models].join(' ')
}
