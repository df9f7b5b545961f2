import { RunRequest } from '@gatehouse/contracts/redteam'
import type { Belonging, KeyRing } from '@gatehouse/kernel/sealing'

/** Run that an encrypted value is bound to: it can be decrypted for that run only. */
export interface RunOf {
  readonly runId: string
  readonly tenantId: string
}

/** Encrypts a request with the secrets of its target, for storage while the run is in progress. */
export function sealRequest(request: RunRequest, of: RunOf, keys: KeyRing): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(request)), belonging(of))
}

/** @throws {Failure} `unavailable` when the master key is missing, or the request belongs to another run */
export function openRequest(sealed: Uint8Array, of: RunOf, keys: KeyRing): RunRequest {
  // Parsed again, so that requests of an earlier version get the defaults of new fields.
  return RunRequest.parse(JSON.parse(keys.open(sealed, belonging(of)).toString()))
}

function belonging({ runId, tenantId }: RunOf): Belonging {
  return { purpose: 'redteam_run_request', tenantId, name: runId }
}
