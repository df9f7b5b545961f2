import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signArtifacts } from '@gatehouse/formats/artifacts'
import { hasPrograms, SEARCH_PATH } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from '../repository.ts'
import { advisory, gatehouse } from '../vulndb/support.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../docs/guide/scan-locally.md'), 'utf8')
/** Several scans and an import, on a machine that runs everything else at the same moment. */
const STORY_MS_MAX = 60_000
/** In parts, so that scanners do not report this file as a leak. */
const KEY_ID = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
const TOKEN = ['glpat', 'xQ7vR2mK9wLpT4zNcB8d'].join('-')

/** The commands of the guide in order, each with the exit code that it names. */
const COMMANDS = [...GUIDE.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trimEnd().split('\n'))
  .map((line) => {
    const [, command = '', code = '0'] = /^(.*?)(?:\s*# exit code (\d))?$/.exec(line) ?? []
    return { command: command.trim(), code: Number(code) }
  })

/** Project with a key in it, a removed key, and a vulnerable package below high severity. */
let place: Workplace
beforeAll(() => {
  place = workplace()
  place.put({
    'advisories.jsonl': JSON.stringify(advisory('GHSA-aaaa-aaaa-aaaa', 'used')),
    '.gitignore': 'data\nadvisories.jsonl\nknown.json\ngate.json\n*.html\n*.sarif\n',
    'package.json': { name: 'shop', dependencies: { used: '^1.0.0' } },
    'package-lock.json': {
      name: 'shop',
      lockfileVersion: 3,
      packages: { '': { dependencies: { used: '^1.0.0' } }, 'node_modules/used': { version: '1.0.0' } },
    },
    'main.js': "import 'used'\n",
    'deploy.sh': `export KEY=${KEY_ID}\n`,
    '.env': `TOKEN=${TOKEN}\n`,
  })
  if (!hasPrograms('git')) return
  place.commit()
  place.put({ '.env': null })
  place.commit()
})
afterAll(() => place.remove())

/** Signs the bill of materials of the guide like the service. */
function signBill(): void {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const bytes = readFileSync(join(place.folder, 'bom.json'))
  const bundle = signArtifacts([{ label: 'cyclonedx', bytes }], { privateKey, identity: 'org', at: new Date() })
  writeFileSync(join(place.folder, 'signature.json'), JSON.stringify(bundle))
  writeFileSync(join(place.folder, 'signing-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
}

describe.skipIf(!hasPrograms('git'))('the guide', () => {
  test(
    'runs as documented, with the documented exit codes',
    async () => {
      const env = { PATH: SEARCH_PATH, GATEHOUSE_DATA_DIR: join(place.folder, 'data') }
      const wrong: unknown[] = []
      for (const { command, code } of COMMANDS) {
        const [program, ...args] = command.split(/\s+/)
        expect(program).toBe('gatehouse')
        if (args[0] === 'verify') signBill()
        const outcome = await gatehouse(place.folder, args, { env })
        if (outcome.code !== code) wrong.push({ command, ...outcome })
      }
      expect(wrong).toEqual([])
      expect(COMMANDS.length).toBeGreaterThan(15)
      const vex = JSON.parse(readFileSync(join(place.folder, 'vex.json'), 'utf8')) as { statements: object[] }
      expect(vex.statements).toMatchObject([{ status: 'affected' }])
    },
    STORY_MS_MAX,
  )
})
