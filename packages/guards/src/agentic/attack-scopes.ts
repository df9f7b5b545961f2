/** Of whom attempts are counted, each by itself. */
export const ATTACK_SCOPES = ['session', 'user', 'agent'] as const
export type AttackScope = (typeof ATTACK_SCOPES)[number]
