/** Validity of an invitation. docs/spec/appsec.md "Shapes". */
export const INVITATION_MS = 7 * 86_400_000

/**
 * Returns the invitation link to the console's sign-in page. The token is after the `#`, which browsers send to no server.
 */
export function invitationLink(consoleUrl: string, token: string): string {
  return `${consoleUrl}/sign-in#invite=${token}`
}
