import type { ScannerName, ScanType } from '@gatehouse/contracts/scans'
import type { CoverageGap } from '../observation.ts'
import { MODEL_SCANNERS, SCANNERS_OF } from '../scan-types.ts'

/** Settings of a project and its organization that request scanners by name. */
export interface RequestedBySettings {
  readonly dastTargetUrl: string | null
  readonly enableLlmSast: boolean
  readonly enableLlmSecrets: boolean
}

const NO_REQUESTS: RequestedBySettings = { dastTargetUrl: null, enableLlmSast: false, enableLlmSecrets: false }

/**
 * Returns a coverage gap for each scanner of a scan type that did not run. The gate fails for a scanner that a setting requests by name,
 * and for a scanner of a scan type narrower than FULL. For FULL the gap is only reported.
 * @param running scanners that run
 * @param settings default: a scan without a service
 */
export function notRunGaps(
  type: ScanType,
  running: ReadonlySet<ScannerName>,
  settings: RequestedBySettings = NO_REQUESTS,
): readonly CoverageGap[] {
  const requests: Readonly<Partial<Record<ScannerName, string>>> = {
    ...(settings.dastTargetUrl !== null &&
      type === 'FULL' && {
        DAST: 'the project has a DAST target. Remove dastTargetUrl, or scan the target with another tool',
      }),
    ...(settings.enableLlmSast && { SAST_LLM: 'the model settings enable it. Disable enableLlmSast' }),
    ...(settings.enableLlmSecrets && { SECRETS_LLM: 'the model settings enable it. Disable enableLlmSecrets' }),
  }
  const expected = SCANNERS_OF[type].filter((name) => !MODEL_SCANNERS.has(name) || requests[name] !== undefined)
  if (requests.DAST !== undefined) expected.push('DAST')
  return expected
    .filter((name) => !running.has(name))
    .map((scanner) => {
      const request = requests[scanner]
      const subject = `The scanner ${scanner} did not run: this version does not include it.`
      if (request !== undefined)
        return { scanner, reason: 'not_run', detail: `${subject} It was requested: ${request}.` }
      return { scanner, reason: 'not_run', detail: subject, ...(type === 'FULL' && { isOptional: true }) }
    })
}
