import { Failure } from '../../failure.ts'

/**
 * Counts the inner steps of matching: one per code point for cached transitions, one per touched instruction or table cell otherwise.
 * Exceeding `stepsMax` is an error.
 */
export interface StepMeter {
  steps: number
  readonly stepsMax?: number
}

/** @throws {Failure} `limit_reached` if the meter exceeds its limit */
export function count(meter: StepMeter, steps: number): void {
  meter.steps += steps
  if (meter.stepsMax !== undefined && meter.steps > meter.stepsMax) {
    throw new Failure('limit_reached', `Matching exceeded the limit of ${meter.stepsMax} steps.`)
  }
}
