import type { SecretFormat } from './format.ts'
import { ai } from './ai.ts'
import { chat } from './chat.ts'
import { cloud } from './cloud.ts'
import { code } from './code.ts'
import { data } from './data.ts'
import { mail } from './mail.ts'
import { monitoring } from './monitoring.ts'
import { packages } from './packages.ts'
import { payment } from './payment.ts'
import { saas } from './saas.ts'

/** All formats; of two formats that match one value with equal scores the earlier is reported. */
export const SECRET_FORMATS: readonly SecretFormat[] = [
  ...cloud,
  ...code,
  ...packages,
  ...chat,
  ...payment,
  ...mail,
  ...monitoring,
  ...ai,
  ...data,
  ...saas,
]
