import { Failure } from '@gatehouse/kernel'

/** Maximum number of additional fields, far above any provider's. */
const BESIDE_MAX = 64

/** Stores the latest additional fields, in bounded number. */
export function storeLatest(beside: Map<string, unknown>, name: string, value: unknown): void {
  if (beside.size >= BESIDE_MAX && !beside.has(name)) {
    throw new Failure('model_refused', `The upstream sent more than ${BESIDE_MAX} fields that the API does not define.`)
  }
  beside.set(name, value)
}
