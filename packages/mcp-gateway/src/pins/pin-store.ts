/** State of a pinned definition. */
export type PinState = 'pinned' | 'changed' | 'renamed' | 'shadowed' | 'poisoned'

/** A definition, and its hashes. */
export interface PinnedDefinition {
  /** Includes the name. */
  readonly hash: string
  /** Excludes the name. */
  readonly bodyHash: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** Stored tool of a route. */
export interface Pin {
  readonly id: string
  readonly route: string
  readonly tool: string
  /** The last accepted definition, or the first one. */
  readonly accepted: PinnedDefinition
  readonly state: PinState
  readonly reason: string
  /** The current definition of the server, if it differs. */
  readonly seen: PinnedDefinition | undefined
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly acceptedAt: Date | null
  readonly acceptedBy: string | null
}

/** A tool seen for the first time. */
export interface NewPin extends PinnedDefinition {
  readonly id: string
  readonly tool: string
  /** Normalized name, equal for confusable names. */
  readonly likeness: string
  readonly state: PinState
  readonly reason: string
}

/** The change of a known tool by a listing. */
export interface PinChange {
  readonly tool: string
  /** Hash of the compared definition. A definition accepted meanwhile stays. */
  readonly acceptedHash: string
  readonly state: PinState
  readonly reason: string
  readonly seen: PinnedDefinition | undefined
}

/** A pin of another route. */
export interface PinElsewhere {
  readonly route: string
  readonly likeness: string
  readonly firstSeen: Date
}

/** Stores pins of tenants, by route. */
export interface PinStore {
  list(tenantId: string, route: string): Promise<readonly Pin[]>
  /** Returns pins of other routes with one of these normalized names, oldest first. */
  elsewhere(tenantId: string, route: string, likenesses: readonly string[]): Promise<readonly PinElsewhere[]>
  /** @returns false if the route is full or deleted */
  insert(tenantId: string, route: string, pins: readonly NewPin[], at: Date): Promise<boolean>
  change(tenantId: string, route: string, changes: readonly PinChange[], at: Date): Promise<unknown>
  noteSeen(tenantId: string, route: string, tools: readonly string[], at: Date): Promise<unknown>
  read(tenantId: string, route: string, tool: string): Promise<Pin | undefined>
}
