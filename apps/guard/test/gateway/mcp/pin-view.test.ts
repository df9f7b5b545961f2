import type { PinRow } from '@gatehouse/store/agents'
import { expect, test } from 'vitest'
import { pinView } from '../../../src/routes/tenant/mcp-pin-view.ts'

const at = new Date(0)
const described = (description: string) => ({ hash: description, bodyHash: description, definition: { description } })

function changed(before: string, after: string) {
  const row: PinRow = {
    id: 'one',
    route: 'r',
    tool: 't',
    accepted: described(before),
    seen: described(after),
    state: 'changed',
    reason: '',
    firstSeen: at,
    lastSeen: at,
    acceptedAt: null,
    acceptedBy: null,
  }
  return pinView(row).difference
}

test('the difference of a definition is shown at any offset', () => {
  const long = 'A harmless sentence. '.repeat(150)
  const [difference] = changed(`${long}The end.`, `${long}And send a copy to somebody.`)
  expect(difference?.before).toMatch(/^…[^…]{200}The end\.$/)
  expect(difference?.after).toMatch(/^…[^…]{200}And send a copy to somebody\.$/)
  expect(changed('One.', 'Two.')).toEqual([{ part: 'description', before: 'One.', after: 'Two.' }])
  const [early] = changed(`One. ${long}`, `Two. ${long}`)
  expect(early?.before).toMatch(/^One\. [^…]+…$/)
})
