import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { rematch } from '../../src/jobs/rematch.ts'
import { startReceiver } from '../integrations/receiver.ts'
import { isOver, until } from '../scans.ts'
import { type Answer, type Person, send } from '../serve.ts'
import { advisory, know, MINIMIST } from './known.ts'
import { type Ground, openGround, titles } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const component = (name: string, version: string) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
})
const BOM = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  components: [component('minimist', '0.0.8'), component('mkdirp', '0.5.1')],
}

async function project(ann: Person): Promise<string> {
  const answer = await send(`${ground.served.url}/api/projects`, 'POST', { name: 'Delivered' }, ann.session)
  return String(answer.body['id'])
}

async function upload(ann: Person, id: string, document: unknown): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([typeof document === 'string' ? document : JSON.stringify(document)]), 'bom.json')
  const response = await fetch(`${ground.served.url}/api/projects/${id}/sbom`, {
    method: 'POST',
    body: form,
    headers: ann.key,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer['body'] }
}

proves(
  'appsec:management.sbom',
  'the packages of an SBOM are matched now and with new advisories, which alert',
  async () => {
    const ann = await ground.someone()
    const ports = await ground.portsOfProcess()
    const receiver = await startReceiver()
    ground.onEnd(() => receiver.close())
    const config = { webhookUrl: receiver.url, format: 'generic', notifyOn: ['new_advisory'] }
    await send(`${ground.served.url}/api/integrations`, 'POST', { kind: 'CHAT', name: 'chat', config }, ann.session)
    const id = await project(ann)
    const answer = await upload(ann, id, BOM)
    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        projectId: id,
        status: 'QUEUED',
        standard: 'CycloneDX',
        version: '1.5',
        components: 2,
      }),
    ])
    const scan = await until(ground.served, ann, answer.body['scanId'], isOver)
    expect(scan).toMatchObject({
      status: 'COMPLETED',
      sourceType: 'SBOM',
      sourceRef: 'bom.json',
      scanType: 'SCA_ONLY',
      depsScanned: 2,
    })
    expect(titles(await ground.found(ann, scan))).toEqual([MINIMIST.id])
    expect((await rematch(ports)).queued).toEqual([])

    await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-1', 'npm', 'mkdirp', '0.5.2')])
    expect((await rematch(ports)).queued).toHaveLength(1)
    const again = await ground.rematched(ann, id)
    expect(titles(await ground.found(ann, again)).toSorted()).toEqual(['GHSA-made-otherone-1 new', MINIMIST.id])
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1)
    expect(receiver.received[0]!.body).toMatchObject({ event: 'new_advisory', projectId: id })
  },
)

test('a later SBOM replaces the packages; the triage stays', async () => {
  const ann = await ground.someone()
  const id = await project(ann)
  const first = await until(ground.served, ann, (await upload(ann, id, BOM)).body['scanId'], isOver)
  const [finding] = await ground.found(ann, first, '?search=minimist')
  await send(`${ground.served.url}/api/findings/${finding!.id}`, 'PATCH', { status: 'ACCEPTED_RISK' }, ann.key)
  const more = { ...BOM, components: [...BOM.components, component('left-pad', '1.0.0')] }
  const second = await until(ground.served, ann, (await upload(ann, id, more)).body['scanId'], isOver)
  expect(second).toMatchObject({ depsScanned: 3 })
  expect((await ground.found(ann, second, '?search=minimist'))[0]).toMatchObject({
    status: 'ACCEPTED_RISK',
    isNew: false,
  })
  const fixed = { ...BOM, components: [component('minimist', '1.2.8')] }
  const third = await until(ground.served, ann, (await upload(ann, id, fixed)).body['scanId'], isOver)
  expect(await ground.found(ann, third, '?search=minimist')).toEqual([])
})

test('invalid documents and other callers are refused', async () => {
  const ann = await ground.someone()
  const id = await project(ann)
  const wrong = await upload(ann, id, { ...BOM, specVersion: '2.0' })
  expect([wrong.status, wrong.body['detail']]).toEqual([
    400,
    expect.stringContaining('specVersion "2.0" is not supported'),
  ])
  expect((await upload(ann, id, '{')).status).toBe(400)
  expect((await upload(await ground.someone(), id, BOM)).status).toBe(403)
  expect((await upload(ann, '01900000-0000-7000-8000-000000000000', BOM)).status).toBe(404)
  expect(await ground.scansOf(ann, id)).toEqual([])
})
