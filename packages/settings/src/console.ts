import { setting } from './define.ts'
import { flag, plainOrigin, port, publicOrigin } from './schemas.ts'

/** Settings of the web console and of the addresses at which people call. Where it runs apart from the services, it is told where each of them is. */
export const CONSOLE_SETTINGS = {
  consolePort: setting({
    name: 'CONSOLE_PORT',
    path: 'console.port',
    schema: port,
    default: '4300',
    form: 'port number; 0 takes a free one',
    description: 'Port of the web console.',
  }),
  consoleEnabled: setting({
    name: 'CONSOLE_ENABLED',
    path: 'console.enabled',
    schema: flag,
    default: 'true',
    form: 'true or false',
    description: 'Whether `gatehouse up` serves the web console beside the services.',
  }),
  consoleGuardUrl: setting({
    name: 'CONSOLE_GUARD_URL',
    path: 'console.guard_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service is looked for on this machine, at its own port',
    description: 'Where `gatehouse console`, run apart from the services, finds the guard service.',
  }),
  consoleAppsecUrl: setting({
    name: 'CONSOLE_APPSEC_URL',
    path: 'console.appsec_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service is looked for on this machine, at its own port',
    description: 'Where it finds the application security service.',
  }),
  consoleRedteamUrl: setting({
    name: 'CONSOLE_REDTEAM_URL',
    path: 'console.redteam_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service is looked for on this machine, at its own port',
    description: 'Where it finds the red team service.',
  }),
  publicUrl: setting({
    name: 'GATEHOUSE_PUBLIC_URL',
    path: 'public_url',
    schema: publicOrigin,
    form: 'http or https address without a path',
    absent:
      'on a loopback bind the address of the service itself; else scripts ask for GATEHOUSE_URL and links have no host',
    description:
      'The address at which people and pipelines reach the application-security service and the console: installer scripts hold it, and invitation links that were not created in the console.',
  }),
}
