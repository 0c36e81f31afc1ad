import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './combobox.module.css'

export interface ComboboxOption {
  value: string
  label: string
  /** Whether the typed text is exactly a name of the option; then it means it, even if others begin with it. */
  isCalled?: ((typed: string) => boolean) | undefined
}

export interface ComboboxProps {
  id: string
  icon?: LucideIcon | undefined
  placeholder?: string | undefined
  value: string
  options: readonly ComboboxOption[]
  /** Returns the options that match the typed text. */
  find: (typed: string) => readonly ComboboxOption[]
  onChange: (value: string) => void
  /** The accessible name of the list. */
  label: string
  /** Shown if no option matches. */
  none: string
  /** If set, a typed text that matches no option becomes the value; otherwise it is dropped. */
  keepsTyped?: boolean | undefined
  /** The kind of value that the browser may fill in. */
  autoComplete?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/**
 * A long list with a search field: ARIA's editable combobox. Typing an option's name, or a text that matches only one
 * option, chooses it.
 */
export function Combobox(props: ComboboxProps) {
  const { id, icon: Icon, placeholder, value, options, find, onChange, label, none, keepsTyped, ...others } = props
  const listId = useId()
  const popup = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const chosen = options.find((option) => option.value === value)
  const shown = typed === undefined ? options : find(typed)
  const isEmpty = isOpen && shown.length === 0
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])

  const open = () => {
    setOpen(true)
    setActive(options.findIndex((option) => option.value === value))
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (option: ComboboxOption) => {
    close()
    if (option.value !== value) onChange(option.value)
  }
  const settle = (text: string) => {
    const fitting = find(text)
    const meant = fitting.length === 1 ? fitting[0] : fitting.find(({ isCalled }) => isCalled?.(text))
    if (text && meant) return choose(meant)
    close()
    if (keepsTyped && text !== value) onChange(text)
  }
  const leave = () => (typed === undefined ? close() : settle(typed.trim()))
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(text ? 0 : -1)
  }

  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active < 0 ? shown.length - 1 : active - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      if (!isOpen) open()
      else if (shown.length > 0) setActive((to + shown.length) % shown.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (shown[active]) choose(shown[active])
      else leave()
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className={styles.box}>
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <input
        autoComplete="off"
        {...others}
        id={id}
        type="text"
        className={styles.control}
        data-icon={Icon ? true : undefined}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? optionId(active) : undefined}
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? (keepsTyped ? value : '')}
        onChange={({ target }) => {
          if (document.activeElement === target) type(target.value)
          // The browser filled it in with the rest of an address, so there will be no blur.
          else settle(target.value.trim())
        }}
        onClick={(event) => {
          event.currentTarget.select()
          if (!isOpen) open()
        }}
        onKeyDown={press}
        onBlur={(event) => {
          // A person who only switches to another window comes back to the field.
          if (document.activeElement !== event.target) leave()
        }}
      />
      <ChevronDown className={styles.chevron} aria-hidden="true" />
      <VisuallyHidden>
        <span role="status">{isEmpty && none}</span>
      </VisuallyHidden>
      <div ref={popup} className={styles.popup} hidden={!isOpen}>
        {isEmpty && (
          <p className={styles.none} aria-hidden="true">
            {none}
          </p>
        )}
        <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list}>
          {isOpen &&
            shown.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the input points to it by aria-activedescendant
              <div
                key={option.value}
                id={optionId(index)}
                role="option"
                aria-selected={option.value === value}
                className={styles.option}
                data-active={index === active || undefined}
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.label}
                {option.value === value && <Check aria-hidden="true" />}
              </div>
            ))}
        </div>
      </div>
    </div>
  )
}
