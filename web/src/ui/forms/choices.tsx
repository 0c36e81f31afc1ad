import { Check, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './choices.module.css'

export interface ChipProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  type?: 'checkbox' | 'radio'
  children: ReactNode
}

/** One pill; a tick and a colour show that it is chosen. */
export function Chip({ type = 'checkbox', children, ...rest }: ChipProps) {
  return (
    <label className={styles.chip}>
      <input {...rest} type={type} className={styles.input} />
      {rest.checked && <Check aria-hidden="true" />}
      <span>{children}</span>
    </label>
  )
}

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  note?: ReactNode
  icon?: LucideIcon
  disabled?: boolean
}

interface ChoiceGroupProps<Value extends string> {
  legend: string
  legendHidden?: boolean
  options: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export interface ChipGroupProps<Value extends string> extends ChoiceGroupProps<Value> {
  /** `chips` wrap on phones, `list` is the sidebar's column of radio buttons. */
  look?: 'chips' | 'list'
}

/** A choice of one option: arrow keys move between options, Tab leaves the group. */
export function ChipGroup<Value extends string>({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  look = 'chips',
}: ChipGroupProps<Value>) {
  const name = useId()
  const control = (option: Choice<Value>) => ({
    name,
    value: option.value,
    checked: option.value === value,
    disabled: option.disabled,
    onChange: () => onChange(option.value),
  })

  return (
    <fieldset>
      <legend className={styles.legend} data-hidden={legendHidden || undefined}>
        {legend}
      </legend>
      <div className={look === 'chips' ? styles.chips : undefined}>
        {options.map((option) =>
          look === 'chips' ? (
            <Chip key={option.value} type="radio" {...control(option)}>
              {option.label}
            </Chip>
          ) : (
            <label key={option.value} className={styles.option}>
              <input {...control(option)} type="radio" className={styles.input} />
              <span className={styles.mark} data-kind="radio" />
              <span className={styles.label}>{option.label}</span>
            </label>
          ),
        )}
      </div>
    </fieldset>
  )
}

export interface RadioCardsProps<Value extends string> extends ChoiceGroupProps<Value> {
  error?: string | undefined
}

/** A few important options, one below the other, each with icon, label and a line of explanation. */
export function RadioCards<Value extends string>({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  error,
}: RadioCardsProps<Value>) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset>
      <legend className={styles.legend} data-hidden={legendHidden || undefined}>
        {legend}
      </legend>
      <div className={styles.cards}>
        {options.map(({ icon: Icon, ...option }) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={() => onChange(option.value)}
            />
            {Icon && <Icon aria-hidden="true" />}
            <span className={styles.cardText}>
              <span>{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
            </span>
            <span className={styles.mark} data-kind="radio" />
          </label>
        ))}
      </div>
      <ChoiceError id={errorId} error={error} />
    </fieldset>
  )
}

export interface ChipsProps<Value extends string> {
  legend: ReactNode
  hint?: ReactNode
  options: readonly Pick<Choice<Value>, 'value' | 'label'>[]
  values: readonly Value[]
  onChange: (values: Value[]) => void
  error?: string | undefined
  /** Shows at first only so many, with those that are chosen, and a button for the rest. */
  first?: { count: number; more: (hidden: number) => string } | undefined
}

/** Chips of which any number can be chosen. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { legend, hint, options, values, onChange, error, first } = props
  const noteId = useId()
  const box = useRef<HTMLDivElement>(null)
  // A chip does not disappear when it is unticked.
  const [chosenBefore] = useState(values)
  const [showsAll, setShowAll] = useState(first === undefined)
  const shown = options.filter(
    ({ value }, index) =>
      showsAll || index < (first?.count ?? 0) || values.includes(value) || chosenBefore.includes(value),
  )
  const showAll = () => {
    const revealed = options.findIndex((option) => !shown.includes(option))
    flushSync(() => setShowAll(true))
    // The button is gone: the first chip that it brought gets the focus.
    box.current?.querySelectorAll('input')[revealed]?.focus()
  }
  const toggle = (one: Value, isChosen: boolean) =>
    onChange(options.map(({ value }) => value).filter((value) => (value === one ? isChosen : values.includes(value))))
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div ref={box} className={styles.chips}>
        {shown.map(({ value, label }) => (
          <Chip
            key={value}
            value={value}
            checked={values.includes(value)}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={hint || error ? noteId : undefined}
            onChange={(event) => toggle(value, event.target.checked)}
          >
            {label}
          </Chip>
        ))}
        {first && shown.length < options.length && (
          <button type="button" className={styles.chip} onClick={showAll}>
            {first.more(options.length - shown.length)}
          </button>
        )}
      </div>
      {hint && !error && (
        <p className={styles.hint} id={noteId}>
          {hint}
        </p>
      )}
      <ChoiceError id={noteId} error={error} />
    </fieldset>
  )
}

function ChoiceError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div aria-live="polite">
      {error && (
        <p className={styles.error} id={id}>
          <TriangleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  /** Only screen readers get the label. */
  labelHidden?: boolean
  note?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, labelHidden = false, note, error, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <label className={styles.option} data-kind="checkbox" data-bare={labelHidden || undefined}>
        <input
          {...rest}
          type="checkbox"
          className={styles.input}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        <span className={styles.mark}>
          <Check aria-hidden="true" />
        </span>
        {labelHidden ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <span className={styles.label}>
            <span>{label}</span>
            {note && <span className={styles.note}>{note}</span>}
          </span>
        )}
      </label>
      {error && (
        <p className={styles.error} id={errorId}>
          <TriangleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
