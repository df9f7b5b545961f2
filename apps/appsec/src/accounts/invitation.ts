/** How long an invitation can be taken up. docs/spec/appsec.md "Shapes". */
export const INVITATION_MS = 7 * 86_400_000

/**
 * The link with which a person accepts an invitation on the console's page for signing in. The token stands behind the `#`, which
 * browsers send to no server.
 */
export function invitationLink(consoleUrl: string, token: string): string {
  return `${consoleUrl}/sign-in#invite=${token}`
}
