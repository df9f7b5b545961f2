/** How long an invitation can be taken up. docs/spec/appsec.md "Shapes". */
export const INVITATION_MS = 7 * 86_400_000

/** Where an invitation is taken up. The token stands behind the `#`, which browsers send to no server. */
export function invitationLink(base: string, token: string): string {
  return `${base}/register#invite=${token}`
}
