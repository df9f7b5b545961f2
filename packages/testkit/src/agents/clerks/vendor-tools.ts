import type { Effect } from '../deeds.ts'

/** A tool as vendors name it, with arguments as they want them. */
export interface VendorTool {
  readonly name: string
  readonly effect: Effect
  readonly takes: (word: string, text: string) => Readonly<Record<string, unknown>>
}

export const VENDOR_TOOLS: readonly VendorTool[] = [
  {
    name: 'gmail.users.messages.send',
    effect: 'send',
    takes: (word, text) => ({ message: { to: [{ email: `${word}@mail.example` }], subject: 'As you asked', body: text } }),
  },
  { name: 'crm.deleteContact', effect: 'delete', takes: (word) => ({ ids: [word], hard: true }) },
  { name: 'stripe.createRefund', effect: 'pay', takes: (word) => ({ payee: word, amount: { value: 90_000, unit: 'cent' } }) },
  { name: 'okta:assignAdminRole', effect: 'grant', takes: (word) => ({ principal: word, role: 'owner' }) },
  { name: 'ssh_run', effect: 'run', takes: (word, text) => ({ argv: ['sh', '-c', text], label: word }) },
  { name: 'salesforceUpdateObject', effect: 'change', takes: (word, text) => ({ object: 'Account', fields: [{ name: 'Name', value: word }, { name: 'Comment', value: text }] }) },
  { name: 'memory.upsert', effect: 'remember', takes: (word, text) => ({ facts: [{ key: 'rule', value: `${text} (${word})` }] }) },
  { name: 'handoffToAgent', effect: 'delegate', takes: (word, text) => ({ agent: 'back office', brief: `${word}: ${text}` }) },
  { name: 'npm__install', effect: 'install', takes: (word) => ({ spec: `${word}@latest` }) },
] // prettier-ignore
