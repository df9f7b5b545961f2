import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'
import { settingsText } from '../src/text/settings.ts'

async function findingsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { observations } = await runScan({
    tree: treeOf(files),
    scanners: [createSastScanner({ rules: OWN_PACK })],
  })
  return observations.map(({ startLine, ruleId, snippet }) => `${startLine} ${ruleId.replace('sast/', '')} ${snippet}`)
}

const YAML = `spring:
  h2:
    console: { enabled: true, settings: { web-allow-others: true } }
management:
  endpoints.web.exposure.include: "*"
server:
  error:
    includeStacktrace: always
---
spring:
  config:
    activate:
      on-profile: dev
management:
  endpoint:
    shutdown:
      enabled: true
`

test('settings of Spring Boot in YAML are found at their lines, without the profile of development', async () => {
  expect(await findingsIn({ 'src/main/resources/application.yml': YAML })).toEqual([
    '3 spring-h2-console-enabled     console: { enabled: true, settings: { web-allow-others: true } }',
    '5 spring-actuator-exposed   endpoints.web.exposure.include: "*"',
    '8 spring-error-details-exposed     includeStacktrace: always',
  ])
})

const PROPERTIES = `management.endpoints.web.exposure.include=*
spring.h2.console.enabled=true
server.error.include-stacktrace=always
`

test.each([
  ['application.properties', 3],
  ['application-prod.properties', 3],
  ['bootstrap.properties', 3],
  ['application-dev.properties', 0],
  ['application-test.properties', 0],
  ['other.properties', 0],
])('settings of Spring Boot in %s: %d findings', async (name, count) => {
  expect(await findingsIn({ [`src/main/resources/${name}`]: PROPERTIES })).toHaveLength(count)
})

test('a list of YAML is read member by member', async () => {
  const list =
    'management:\n  endpoints:\n    web:\n      exposure:\n        include:\n          - health\n          - env\n'
  expect(await findingsIn({ 'application.yaml': list })).toEqual(['7 spring-actuator-exposed           - env'])
})

test('settings of ASP.NET and Laravel', async () => {
  const files = {
    'appsettings.json': '{\n  // set by the host\n  "DetailedErrors": true\n}\n',
    'appsettings.Development.json': '{ "DetailedErrors": true }\n',
    'Web.config':
      '<configuration>\n<!-- <customErrors mode="Off" /> -->\n<customErrors mode="Off" />\n</configuration>\n',
    '.env': 'APP_ENV=production\nAPP_DEBUG=true\n',
    '.env.example': 'APP_ENV=production\nAPP_DEBUG=true\n',
  }
  expect((await findingsIn(files)).map((finding) => finding.split(' ').slice(0, 2).join(' '))).toEqual([
    '2 laravel-debug-enabled',
    '3 dotnet-config-error-details-exposed',
    '3 dotnet-config-error-details-exposed',
  ])
})

test('hostile files are parsed without errors', () => {
  expect(settingsText('application.yml', `spring: ${'['.repeat(100_000)}`)).toBeUndefined()
  expect(settingsText('application.yml', 'spring: 1\n'.repeat(200_000))).toBeUndefined()
  expect(settingsText('application.yml', 'spring: &a [*a, *a]\nb: *a\n')).toBe('\n\n')
  // Each of these took seconds or did not end before parsing was linear.
  expect(settingsText('application.properties', `a${' '.repeat(100_000)}\\\n`.repeat(3))).toBeDefined()
  expect(settingsText('application.properties', 'a=b\\\n'.repeat(100_000))).toBeDefined()
  expect(settingsText('web.config', '<!--'.repeat(100_000))).toBeDefined()
  expect(settingsText('application.yml', `spring: 1\n${'&a '.repeat(100_000)}`)).toBeUndefined()
})

test('findings keep their identity from the former YAML rules', async () => {
  const { observations } = await runScan({
    tree: treeOf({
      'config/service.yml': 'management:\n  endpoints:\n    web:\n      exposure:\n        include: "*" # all\n',
    }),
    scanners: [createSastScanner({ rules: OWN_PACK })],
  })
  expect(observations.map(({ identity }) => identity)).toEqual([['spring-actuator-open', 'include:"*"']])
})
