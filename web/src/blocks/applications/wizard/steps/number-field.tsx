import { Lock } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { hasVisibleText } from '#model'
import { Field } from '../../../../ui/forms/field.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import styles from '../wizard.module.css'

type Formats = typeof import('#model/number-formats')

const loading = import('#model/number-formats')
loading.catch(() => undefined)

/** The rules of official numbers, once their chunk is here; without them nothing is warned of. */
function useNumberFormats(): Formats | undefined {
  const [formats, setFormats] = useState<Formats>()
  useEffect(() => {
    let isHere = true
    loading.then(
      (loaded) => isHere && setFormats(loaded),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  return formats
}

interface NumberFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  optional?: boolean
  hint?: ReactNode
  error: string | undefined
  /** The number as it is typed now. */
  typed: string
  /** Returns a sentence if the number looks unusual; it does not stop anybody. */
  warn: (typed: string, formats: Formats) => string | undefined
  /** Shows only the last four digits unless the person is typing. */
  isMasked?: boolean
}

/** An official number. It is warned of once the person has left the field, and until it is right. */
export function NumberField(props: NumberFieldProps) {
  const { label, optional, hint, error, typed, warn, isMasked = false, onFocus, onBlur, ...input } = props
  const formats = useNumberFormats()
  const unusual = formats && hasVisibleText(typed) ? warn(typed, formats) : undefined
  const [isTyping, setTyping] = useState(false)
  return (
    <Field
      label={label}
      optional={optional}
      hint={hint && <Kept isMasked={isMasked}>{hint}</Kept>}
      error={error}
      warning={isTyping ? undefined : unusual}
    >
      {(control) => (
        <span className={styles.number} data-masked={(isMasked && typed.length > SHOWN) || undefined}>
          <TextInput
            {...control}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...input}
            onFocus={(event) => {
              if (unusual === undefined) setTyping(true)
              onFocus?.(event)
            }}
            onBlur={(event) => {
              setTyping(false)
              onBlur?.(event)
            }}
          />
          {isMasked && (
            <span className={styles.mask} aria-hidden="true">
              {masked(typed)}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

function Kept({ isMasked, children }: { isMasked: boolean; children: ReactNode }) {
  return (
    <span className={styles.kept}>
      {isMasked && <Lock aria-hidden="true" />}
      <span>{children}</span>
    </span>
  )
}

const SHOWN = 4
/** As it is typed, with a dot for each character but the last four. */
const masked = (typed: string) => typed.slice(0, -SHOWN).replace(/\S/gu, '•') + typed.slice(-SHOWN)
