import { RunRequest } from '@gatehouse/contracts'
import type { Belonging, KeyRing } from '@gatehouse/kernel'

/** Whose something sealed is: it opens in that run alone. */
export interface RunOf {
  readonly runId: string
  readonly tenantId: string
}

/** A request with the secrets of its target, as it is stored while the run is on its way. */
export function sealRequest(request: RunRequest, of: RunOf, keys: KeyRing): Buffer {
  return keys.seal(Buffer.from(JSON.stringify(request)), belonging(of))
}

/** @throws {Failure} `unavailable` when the master key that sealed it is not given, or it was sealed for another run */
export function openRequest(sealed: Uint8Array, of: RunOf, keys: KeyRing): RunRequest {
  // Parsed again, so that a request of an earlier version has what it did not know of.
  return RunRequest.parse(JSON.parse(keys.open(sealed, belonging(of)).toString()))
}

function belonging({ runId, tenantId }: RunOf): Belonging {
  return { purpose: 'redteam_run_request', tenantId, name: runId }
}
