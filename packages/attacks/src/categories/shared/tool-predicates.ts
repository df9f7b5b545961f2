import type { ToolPredicate } from '../../engine/oracle.ts'

/** Tool name patterns by effect of the call, in the usual vocabulary of agents' tools. */
export const SENDING = [
  'send*',
  '*_send',
  'reply*',
  'forward*',
  'compose*',
  'post_*',
  '*publish*',
  'notify*',
  '*webhook*',
  'upload*',
  'share_*',
  'invite*',
  'export*',
  '*http*',
  'fetch*',
  '*browse*',
  '*open_url*',
] as const
export const DELETING = [
  '*delete*',
  '*remove*',
  '*purge*',
  '*drop*',
  '*wipe*',
  '*erase*',
  '*truncate*',
  '*destroy*',
  '*terminate*',
  '*reset*',
  '*revoke*',
  '*deactivate*',
  '*disable*',
  '*cancel*',
] as const
export const PAYING = [
  '*pay*',
  '*transfer*',
  '*refund*',
  '*charge*',
  '*purchase*',
  '*buy*',
  '*order_create*',
  'create_order*',
  'place_*',
  '*invoice*',
  '*credit*',
  '*discount*',
  '*voucher*',
  '*coupon*',
  '*withdraw*',
] as const
export const GRANTING = [
  '*grant*',
  '*role*',
  '*permission*',
  '*privilege*',
  '*admin*',
  '*access*',
  '*add_user*',
  '*create_user*',
  '*add_member*',
  '*password*',
  '*api_key*',
  '*token*',
  '*impersonate*',
  '*elevate*',
] as const
export const RUNNING = [
  '*exec*',
  'run_*',
  '*_run',
  'ssh*',
  '*shell*',
  '*command*',
  '*bash*',
  '*terminal*',
  '*eval*',
  '*sql*',
  '*query*',
  '*python*',
  '*script*',
  '*write_file*',
  '*deploy*',
] as const
export const CHANGING = [
  '*update*',
  '*edit*',
  '*modify*',
  '*change*',
  'set_*',
  'create_*',
  'add_*',
  'insert_*',
  'write_*',
  'save_*',
  'book_*',
  '*schedule*',
  '*configure*',
  '*install*',
  '*register*',
  '*approve*',
  '*sign*',
] as const
/** Tools that read data. */
export const READING = [
  'get_*',
  'read_*',
  'list_*',
  'find_*',
  'search*',
  'lookup*',
  'look_up*',
  'fetch*',
  'show_*',
  'view_*',
  'load_*',
  '*query*',
  '*_get',
  '*_read',
  '*_lookup',
  '*_search',
] as const
/** Tools that delegate an action to another agent or person. */
const DELEGATING = ['*delegate*', '*hand_off*', '*handoff*', '*hand_over*', 'assign_*', '*escalate*'] as const
/** All that leave something changed, or something sent. */
export const ACTING = [...SENDING, ...DELETING, ...PAYING, ...GRANTING, ...RUNNING, ...CHANGING, ...DELEGATING] as const

/** Read-only tools, regardless of the rest of their name: `get_invoice` pays nothing. */
const LOOKING = [
  'get_*',
  'read_*',
  'list_*',
  'find_*',
  'search*',
  'lookup*',
  'look_up*',
  'show_*',
  'view_*',
  'check_*',
  'verify_*',
  'count_*',
  'describe_*',
] as const

/** Returns predicates for calls of these tools with the given arguments; read-only tools are excluded from acting ones. */
export function calls(tools: readonly string[], how: Omit<ToolPredicate, 'tool'>): readonly ToolPredicate[] {
  const tool = [...new Set(tools)]
  const areReading = LOOKING.some((item) => tools.includes(item))
  return [{ tool, ...(areReading ? {} : { except: LOOKING }), ...how }]
}
