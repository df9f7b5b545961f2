import { Failure } from '../../failure.ts'

/**
 * Counts the inner steps of matching: one for each code point on a cached transition, one for each instruction or
 * table cell touched otherwise. With `stepsMax` set, going over it is a refusal.
 */
export interface StepMeter {
  steps: number
  readonly stepsMax?: number
}

/** @throws {Failure} `limit_reached` when the meter has a limit and has passed it */
export function count(meter: StepMeter, steps: number): void {
  meter.steps += steps
  if (meter.stepsMax !== undefined && meter.steps > meter.stepsMax) {
    throw new Failure('limit_reached', `Matching exceeded the limit of ${meter.stepsMax} steps.`)
  }
}
