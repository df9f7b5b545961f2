import { z } from 'zod'
import type { PiiFinding } from './detect.ts'

export const ignoreReservedSetting = z
  .boolean()
  .default(false)
  .describe(
    'Ignore email addresses of domains that RFC 2606 reserves (`example.com`, `.example`, `.test`, `.invalid`) and IP addresses ' +
      'that RFC 5737, RFC 3849 and RFC 9637 reserve for documentation.',
  )

/** RFC 2606 and RFC 6761: domains that cannot be registered, with all their hosts. */
const RESERVED_DOMAIN = /(?:^|[@.])(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i
/** RFC 5737: TEST-NET-1 to 3. */
const DOCUMENTATION_V4 = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/
/** RFC 3849 `2001:db8::/32` and RFC 9637 `3fff::/20`. */
const DOCUMENTATION_V6 = /^(?:2001:0?db8:|3fff:0?(?:[0-9a-f]{1,3})?:)/i

/** Returns the findings without addresses reserved for documentation. Obfuscated ones are reported like any other. */
export function withoutReserved(findings: readonly PiiFinding[], original: string): readonly PiiFinding[] {
  return findings.filter(({ type, start, end }) => !isReserved(type, original.slice(start, end)))
}

function isReserved(type: string, value: string): boolean {
  if (type === 'EMAIL_ADDRESS') return value.includes('@') && RESERVED_DOMAIN.test(value)
  return type === 'IP_ADDRESS' && (DOCUMENTATION_V4.test(value) || DOCUMENTATION_V6.test(value))
}
