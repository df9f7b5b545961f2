import type { DataStage } from '@gatehouse/contracts/verdicts'
import { compileDataPolicy } from '../../../src/agentic/data-policy/compile-policy.ts'
import { layerOf } from '../../../src/agentic/data-policy/data-policies.ts'
import { readPayload } from '../../../src/agentic/data-policy/payload.ts'
import { type DataVerdict, sanitize, type SanitizePorts } from '../../../src/agentic/data-policy/sanitize.ts'

export interface RunOptions extends SanitizePorts {
  readonly stage?: DataStage
  readonly role?: string
  /** Tenant-wide policy, in addition to that of the tool. */
  readonly global?: object
}

/** Applies a tool's policy to a payload, and a tenant-wide policy if one is given. */
export function run(
  payload: string,
  policy: object | undefined,
  { stage = 'output', role, global, ...ports }: RunOptions = {},
): Promise<DataVerdict> {
  const layers = [['global', global] as const, ['tool', policy] as const].flatMap(([source, document]) =>
    document === undefined ? [] : [layerOf(source, compileDataPolicy(document, { hasModel: true }), { stage, role })],
  )
  return sanitize({ payload: readPayload(payload), tool: 'crm', stage, role }, layers, ports)
}
