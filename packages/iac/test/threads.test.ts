import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIacScanner, createK8sScanner } from '../src/index.ts'
import { createScanThreads } from '@gatehouse/scan-engine/threads'
import { openFolder, runScan } from '@gatehouse/scan-engine'

const FILES: Readonly<Record<string, string>> = {
  Dockerfile: 'FROM registry.example/a:latest\nRUN sudo ls\n',
  'pod.yaml': 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: registry.example/a:1\n',
  'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
  'chart/values.yaml': 'privileged: true\n',
  'chart/templates/pod.yaml':
    'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: registry.example/a:1\n      securityContext:\n        privileged: {{ .Values.privileged }}\n',
  'main.tf': 'variable "c" {\n  default = "0.0.0.0/0"\n}\n',
}

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-iac-'))
  for (const [path, text] of Object.entries(FILES)) {
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    await mkdir(dirname(join(root, path)), { recursive: true })
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    await writeFile(join(root, path), text)
  }
})
afterAll(() => rm(root, { recursive: true, force: true }))

test(
  'a scan in threads returns the same result as a scan in process, rendered files included',
  async () => {
    const tree = await openFolder(root)
    const options = { rules: { own: true, files: [] } }
    const scanners = [createIacScanner(options), createK8sScanner(options)]
    const here = await runScan({ tree, scanners })
    const threads = createScanThreads(2)
    try {
      const there = await runScan({ tree, scanners: scanners.map((scanner) => threads.spread(scanner)), atOnce: 2 })
      expect(there).toEqual(here)
    } finally {
      await threads.close()
    }
    const places = here.observations.map(({ ruleId, filePath }) => `${ruleId} ${filePath}`)
    expect(places).toContain('k8s/k8s-privileged-container chart/templates/pod.yaml')
    expect(places).toContain('iac/docker-sudo Dockerfile')
  },
  patient_ms(30_000),
)
