import { cx } from '../../../ui/cx.ts'

interface Choice {
  readonly value: string
  readonly label: string
  readonly says: string
}

interface Props {
  readonly label: string
  readonly name: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onPick: (value: string) => void
}

/** List of options with descriptions, for a single choice. */
export function ChoiceList({ label, name, choices, value, onPick }: Props) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cx(
            'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
            value === choice.value ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onPick(choice.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent-strong"
          />
          <span>
            <span className="block font-medium">{choice.label}</span>
            <span className="block text-xs text-muted">{choice.says}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
