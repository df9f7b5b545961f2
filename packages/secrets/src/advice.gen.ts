// Made by `npm run gen` from the files of advice; changes here are overwritten.
import type { Advice } from './rules/rule.ts'
import ai from './advice/ai.ts'
import chat from './advice/chat.ts'
import cloud from './advice/cloud.ts'
import code from './advice/code.ts'
import data from './advice/data.ts'
import mail from './advice/mail.ts'
import monitoring from './advice/monitoring.ts'
import packages from './advice/packages.ts'
import payment from './advice/payment.ts'
import saas from './advice/saas.ts'

/** What is said about each vendor, by its name. */
export const ADVICE: Advice = {
  ...ai,
  ...chat,
  ...cloud,
  ...code,
  ...data,
  ...mail,
  ...monitoring,
  ...packages,
  ...payment,
  ...saas,
}
