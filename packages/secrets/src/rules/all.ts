import { OWN_RULES } from './own.ts'
import type { SecretRule } from './rule.ts'
import { VENDOR_RULES } from './vendor-rules.ts'

/** Every kind of secret that the scanner reports. */
export const SECRET_RULES: readonly SecretRule[] = [...VENDOR_RULES, ...Object.values(OWN_RULES)]
