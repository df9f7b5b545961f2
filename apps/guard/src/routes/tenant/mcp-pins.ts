import { Failure } from '@gatehouse/kernel'
import { acceptPin as accept, listPins as list } from '@gatehouse/store/agents'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import type { GuardHandler } from '../handler.ts'
import { pinView } from './mcp-pin-view.ts'

/** Prevents database errors for malformed ids. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `GET …/mcp-gateway/pins`. */
export const listPins: GuardHandler<'listPins'> =
  ({ store }) =>
  async ({ query: { route, state }, context: { tenantId } }) => {
    // The database rejects NUL, and no route name contains it.
    const rows = route?.includes('\0') === true ? [] : await list(store, tenantId, route)
    const pins = rows.filter((row) => state === undefined || row.state === state).map(pinView)
    return { tenant_id: tenantId, pins, total: pins.length }
  }

/** `POST …/mcp-gateway/pins/{pin_id}/accept`. */
export const acceptPin: GuardHandler<'acceptPin'> =
  ({ store, audit, clock }) =>
  async ({ params: { pin_id: id }, body: { hash }, context }) => {
    const { tenantId } = context
    const by = actorOf(context)
    const at = new Date(clock.now())
    const pin = UUID.test(id) ? await accept(store, tenantId, id, { by, at, expected: hash }) : undefined
    if (pin === undefined) throw new Failure('not_found', `Pin "${id.slice(0, 64)}" not found.`)
    if (pin === 'unseen') throw withoutHash()
    if (pin === 'conflict')
      throw new Failure('conflict', 'The server has changed the tool definition. Review it again.')
    const { route, tool, accepted } = pin
    await audit.append(
      changeEntry('mcp_pin.accept', tenantId, context, { pin_id: id, route, tool_name: tool, hash: accepted.hash }),
    )
    return { status: 'accepted', tenant_id: tenantId, pin: pinView(pin) }
  }

/** Without the hash of the reviewed definition, the caller could accept a later one. */
function withoutHash(): Failure {
  const message =
    'The server now describes the tool differently. Send the seen_hash of the definition that you reviewed.'
  return new Failure('invalid_request', message, { violations: [{ path: ['body', 'hash'], message, type: 'missing' }] })
}
