import { setting } from './define.ts'
import { addresses, hostNames } from './schemas.ts'

/** Settings for proxies in front of the services and for public host names. */
export const NETWORK_SETTINGS = {
  trustedProxies: setting({
    name: 'GATEHOUSE_TRUSTED_PROXIES',
    path: 'trusted_proxies',
    schema: addresses,
    default: '',
    form: 'list of IP addresses and CIDR ranges',
    description:
      'Reverse proxies in front of the services. Their `X-Forwarded-For` entries, read from the right, identify the ' +
      'client for sign-in limits and audit logs. Empty: the peer address of the connection is used and the headers are ignored.',
  }),
  allowedHosts: setting({
    name: 'GATEHOUSE_ALLOWED_HOSTS',
    path: 'allowed_hosts',
    schema: hostNames,
    default: '',
    form: 'list of host names, without scheme or port',
    description:
      'Public host names of the guard. The MCP gateway rejects other `Host` values with 403 to prevent DNS rebinding. ' +
      'Always accepted: loopback names and the host of `GATEHOUSE_PUBLIC_URL`; on a non-loopback bind also IP ' +
      'addresses, names without a dot, and private names such as `guard.internal`.',
  }),
}
