import type { PinStore } from '@gatehouse/mcp-gateway'
import type { Store } from '@gatehouse/store'
import { changePins, insertPins, listPins, notePinsSeen, pinsElsewhere, readPin } from '@gatehouse/store/agents'

/** Returns a store for tool pins in the database. */
export function pinStore(store: Store): PinStore {
  return {
    list: (tenantId, route) => listPins(store, tenantId, route),
    elsewhere: (tenantId, route, likenesses) => pinsElsewhere(store, tenantId, route, likenesses),
    insert: (tenantId, route, pins, at) => insertPins(store, tenantId, route, pins, at),
    change: (tenantId, route, changes, at) => changePins(store, tenantId, route, changes, at),
    noteSeen: (tenantId, route, tools, at) => notePinsSeen(store, tenantId, route, tools, at),
    read: (tenantId, route, tool) => readPin(store, tenantId, { route, tool }),
  }
}
