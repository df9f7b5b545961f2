import type { ChatModel } from '@gatehouse/models'
import { OWN_PACK, suggestFix } from '@gatehouse/sast'
import type { SourceTree } from '@gatehouse/scan-engine'
import type { Fixer, FixDraft, FixFiles, FixTarget } from './draft.ts'
import { fixCode } from './code/fix-code.ts'
import { fixCloudFormation } from './configuration/cloudformation.ts'
import { fixCompose } from './configuration/compose.ts'
import { fixDockerfile } from './configuration/docker.ts'
import { fixKubernetes } from './configuration/kubernetes.ts'
import { fixTerraform } from './configuration/terraform.ts'
import { fixWorkflow } from './configuration/workflows.ts'
import { draftOfModel } from './model-fix.ts'
import { fixPackage } from './packages/fix-package.ts'
import { fixSecret } from './secrets/fix-secret.ts'
import { readText, type VerifiedFix, type Verifier } from './verify.ts'

/** Fixers of all families. */
const FIXERS: Readonly<Partial<Record<FixTarget['scanner'], readonly Fixer[]>>> = {
  SCA: [fixPackage],
  IAC: [fixTerraform, fixWorkflow, fixDockerfile, fixCompose, fixCloudFormation],
  // Workflows that mention clusters are read by both scanners.
  K8S: [fixKubernetes, fixWorkflow, fixCompose],
  SECRETS_PATTERN: [fixSecret],
  SAST_PATTERN: [fixCode],
}

/** Scanners whose rules may describe a fix. */
const RULED: ReadonlySet<string> = new Set(['SAST_PATTERN', 'IAC', 'K8S'])

const NO_FIX = 'No automatic fix exists for this finding.'

/**
 * Returns the first fix of a finding that passes verification. A model is asked only if no other fix passes.
 * @returns a sentence where there is none
 * @throws the signal's reason when it fires
 */
export async function fixFinding(
  target: FixTarget,
  tree: SourceTree,
  verify: Verifier,
  signal: AbortSignal,
  model?: ChatModel,
): Promise<VerifiedFix | string> {
  let reason = NO_FIX
  for await (const draft of allDrafts(target, tree, signal, model)) {
    const verified = typeof draft === 'string' ? draft : await verify(target, draft, signal)
    if (typeof verified !== 'string') return verified
    reason = verified
  }
  return reason
}

async function* allDrafts(
  target: FixTarget,
  tree: SourceTree,
  signal: AbortSignal,
  model: ChatModel | undefined,
): AsyncGenerator<FixDraft | string> {
  yield* draftsFor(target, tree)
  if (model !== undefined) yield await draftOfModel(target, filesOf(tree), model, signal)
}

/** Returns the fixes of a finding before their verification: the rule's own first. Sentences are reasons why there is none. */
export async function* draftsFor(target: FixTarget, tree: SourceTree): AsyncGenerator<FixDraft | string> {
  if (RULED.has(target.scanner)) {
    const draft = await draftOfRule(target, tree)
    // Rules of Terraform do not tell in the finding whether they describe a fix.
    if (typeof draft !== 'string' || typeof target.metadata.fix === 'string') yield draft
  }
  const files = filesOf(tree)
  for (const fixer of FIXERS[target.scanner] ?? []) yield* await fixer(target, files)
}

function filesOf(tree: SourceTree): FixFiles {
  return {
    paths: tree.files.map(({ path }) => path),
    read: async (path) => (await readText(tree, path))?.text,
  }
}

/** Returns the fix that the rule of a finding describes. */
async function draftOfRule(target: FixTarget, tree: SourceTree): Promise<FixDraft | string> {
  const { ruleId, filePath, startLine, startColumn, scanner } = target
  const file = await readText(tree, filePath)
  if (file === undefined) return 'The file is not UTF-8, so it is not rewritten.'
  const part = scanner === 'SAST_PATTERN' ? 'code' : 'configuration'
  const content = new TextEncoder().encode(file.mark + file.text)
  const made = await suggestFix({ ruleId, filePath, startLine, startColumn }, content, { ...OWN_PACK, part })
  if (typeof made === 'string') return made
  const { title, text, check } = made
  return {
    title: `Apply the fix of the rule "${title}".`,
    edits: new Map([[filePath, text.slice(file.mark.length)]]),
    ...(check !== undefined && { check }),
  }
}
