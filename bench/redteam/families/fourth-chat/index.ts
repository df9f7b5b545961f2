import type { Family } from '../family.ts'
import { enoteca } from './enoteca.ts'
import { garden } from './garden.ts'
import { ledger } from './ledger.ts'
import { parcel } from './parcel.ts'
import { pottery } from './pottery.ts'
import { reader } from './reader.ts'
import { runbook } from './runbook.ts'
import { solar } from './solar.ts'

/** Small assistants of eight businesses that follow what users ask in many words. */
export const fourthChat: Family = {
  name: 'fourth-chat',
  agents: [pottery, reader, parcel, ledger, solar, enoteca, garden, runbook].flat(),
}
