import type { ReactNode } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import type { ScanDraft } from './scan-draft.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/scans.ts'

interface Props {
  readonly draft: ScanDraft
  readonly set: (change: Partial<ScanDraft>) => void
}

type TextName = Exclude<keyof ScanDraft, 'kind' | 'source' | 'scanType'>

function Text({
  name,
  label,
  help,
  draft,
  set,
  ...rest
}: Props & {
  readonly name: TextName
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly type?: 'password' | 'text'
  readonly autoComplete?: string
}) {
  return (
    <TextField
      {...rest}
      label={label}
      help={help}
      name={name}
      spellCheck={false}
      value={draft[name]}
      onText={(text) => set({ [name]: text })}
    />
  )
}

/** Full-width address field with its description. */
function Source({ address, children }: { readonly address: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">{address}</div>
      {children}
    </div>
  )
}

/** @param known  the project's repository, used by default */
export function GitFields({ known, ...props }: Props & { readonly known: string | undefined }) {
  return (
    <Source
      address={
        <Text
          {...props}
          name="repoUrl"
          label={common.repositoryUrl}
          placeholder={known ?? common.httpsGitExampleOrgShopGit}
          help={
            known === undefined
              ? messages.sourceFields.useHttpHttpsOrGitAnExisting
              : messages.sourceFields.leaveEmptyToUseTheRepositoryOf
          }
        />
      }
    >
      <Text {...props} name="branch" label={common.branch} help={messages.sourceFields.leaveEmptyForTheDefaultBranch} />
      <Text
        {...props}
        name="commitSha"
        label={messages.sourceFields.commit}
        help={messages.sourceFields.fullCommitHashLeaveEmptyForThe}
      />
      {props.draft.scanType === 'INCREMENTAL' && (
        <Text
          {...props}
          name="baseSha"
          label={messages.sourceFields.baseCommit}
          help={messages.sourceFields.fullHashOfTheCommitToCompare}
        />
      )}
    </Source>
  )
}

export function SvnFields(props: Props) {
  const address = {
    label: messages.sourceFields.subversionUrl,
    placeholder: messages.sourceFields.httpsSvnExampleOrgShopTrunk,
    help: messages.sourceFields.useHttpHttpsOrSvn,
  }
  return (
    <Source address={<Text {...props} {...address} name="svnUrl" />}>
      <Text
        {...props}
        name="svnRevision"
        label={messages.sourceFields.revision}
        help={messages.sourceFields.leaveEmptyForTheLatestRevision}
      />
      <span className="max-sm:hidden" />
      <Text {...props} name="svnUsername" label={messages.sourceFields.username} autoComplete="off" />
      <Text
        {...props}
        name="svnPassword"
        label={common.password}
        type="password"
        autoComplete="new-password"
        help={messages.sourceFields.storedEncryptedForThisSource}
      />
    </Source>
  )
}
