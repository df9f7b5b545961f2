/** Scopes with separate attempt counters. */
export const ATTACK_SCOPES = ['session', 'user', 'agent'] as const
export type AttackScope = (typeof ATTACK_SCOPES)[number]
