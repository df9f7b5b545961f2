import { setting } from './define.ts'
import { addresses, hostNames } from './schemas.ts'

/** Proxies in front of the services, and the host names under which they are reached. */
export const NETWORK_SETTINGS = {
  trustedProxies: setting({
    name: 'GATEHOUSE_TRUSTED_PROXIES',
    path: 'trusted_proxies',
    schema: addresses,
    default: '',
    form: 'list of addresses and CIDRs',
    description:
      'The proxies in front of the services. What they write into `X-Forwarded-For` is who asks, read from the right as far as they ' +
      'reach: limits of sign-in count by it and audit logs hold it. Empty: the other end of the connection, whatever headers say.',
  }),
  allowedHosts: setting({
    name: 'GATEHOUSE_ALLOWED_HOSTS',
    path: 'allowed_hosts',
    schema: hostNames,
    default: '',
    form: 'list of host names, without scheme and port',
    description:
      'Public host names of the guard. The MCP gateway refuses any other `Host` with 403, against DNS rebinding. Loopback names are ' +
      'always accepted, and so is the host of `GATEHOUSE_PUBLIC_URL`; on an open address also IP addresses, names without a dot, and private names such as `guard.internal`.',
  }),
}
