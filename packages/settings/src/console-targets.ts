import { setting } from './define.ts'
import { plainOrigin } from './schemas.ts'

/** Where `gatehouse console`, which runs apart from the services, finds each of them. */
export const CONSOLE_TARGETS = {
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
}
