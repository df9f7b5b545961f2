import { setting } from './define.ts'
import { flag, plainOrigin, port, publicOrigin } from './schemas.ts'

/** Settings of the web console and of the public addresses. A separately deployed console requires the address of each service. */
export const CONSOLE_SETTINGS = {
  consolePort: setting({
    name: 'CONSOLE_PORT',
    path: 'console.port',
    schema: port,
    default: '4300',
    form: 'port number; 0 chooses a free port',
    description: 'Port of the web console.',
  }),
  consoleEnabled: setting({
    name: 'CONSOLE_ENABLED',
    path: 'console.enabled',
    schema: flag,
    default: 'true',
    form: 'true or false',
    description: 'Whether `gatehouse up` also serves the web console.',
  }),
  consoleGuardUrl: setting({
    name: 'CONSOLE_GUARD_URL',
    path: 'console.guard_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service on this machine, at its configured port',
    description: 'URL of the guard service, for a separate `gatehouse console`.',
  }),
  consoleAppsecUrl: setting({
    name: 'CONSOLE_APPSEC_URL',
    path: 'console.appsec_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service on this machine, at its configured port',
    description: 'URL of the application-security service.',
  }),
  consoleRedteamUrl: setting({
    name: 'CONSOLE_REDTEAM_URL',
    path: 'console.redteam_url',
    schema: plainOrigin,
    form: 'http://host:port',
    absent: 'the service on this machine, at its configured port',
    description: 'URL of the red-team service.',
  }),
  publicUrl: setting({
    name: 'GATEHOUSE_PUBLIC_URL',
    path: 'public_url',
    schema: publicOrigin,
    form: 'HTTP(S) URL without a path',
    absent: 'on a loopback bind, the service URL; otherwise scripts require GATEHOUSE_URL and links have no host',
    description:
      'Public URL of the application-security service and the console, for users and pipelines. Used in installer ' +
      'scripts and in invitation links created outside the console.',
  }),
}
